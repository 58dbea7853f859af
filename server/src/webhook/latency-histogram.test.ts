import fc from 'fast-check';
import { expect, it } from 'vitest';
import { latencyBucket, latencyBuckets, percentile } from './latency-histogram.js';

function histogramOf(durationsMs: readonly number[]): number[] {
  const histogram: number[] = Array(latencyBuckets).fill(0);
  for (const durationMs of durationsMs) {
    const bucket = latencyBucket(durationMs);
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
  }
  return histogram;
}

it('gives percentiles within 10% of the true ones, from 0.5 ms to a minute', () => {
  const durations = fc.array(fc.double({ min: 0.5, max: 60_000, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.95, 0.99), (sample, share) => {
      const sorted = sample.toSorted((a, b) => a - b);
      const exact = sorted[Math.ceil(sample.length * share) - 1] as number;
      const given = percentile(histogramOf(sample), share) as number;
      expect(Math.abs(given / exact - 1)).toBeLessThan(0.1);
    }),
  );
});

it('has a place for every duration, and nothing to tell without one', () => {
  expect([0, 0.5, 0.51, 1e12].map(latencyBucket)).toEqual([0, 0, 1, latencyBuckets - 1]);
  expect(percentile(histogramOf([0.01]), 0.5)).toBe(0.5);
  expect(percentile(histogramOf([]), 0.99)).toBeNull();
});
