/** A name of the zone database, in a form that the engine takes too. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Offsets such as +02:00 are zones to JavaScript only.
    return /^[A-Z]/i.test(name);
  } catch {
    return false;
  }
}
