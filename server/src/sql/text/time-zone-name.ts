import { LRUCache } from 'lru-cache';

const namesMax = 1_000;
const known = new LRUCache<string, boolean>({ max: namesMax });

/**
 * A name of the zone database, in a form that the engine takes too. Looking one up takes a tenth of a millisecond,
 * and a statement may name one in each of its columns.
 */
export function isTimeZone(name: string): boolean {
  const found = known.get(name) ?? isFound(name);
  known.set(name, found);
  return found;
}

function isFound(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Offsets such as +02:00 are zones to JavaScript only.
    return /^[A-Z]/i.test(name);
  } catch {
    return false;
  }
}
