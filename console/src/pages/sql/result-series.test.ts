import { describe, expect, it } from 'vitest';
import { resultSeries } from './result-series.js';

const none = { precision: null, scale: null };
const columns = [
  { columnName: 'day', type: 'DATE' as const, ...none, isNullable: false },
  { columnName: 'country', type: 'STRING' as const, ...none, isNullable: true },
  { columnName: 'n', type: 'INT64' as const, ...none, isNullable: false },
];
const choice = { kind: 'line', along: 0, values: 2, series: 1 } as const;

describe('a chart with a series column', () => {
  it('has a series for each value, with gaps where there is no row, and days in order', () => {
    const rows = [
      ['2026-01-02', 'CH', '9007199254740993'],
      ['2026-01-01', 'DE', '2'],
      ['2026-01-03', null, '3'],
    ];
    const { labels, series, leftOut, isAdded, description } = resultSeries({ columns, rows }, choice);
    expect(labels).toEqual(['2026-01-01', '2026-01-02', '2026-01-03']);
    expect(series.map(({ name, exact }) => [name, exact])).toEqual([
      ['CH', [null, '9007199254740993', null]],
      ['null', [null, null, '3']],
      ['DE', ['2', null, null]],
    ]);
    expect([leftOut, isAdded]).toEqual([0, false]);
    expect(description).toBe('n by day and country: 3 rows');
  });

  it('adds up rows of the same place', () => {
    const rows = [
      ['2026-01-01', 'CH', '1'],
      ['2026-01-01', 'CH', '2.5'],
    ];
    expect(resultSeries({ columns, rows }, choice)).toMatchObject({
      series: [{ name: 'CH', values: [3.5] }],
      isAdded: true,
    });
  });

  it('draws the 12 largest series, and says how many it leaves out', () => {
    const rows = Array.from({ length: 15 }, (_, at) => ['2026-01-01', `c${at}`, String(at)]);
    const { series, leftOut } = resultSeries({ columns, rows }, choice);
    expect(series.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, at) => `c${14 - at}`));
    expect(leftOut).toBe(3);
  });
});

it('keeps every row of a chart without one, and the rest of a pie in its last slice', () => {
  const rows = Array.from({ length: 14 }, (_, at) => ['same', `c${at}`, '1']);
  const one = { along: 1, values: 2, series: undefined };
  expect(resultSeries({ columns, rows }, { ...one, kind: 'bar' }).labels).toHaveLength(14);
  const pie = resultSeries({ columns, rows }, { ...one, kind: 'pie' });
  expect(pie.labels.at(-1)).toBe('Others');
  expect(pie.series[0]?.values.at(-1)).toBe(3);
});
