import type { Slice } from '../sql/job-table.js';

/** Splits keys into slices of at most `keysPerSliceMax`; at least one slice, even for no keys. */
export function slicesOf(keys: number, keysPerSliceMax: number): readonly Slice[] {
  const count = Math.max(Math.ceil(keys / keysPerSliceMax), 1);
  return Array.from({ length: count }, (_, index) => ({ index, count }));
}
