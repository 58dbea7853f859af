import { describe, expect, it } from 'vitest';
import { type DashboardDraft, type DraftTile, tileInput } from './dashboard-draft.js';
import { dashboardFile, readDashboardFile } from './dashboard-file.js';

const place = { title: '', x: 0, y: 0, width: 4, height: 3 };
const tiles: DraftTile[] = [
  {
    ...place,
    key: 'a',
    title: 'Orders',
    metricName: 'orders',
    metric: { metricId: 'MET1', kind: 'LEADERBOARD', chart: 'PIE', dimensions: ['country'], rowLimit: 5 },
  },
  { ...place, key: 'b', x: 4, sql: { query: 'SELECT 1', dialect: 'COLUMNSTORE', chart: 'LINE' } },
  { ...place, key: 'c', x: 8, text: { markdown: '# é' } },
];
const draft: DashboardDraft = {
  uniqueName: 'sales',
  description: 'of the shop',
  timeRange: { relative: 'LAST_N_DAYS', n: 7 },
  timeZone: 'Europe/Zurich',
  filterSql: 'price > 0',
  tiles,
};
const metrics = [{ id: 'MET1', uniqueName: 'orders' }];
const file = () => JSON.parse(dashboardFile(draft));

describe('a dashboard as a file', () => {
  it('comes back as it was', () => {
    expect(readDashboardFile(dashboardFile(draft), metrics)).toEqual({
      ...draft,
      tiles: tiles.map(tileInput),
    });
  });

  it('finds its Metrics by name where they have other IDs', () => {
    const { tiles: read } = readDashboardFile(dashboardFile(draft), [{ id: 'MET9', uniqueName: 'orders' }]);
    expect(read?.[0]?.metric?.metricId).toBe('MET9');
  });

  it.each([
    ['{"format": ', /^The file is not JSON: .+/],
    ['[]', 'the file: an object is expected, but this is []'],
    ['{}', 'format: "weir-dashboard" is expected, but nothing is there'],
    [{ ...file(), version: 2 }, 'version: 1 is expected, but this is 2'],
    [{ ...file(), colour: 'red' }, 'colour is no field; the fields here are uniqueName, '],
    [{ ...file(), timeZone: 1 }, 'timeZone: a text is expected, but this is 1'],
    [{ ...file(), timeRange: { n: '7' } }, 'timeRange.n: a whole number is expected, but this is "7"'],
    [{ ...file(), tiles: {} }, 'tiles: a list is expected, but this is {}'],
    [{ ...file(), tiles: [1] }, 'tiles[0]: an object is expected, but this is 1'],
    [
      { ...file(), tiles: [{ ...place, x: 0.5, text: { markdown: '' } }] },
      'tiles[0].x: a whole number is expected',
    ],
    [
      { ...file(), tiles: [{ x: 0, y: 0, width: 1 }] },
      'tiles[0].height: a whole number is expected, but nothing',
    ],
    [{ ...file(), tiles: [place] }, 'tiles[0]: exactly one of metric, sql, text is expected'],
    [{ ...file(), tiles: [{ ...place, text: {} }] }, 'tiles[0].text.markdown: a text is expected'],
    [{ ...file(), tiles: [{ ...place, sql: { sql: '' } }] }, 'tiles[0].sql.sql is no field'],
    [
      { ...file(), tiles: [{ ...place, metric: { metricId: 'MET2', kind: 'COUNTER' } }] },
      'tiles[0].metric.metricId: the ID of a Metric',
    ],
    [
      { ...file(), tiles: [{ ...place, metric: { metricId: 'MET2', metricName: 'gone', kind: 'COUNTER' } }] },
      'tiles[0].metric.metricName: there is no Metric "gone" here',
    ],
    [
      {
        ...file(),
        tiles: [{ ...place, metric: { metricId: 'MET1', kind: 'LEADERBOARD', dimensions: [1] } }],
      },
      'tiles[0].metric.dimensions[0]: a text is expected',
    ],
  ])('says where it is wrong: %j', (given, message) => {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    expect(() => readDashboardFile(text, metrics)).toThrow(message);
  });
});
