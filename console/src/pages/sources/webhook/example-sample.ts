const order = (time: string, event: string, price: number, id: number, country: string) =>
  `{"event": "${event}", "created_at": "2026-01-31T${time}Z", "price": ${price}, "user": {"id": ${id}, "country": "${country}"}}`;

/** For those who have no events at hand. */
export const exampleSample = [
  order('08:02:11', 'order_placed', 49.9, 1042, 'CH'),
  order('09:15:00', 'order_placed', 12.5, 1043, 'DE'),
  order('09:47:30', 'order_paid', 49.9, 1042, 'CH'),
  order('11:20:05', 'order_placed', 230, 1044, 'FR'),
  order('11:58:41', 'order_paid', 12.5, 1043, 'DE'),
  order('13:05:00', 'order_placed', 8.75, 1042, 'CH'),
  order('14:33:19', 'order_cancelled', 230, 1044, 'FR'),
  order('16:10:52', 'order_paid', 8.75, 1042, 'CH'),
].join('\n');
