import type { Slice } from '../sql/job-table.js';

/** The engine holds the keys of a slice in memory while it looks for them: roughly 200 bytes each. */
const sliceKeysMax = 1_000_000;

/** So many slices that each is small enough; one for nothing at all, which is cheap. */
export function slicesOf(keys: number, keysMax = sliceKeysMax): readonly Slice[] {
  const count = Math.max(Math.ceil(keys / keysMax), 1);
  return Array.from({ length: count }, (_, index) => ({ index, count }));
}
