import { expect, test } from 'vitest';
import { parseText, type SqlDialect } from './parse-statement.js';
import { loadParsers } from './parsers.js';
import type { TableName } from './table-names.js';

const parsers = await loadParsers();
const owner = { applicationId: 'APP', tenant: '' };

test.each<[SqlDialect | undefined, string, string[]]>([
  ['POSTGRESQL', 'SELECT 1', []],
  ['POSTGRESQL', 'SELECT * FROM Orders', ['Orders', 'orders']],
  ['POSTGRESQL', 'SELECT é, "Orders".id FROM "Orders" JOIN customers c USING (id)', ['Orders', 'customers']],
  [
    'POSTGRESQL',
    'SELECT (SELECT max(x) FROM a) FROM b WHERE EXISTS (SELECT FROM c) UNION SELECT * FROM d',
    'abcd'.split(''),
  ],
  ['POSTGRESQL', 'WITH w AS (SELECT * FROM a) SELECT * FROM w, (SELECT * FROM b) s', ['a', 'w', 'b']],
  [
    'COLUMNSTORE',
    'WITH w AS (SELECT * FROM a) SELECT * FROM w JOIN `B` ON 1 WHERE x IN (SELECT y FROM c)',
    ['a', 'w', 'B', 'c'],
  ],
  ['POSTGRESQL', 'WITH RECURSIVE w AS (TABLE a UNION ALL SELECT w.* FROM w, b) TABLE w', ['a', 'w', 'b']],
  ['POSTGRESQL', 'SELECT 1 FROM "public"."Orders", Shop.b', ['public/Orders', 'Shop/b']],
  ['COLUMNSTORE', 'SELECT 1 FROM public.a JOIN b ON 1', ['public/a', 'b']],
  [undefined, 'SELECT toInt64(x) FROM Orders', ['Orders', 'orders']],
  [undefined, 'SELECT x FROM `Orders`', ['Orders']],
  [undefined, 'SELECT FROM WHERE', []],
])('the names of tables in %s: %s', async (dialect, text, names) => {
  const { tableNames } = await parseText(parsers, text, dialect, owner);
  expect(tableNames.map(shown).sort()).toEqual([...names].sort());
});

test('the number of names to look up is bounded', async () => {
  const text = `SELECT 1 FROM ${Array.from({ length: 500 }, (_, index) => `t${index}`).join(', ')}`;
  const { tableNames, resolve } = await parseText(parsers, text, undefined, owner);
  expect(tableNames.length).toBeLessThanOrEqual(100);
  expect(() => resolve(() => undefined)).toThrow('t0');
});

const shown = ({ schema, name }: TableName) => (schema === null ? name : `${schema}/${name}`);
