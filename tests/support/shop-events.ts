/** The events of a small online shop: it grows, sells more at weekends and in the evening, and is the same in every run. */

export interface Order {
  readonly ordered_at: string;
  readonly country: string;
  readonly category: string;
  readonly channel: string;
  readonly customer: string;
  readonly amount: number;
}

export interface Visit {
  readonly visited_at: string;
  readonly page: string;
  readonly referrer: string;
}

type Shares = readonly (readonly [name: string, share: number])[];

const countries: Shares = [
  ['Germany', 31],
  ['France', 19],
  ['Switzerland', 14],
  ['Netherlands', 11],
  ['Spain', 9],
  ['Italy', 8],
  ['Austria', 5],
  ['Portugal', 3],
];
const channels: Shares = [
  ['Web', 52],
  ['App', 33],
  ['Marketplace', 15],
];
const pages: Shares = [
  ['/', 40],
  ['/bikes', 25],
  ['/sale', 20],
  ['/checkout', 15],
];
const referrers: Shares = [
  ['search', 48],
  ['direct', 30],
  ['newsletter', 22],
];
const categories: Shares = [
  ['Clothing', 34],
  ['Parts', 30],
  ['Helmets', 21],
  ['Bikes', 15],
];
const usualAmount: Readonly<Record<string, number>> = { Clothing: 64, Parts: 38, Helmets: 85, Bikes: 390 };
/** From Sunday. */
const weekdays = [1.22, 0.88, 0.86, 0.93, 0.98, 1.08, 1.3];
/** From midnight, UTC. */
const hours = [4, 2, 1, 1, 1, 2, 5, 9, 14, 18, 21, 23, 25, 22, 20, 21, 23, 27, 33, 38, 40, 33, 21, 10];
const dailyGrowth = 0.005;
const customersMax = 9_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Mulberry32: the same numbers in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const hoursTotal = hours.reduce((sum, share) => sum + share, 0);

/** The times of events in the days up to now: as many a day as asked for, today. */
function timesUntil(now: number, days: number, eventsPerDay: number, random: () => number): number[] {
  const times: number[] = [];
  const midnight = Math.floor(now / dayMs) * dayMs;
  for (let daysAgo = days; daysAgo >= 0; daysAgo -= 1) {
    const day = midnight - daysAgo * dayMs;
    const growth = (1 + dailyGrowth) ** -daysAgo;
    const luck = 0.92 + 0.16 * random();
    const ofDay = eventsPerDay * growth * luck * (weekdays[new Date(day).getUTCDay()] ?? 1);
    for (const [hour, share] of hours.entries()) {
      const ofHour = Math.round((ofDay * share * (0.85 + 0.3 * random())) / hoursTotal);
      for (let event = 0; event < ofHour; event += 1)
        times.push(Math.floor(day + (hour + random()) * hourMs));
    }
  }
  return times.filter((time) => time <= now).sort((one, other) => one - other);
}

function oneOf(shares: Shares, random: () => number): string {
  let left = random() * shares.reduce((sum, [, share]) => sum + share, 0);
  for (const [name, share] of shares) {
    left -= share;
    if (left < 0) return name;
  }
  return '';
}

export function orders(now: number, days: number, ordersPerDay: number): Order[] {
  const random = randomNumbers(1);
  return timesUntil(now, days, ordersPerDay, random).map((time) => {
    const category = oneOf(categories, random);
    return {
      ordered_at: new Date(time).toISOString(),
      country: oneOf(countries, random),
      category,
      channel: oneOf(channels, random),
      customer: `C-${Math.floor(random() ** 2 * customersMax)}`,
      amount: Math.round((usualAmount[category] ?? 0) * (0.4 + 1.2 * random()) * 100) / 100,
    };
  });
}

export function visits(now: number, days: number, visitsPerDay: number): Visit[] {
  const random = randomNumbers(2);
  return timesUntil(now, days, visitsPerDay, random).map((time) => ({
    visited_at: new Date(time).toISOString(),
    page: oneOf(pages, random),
    referrer: oneOf(referrers, random),
  }));
}
