import { describe, expect, it } from 'vitest';
import { fromLocalText, rangeLabel, timeRangeInput, toLocalText } from './time-range.js';

describe('a range in the address bar', () => {
  it.each([
    ['', undefined],
    ['TODAY', { relative: 'TODAY' }],
    ['LAST_N_DAYS:7', { relative: 'LAST_N_DAYS', n: 7 }],
    ['2026-01-01T00:00:00Z..', { start: '2026-01-01T00:00:00Z' }],
    [
      '2026-01-01T00:00:00Z..2026-02-01T00:00:00Z',
      { start: '2026-01-01T00:00:00Z', stop: '2026-02-01T00:00:00Z' },
    ],
  ])('%j is %j to the API', (text, input) => {
    expect(timeRangeInput(text)).toEqual(input);
  });
});

describe('a wall clock', () => {
  it.each([
    ['2026-01-15T12:00:00', 'Europe/Zurich', '2026-01-15T11:00:00Z'],
    ['2026-07-15T12:00', 'Europe/Zurich', '2026-07-15T10:00:00Z'],
    ['2026-03-29T03:30:00', 'Europe/Zurich', '2026-03-29T01:30:00Z'],
    ['2026-06-01T00:00:00', 'America/New_York', '2026-06-01T04:00:00Z'],
    ['2026-06-01T00:00:00', 'UTC', '2026-06-01T00:00:00Z'],
  ])('at %s in %s is %s', (local, zone, instant) => {
    expect(fromLocalText(local, zone)).toBe(instant);
    expect(toLocalText(instant, zone)).toBe(local.length === 16 ? `${local}:00` : local);
  });

  it('that is none is nothing', () => {
    expect(fromLocalText('', 'UTC')).toBe('');
    expect(fromLocalText('12026-01-01T00:00', 'UTC')).toBe('');
    expect(toLocalText('tomorrow', 'Europe/Zurich')).toBe('');
  });
});

it.each([
  ['', 'All time'],
  ['LAST_N_DAYS:7', 'Last 7 days'],
  ['LAST_N_WEEKS:5', 'Last 5 weeks'],
  ['PREVIOUS_YEAR', 'Previous year'],
  ['2026-01-01T00:00:00Z..2026-02-01T00:00:00Z', '2026-01-01 01:00:00 to 2026-02-01 01:00:00'],
  ['2026-01-01T00:00:00Z..', 'Since 2026-01-01 01:00:00'],
  ['..2026-02-01T00:00:00Z', 'Until 2026-02-01 01:00:00'],
])('says %s in words', (text, words) => {
  expect(rangeLabel(text, 'Europe/Zurich')).toBe(words);
});
