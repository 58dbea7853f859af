import { expect, test } from 'vitest';
import { rowListSql } from './key-list.js';
import { sql } from './sql-text.js';
import { BoundValues } from './values.js';

const column = (type: string, nullable = true) => ({ alias: sql`_weir_g0`, type, nullable });

test('rows are one parameter, cast to their types', () => {
  const values = new BoundValues();
  const columns = [
    column('LowCardinality(Nullable(String))'),
    { ...column('Int64', false), alias: sql`_weir_g1` },
  ];
  const text = rowListSql(columns, [
    ["o'k", '1'],
    [null, '2'],
  ])?.(values);
  expect(text).toBe(
    "SELECT CAST(_weir_x[1], 'Nullable(String)') AS _weir_g0, CAST(_weir_x[2], 'Int64') AS _weir_g1 FROM " +
      "(SELECT arrayJoin(JSONExtract({p0:String}, 'Array(Array(Nullable(String)))')) AS _weir_x)",
  );
  expect(values.params).toEqual({ p0: '[["o\'k","1"],[null,"2"]]' });
});

test.each<[string, string, string]>([
  ['arrays', 'Array(String)', '["a"]'],
  ['JSON', 'JSON', '{}'],
  ['what is no type', "String'), 1", 'a'],
  ['text that was not UTF-8', 'String', 'a\ufffd'],
  ['more than 64 KiB', 'String', 'x'.repeat(65_536)],
])('%s cannot be listed', (_what, type, text) => {
  expect(rowListSql([column(type)], [[text]])).toBeNull();
});
