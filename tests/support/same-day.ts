import { setTimeout as delay } from 'node:timers/promises';

const dayMs = 86_400_000;
/** Longer than a file of tests takes on a slow machine. */
const neededMs = 180_000;

/** The start of today in UTC, which stays today while a file of tests runs: shortly before midnight, it waits for the next day. */
export async function startOfSameDay(): Promise<number> {
  const leftMs = dayMs - (Date.now() % dayMs);
  if (leftMs < neededMs) await delay(leftMs);
  return Math.floor(Date.now() / dayMs) * dayMs;
}
