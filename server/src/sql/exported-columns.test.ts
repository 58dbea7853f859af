import { describe, expect, it } from 'vitest';
import { exportedRows, type FileOptions } from './exported-columns.js';
import { sql } from './sql-text.js';

const rows = sql`SELECT 1`;
const selected = (columns: readonly (readonly [string, string])[], options: Partial<FileOptions> = {}) =>
  exportedRows(
    columns.map(([name, engineType]) => ({ name, engineType })),
    rows,
    { format: 'csv', safeForSpreadsheets: false, ...options },
  ).replace(/^SELECT (.*) FROM \(SELECT 1\)$/s, '$1');
const written = (engineType: string, format: FileOptions['format']) =>
  selected([['a', engineType]], { format }).replace(' AS `a`', '');

describe('the names of a file', () => {
  it.each([
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      ['a', 'a', 'a'],
      ['a', 'a_2', 'a_3'],
    ],
    [
      ['a', 'a', 'a_2'],
      ['a', 'a_3', 'a_2'],
    ],
    [
      ['', 'a', ''],
      ['column_1', 'a', 'column_3'],
    ],
    [
      ['column_2', ''],
      ['column_2', 'column_2_2'],
    ],
    [['a\0b'], ['a\ufffdb']],
  ])('of %j are %j', (given, expected) => {
    const columns = given.map((name) => [name, 'String'] as const);
    expect(selected(columns)).toBe(expected.map((name, index) => `\`_${index}\` AS \`${name}\``).join(', '));
  });

  it('do not begin like a formula if spreadsheets read them', () => {
    expect(selected([['=a', 'Int8']], { safeForSpreadsheets: true })).toBe("`_0` AS `'=a`");
  });
});

describe('values', () => {
  it.each([
    ['Nullable(Int64)', 'parquet', '`_0`'],
    ['LowCardinality(Nullable(String))', 'arrow', '`_0`'],
    ['Nullable(Nothing)', 'parquet', "CAST(NULL, 'Nullable(String)')"],
    ['UUID', 'arrow', 'toString(`_0`)'],
    ['UUID', 'csv', '`_0`'],
    ["Enum8('a' = 1)", 'arrow', 'toString(`_0`)'],
    ['UInt256', 'parquet', 'toString(`_0`)'],
    ['Decimal(38, 2)', 'parquet', '`_0`'],
    ['Decimal(76, 2)', 'parquet', 'toString(`_0`)'],
    ["DateTime('UTC')", 'arrow', "toDateTime64(`_0`, 3, 'UTC')"],
    ['Array(Nullable(Int8))', 'parquet', '`_0`'],
    ['Array(Nothing)', 'parquet', 'toJSONString(`_0`)'],
    ['Array(Int8)', 'csv', 'toJSONString(`_0`)'],
    ['Map(String, UUID)', 'arrow', 'toJSONString(`_0`)'],
    ['Tuple(a Int8, `b c` String)', 'parquet', '`_0`'],
    ['Tuple(a Int8, b UUID)', 'csv', 'toJSONString(`_0`)'],
    ['Tuple(a Int8, b UUID)', 'ndjson', '`_0`'],
  ] as const)('of type %s in %s are %s', (type, format, expected) => {
    expect(written(type, format)).toBe(expected);
  });
});
