import { describe, expect, it } from 'vitest';
import { withInferred } from '../column-editor.js';
import { inferColumns } from '../infer-columns.js';
import { parseSample } from '../sample.js';
import { firstView } from './first-view.js';

const viewOf = (events: readonly object[], timestamp = 'at') =>
  firstView(withInferred([], inferColumns(parseSample(JSON.stringify(events))).columns), timestamp);

describe('the first chart', () => {
  it.each([
    [['2026-01-31T10:00:00Z'], 'MINUTE'],
    [['2026-01-31T10:00:00Z', '2026-01-31 10:30'], 'FIVE_MINUTES'],
    [['2026-01-31T10:00:00+02:00', '2026-01-31T16:30:00Z'], 'HOUR'],
    [['2026-01-31', '2026-02-28'], 'DAY'],
    [['2026-01-31', '2026-02-01'], 'DAY'],
    [['2020-01-01', '2026-01-01'], 'YEAR'],
    [[1_767_225_600, 1_767_225_600 + 3_600 * 8], 'HOUR'],
    [[1_767_225_600_000, 1_767_225_600_000 + 3_600_000 * 8], 'HOUR'],
  ])('of times %j has a fitting granularity, %s', (times, gran) => {
    expect(viewOf(times.map((at) => ({ at })))).toMatchObject({ gran });
  });

  it('by the time of arrival is per minute', () => {
    expect(viewOf([{ a: 1 }, { a: 2 }], '_service_received_at')).toEqual({
      gran: 'MINUTE',
      group: undefined,
      chart: 'bar',
    });
  });

  it('is broken down by a text with few values, best by one that tells the kind', () => {
    const events = ['CH', 'DE', 'CH', 'FR'].map((city, n) => ({ id: `x${n}`, city, size: 'all' }));
    expect(viewOf(events)).toMatchObject({ group: 'city', chart: 'stacked' });
    const kinds = events.map((event, n) => ({ ...event, status: n < 2 ? 'open' : 'closed' }));
    expect(viewOf(kinds)).toMatchObject({ group: 'status' });
  });

  it('is not broken down by a text that most events lack, or that is not a column', () => {
    expect(viewOf([{ a: 'x' }, { a: 'y' }, { a: 'x' }, {}, {}, {}, {}])).toMatchObject({ group: undefined });
    expect(viewOf([1, 2, 1].map((n) => ({ list: [String(n)] })))).toMatchObject({ group: undefined });
  });
});
