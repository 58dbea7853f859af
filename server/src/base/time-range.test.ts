import { describe, expect, it } from 'vitest';
import { resolveTimeRange } from './time-range.js';
import { parseTimeZone } from './time-zone.js';

const context = {
  timeZone: parseTimeZone('UTC'),
  weekStart: 'MONDAY' as const,
  nowMs: Date.parse('2026-03-08T15:42:10Z'),
  lastNUnit: 'DAY' as const,
};

describe('resolveTimeRange', () => {
  it('leaves the ends open that are not given', () => {
    expect(resolveTimeRange({}, context)).toEqual({ startMs: null, stopMs: null });
    expect(resolveTimeRange({ startMs: 5 }, context)).toEqual({ startMs: 5, stopMs: null });
    expect(resolveTimeRange({ relative: null, startMs: null, stopMs: 5 }, context)).toEqual({
      startMs: null,
      stopMs: 5,
    });
  });

  it('prefers the relative range, even to an absolute one that is wrong', () => {
    expect(resolveTimeRange({ relative: 'TODAY', startMs: 9, stopMs: 5 }, context)).toEqual({
      startMs: Date.parse('2026-03-08T00:00:00Z'),
      stopMs: Date.parse('2026-03-09T00:00:00Z'),
    });
  });

  it('takes equal ends as an empty range and refuses a start after the stop', () => {
    expect(resolveTimeRange({ startMs: 5, stopMs: 5 }, context)).toEqual({ startMs: 5, stopMs: 5 });
    expect(() => resolveTimeRange({ startMs: 6000, stopMs: 5000 }, context)).toThrow(
      expect.objectContaining({
        code: 'BAD_REQUEST',
        message: 'timeRange.start 1970-01-01T00:00:06Z is after timeRange.stop 1970-01-01T00:00:05Z.',
      }),
    );
  });

  it('ignores n without a range that counts', () => {
    expect(resolveTimeRange({ n: -1 }, context)).toEqual({ startMs: null, stopMs: null });
    expect(resolveTimeRange({ relative: 'TODAY', n: -1 }, context).startMs).toBe(Date.parse('2026-03-08'));
  });
});
