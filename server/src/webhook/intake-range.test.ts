import { expect, it } from 'vitest';
import { intakeRange } from './intake-range.js';

const now = Date.UTC(2026, 2, 10, 12, 34, 56);
const shown = (input: Partial<Parameters<typeof intakeRange>[0]>) => {
  const { startMs, stopMs } = intakeRange({ weekStart: 'MONDAY', ...input }, now);
  return [startMs, stopMs].map((ms) => new Date(ms).toISOString().slice(0, 16));
};

it('is the last 24 hours by default, up to the current minute', () => {
  expect(shown({})).toEqual(['2026-03-09T13:00', '2026-03-10T12:35']);
});

it('is every minute that the range touches', () => {
  const startMs = Date.UTC(2026, 2, 10, 10, 0, 59);
  expect(shown({ timeRange: { startMs, stopMs: startMs + 2_000 } })).toEqual([
    '2026-03-10T10:00',
    '2026-03-10T10:02',
  ]);
  expect(shown({ timeRange: { startMs, stopMs: startMs } })).toEqual([
    '2026-03-10T10:00',
    '2026-03-10T10:00',
  ]);
});

it('resolves relative ranges in the time zone', () => {
  expect(shown({ timeRange: { relative: 'YESTERDAY' }, timeZone: 'Asia/Tokyo' })).toEqual([
    '2026-03-08T15:00',
    '2026-03-09T15:00',
  ]);
});

it('begins weeks on the given day', () => {
  const week = (weekStart: 'MONDAY' | 'SUNDAY' | 'SATURDAY') =>
    shown({ timeRange: { relative: 'PREVIOUS_WEEK' }, weekStart });
  // The 10th is a Tuesday.
  expect(week('MONDAY')).toEqual(['2026-03-02T00:00', '2026-03-09T00:00']);
  expect(week('SUNDAY')).toEqual(['2026-03-01T00:00', '2026-03-08T00:00']);
  expect(week('SATURDAY')).toEqual(['2026-02-28T00:00', '2026-03-07T00:00']);
});

it('ends where counts are kept: at most 90 days back, and not after now', () => {
  const all = ['2025-12-10T12:35', '2026-03-10T12:35'];
  expect(shown({ timeRange: {} })).toEqual(all);
  expect(shown({ timeRange: { startMs: 0, stopMs: now * 2 } })).toEqual(all);
  expect(shown({ timeRange: { startMs: 0, stopMs: 1 } })).toEqual([all[0], all[0]]);
  expect(shown({ timeRange: { relative: 'TOMORROW' } })).toEqual([all[1], all[1]]);
});

it('refuses a column, an unknown zone, and ends in the wrong order', () => {
  expect(() => shown({ timeRange: { timestamp: 'at' } })).toThrow('timeRange.timestamp does not apply');
  expect(() => shown({ timeZone: 'Nowhere' })).toThrow('timeZone');
  expect(() => shown({ timeRange: { startMs: 2, stopMs: 1 } })).toThrow('is after timeRange.stop');
});
