import { expect, it } from 'vitest';
import { rangeTextOf, withRangeText } from './range-text.js';

it.each(['', 'TODAY', 'LAST_N_DAYS:7', '2026-01-01T00:00:00Z..', '..2026-01-01T00:00:00Z'])(
  'a time range comes back from its text: %j',
  (text) => {
    const range = withRangeText({ timestamp: 'at' }, text);
    expect(range.timestamp).toBe('at');
    expect(rangeTextOf(range)).toBe(text);
  },
);
