/**
 * Numbers of requests by how long they took, in buckets that each end 1.2 times as late as the one before. Histograms can be
 * added up, and a percentile is at most 10% off.
 */
export const latencyBuckets = 66;
const firstBoundMs = 0.5;
const ratio = 1.2;
const logRatio = Math.log(ratio);

/** The last bucket has everything longer than 58 s. */
export function latencyBucket(durationMs: number): number {
  if (durationMs <= firstBoundMs) return 0;
  return Math.min(latencyBuckets - 1, Math.ceil(Math.log(durationMs / firstBoundMs) / logRatio));
}

/** The shortest time within which this share of the requests was answered, in milliseconds; null without requests. */
export function percentile(histogram: readonly number[], share: number): number | null {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = Math.ceil(total * share);
  const bucket = histogram.findIndex((count) => {
    left -= count;
    return left <= 0;
  });
  // The middle of the bucket, by ratio. The first one has no lower bound.
  const milliseconds = bucket === 0 ? firstBoundMs : firstBoundMs * ratio ** (bucket - 0.5);
  return Number(milliseconds.toPrecision(3));
}
