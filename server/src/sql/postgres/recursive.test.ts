import { beforeAll, expect, test } from 'vitest';
import type { Column } from '../../catalog/column.js';
import { parseStatement } from '../compiler/parse-statement.js';
import { loadParsers, type SqlParsers } from '../compiler/parsers.js';
import { boundStatement } from '../compiler/statement-sql.js';
import { sql } from '../sql-text.js';

let parsers: SqlParsers;
beforeAll(async () => {
  parsers = await loadParsers();
});

const columns: readonly Column[] = [{ name: 'id', type: 'INT64', nullable: false, jsonProperty: 'id' }];

/** Every name is a Data Pool. */
const compile = (text: string) =>
  boundStatement(
    parseStatement(parsers, text, 'POSTGRESQL', (name) => ({
      columns,
      print: () => sql`(SELECT \`id\` FROM \`ENV\`.\`DPO\`)`,
      dataPool: { environmentId: 'ENV', id: name === 'orders' ? 'DPO' : 'OTHER' },
    })),
  );

test('the name of a recursive query hides a Data Pool of that name', () => {
  const text =
    'WITH RECURSIVE orders AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM orders) SELECT n FROM orders';
  expect(compile(text).tables).toEqual([]);
  expect(compile(text).text).not.toContain('DPO');
});

test('but not one with a schema, which is the Data Pool', () => {
  const text = 'WITH RECURSIVE orders AS (SELECT id FROM public.orders) SELECT id FROM orders';
  expect(compile(text).tables).toEqual(['DPO']);
});

test('the name of a later query does not become a Data Pool', () => {
  const text = 'WITH RECURSIVE a AS (SELECT id FROM orders), orders AS (SELECT 1 AS id) SELECT * FROM a';
  expect(() => compile(text)).toThrow('WITH RECURSIVE orders must come before its first use.');
});

test.each([
  ['UNION', 'SELECT 1 AS n UNION SELECT n FROM r', 'UNION is not supported'],
  ['its first query', 'SELECT n FROM r UNION ALL SELECT 1', 'must have the form'],
  ['two places', 'SELECT 1 AS n UNION ALL SELECT a.n FROM r a, r b', 'only once'],
  ['EXISTS', 'SELECT 1 AS n UNION ALL SELECT 1 WHERE EXISTS (SELECT FROM r)', 'a subquery of an expression'],
  ['LEFT JOIN', 'SELECT 1 AS n UNION ALL SELECT 1 FROM orders LEFT JOIN r ON id = n', 'an outer join'],
  ['count', 'SELECT 1 AS n UNION ALL SELECT count(*)::int FROM r', 'Aggregates'],
  ['another type', 'SELECT 1 AS n UNION ALL SELECT n + 1.5 FROM r', 'integer in the first query but numeric'],
  ['more decimals', 'SELECT 1.5 AS n UNION ALL SELECT n * 1.5 FROM r', 'numeric(20, 4)'],
])('a query that reads itself is refused by name: %s', (_, query, words) => {
  expect(() => compile(`WITH RECURSIVE r AS (${query}) SELECT n FROM r`)).toThrow(words);
});
