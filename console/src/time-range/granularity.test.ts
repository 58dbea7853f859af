import { describe, expect, it } from 'vitest';
import { bucketStop, granularityFor, roughSpanMs } from './granularity.js';

const dayMs = 86_400_000;

describe("a bucket's end", () => {
  it.each([
    ['2026-03-01T10:15:00Z', 'FIFTEEN_MINUTES', 'UTC', '2026-03-01T10:30:00Z'],
    ['2026-03-01T10:00:00Z', 'HOUR', 'Asia/Kathmandu', '2026-03-01T11:00:00Z'],
    // The day on which clocks are set forward has 23 hours.
    ['2026-03-28T23:00:00Z', 'DAY', 'Europe/Zurich', '2026-03-29T22:00:00Z'],
    ['2026-03-22T23:00:00Z', 'WEEK', 'Europe/Zurich', '2026-03-29T22:00:00Z'],
    ['2026-02-01T00:00:00Z', 'MONTH', 'UTC', '2026-03-01T00:00:00Z'],
    ['2026-10-01T00:00:00Z', 'QUARTER', 'UTC', '2027-01-01T00:00:00Z'],
    ['2026-01-01T05:00:00Z', 'YEAR', 'America/New_York', '2027-01-01T05:00:00Z'],
  ] as const)('of %s by %s in %s is %s', (start, granularity, zone, stop) => {
    expect(bucketStop(start, granularity, zone)).toBe(stop);
  });
});

describe('the granularity for a range', () => {
  it.each([
    [1_000, 'MINUTE'],
    [dayMs, 'HOUR'],
    [12 * dayMs, 'DAY'],
    [400 * dayMs, 'MONTH'],
  ])('of %d ms is %s', (spanMs, granularity) => {
    expect(granularityFor(spanMs, 12)).toBe(granularity);
  });

  it.each([
    ['LAST_N_MINUTES:15', 900_000],
    ['LAST_N_DAYS:7', 7 * dayMs],
    ['TODAY', dayMs],
    ['THIS_WEEK', 7 * dayMs],
    ['2026-01-01T00:00:00Z..2026-01-03T00:00:00Z', 2 * dayMs],
    ['..2026-01-03T00:00:00Z', undefined],
    ['', undefined],
  ])('is decided by about how long it is: %j', (range, spanMs) => {
    expect(roughSpanMs(range, 0)).toBe(spanMs);
  });
});
