import type { Slice } from '../sql/job-table.js';

/** So many slices that each is small enough; one for nothing at all, which is cheap. */
export function slicesOf(keys: number, keysPerSliceMax: number): readonly Slice[] {
  const count = Math.max(Math.ceil(keys / keysPerSliceMax), 1);
  return Array.from({ length: count }, (_, index) => ({ index, count }));
}
