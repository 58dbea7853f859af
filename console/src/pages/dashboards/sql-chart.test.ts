import { expect, it } from 'vitest';
import { sqlChart } from './sql-chart.js';

const column = (columnName: string, type: 'STRING' | 'INT64' | 'DOUBLE') => ({
  columnName,
  type,
  precision: null,
  scale: null,
  isNullable: true,
});

it('draws the numeric columns after the first, along the first', () => {
  const columns = [
    column('year', 'INT64'),
    column('note', 'STRING'),
    column('n', 'INT64'),
    column('sum', 'DOUBLE'),
  ];
  const rows = [
    ['2025', 'a', '1', '1.5'],
    [null, 'b', null, '2'],
  ];
  expect(sqlChart({ columns, rows }, 'STACKED')).toEqual({
    kind: 'stacked',
    description: 'n, sum by year: 2 rows',
    labels: ['2025', 'null'],
    series: [
      { name: 'n', values: [1, null] },
      { name: 'sum', values: [1.5, 2] },
    ],
  });
});

it('draws nothing where there are no numbers', () => {
  expect(
    sqlChart({ columns: [column('n', 'INT64'), column('note', 'STRING')], rows: [] }, 'PIE'),
  ).toBeUndefined();
});
