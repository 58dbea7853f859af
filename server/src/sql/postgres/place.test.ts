import { beforeAll, expect, test } from 'vitest';
import { dataPoolSource } from '../compiler/data-pool-source.js';
import { parseStatement } from '../compiler/parse-statement.js';
import { loadParsers, type SqlParsers } from '../compiler/parsers.js';

let parsers: SqlParsers;
beforeAll(async () => {
  parsers = await loadParsers();
});

const column = (name: string) => ({ name, type: 'INT64', nullable: true, jsonProperty: null }) as const;
const source = dataPoolSource({ id: 'DPO', environmentId: 'ENV' }, [column('a'), column('b')], null);
const other = dataPoolSource({ id: 'DPO2', environmentId: 'ENV' }, [column('c')], null);
const parse = (text: string) =>
  parseStatement(parsers, text, 'POSTGRESQL', (name) =>
    name === 't' ? source : name === 'u' ? other : undefined,
  );

/** `»` marks the place that the refusal names. */
test.each([
  ['SELECT a FROM t INTERSECT ALL SELECT »b FROM t', 'INTERSECT ALL'],
  ['SELECT a FROM t EXCEPT ALL\nSELECT »b FROM t', 'EXCEPT ALL'],
  ['SELECT a FROM t UNION SELECT »a, b FROM t', 'same number of columns'],
  ['SELECT a FROM t UNION ALL SELECT »true', 'Column 1'],
  ['SELECT a FROM t ORDER BY a FETCH FIRST »3 ROWS WITH TIES', 'WITH TIES'],
  ['SELECT a FROM t LIMIT »a + 1', 'LIMIT must be a literal integer'],
  ['SELECT a FROM t LIMIT 1 OFFSET »(SELECT 1)', 'OFFSET must be a literal integer'],
  ['SELECT t.a FROM t, »t', 'used twice'],
  ['SELECT t.a FROM t JOIN »t ON true', 'used twice'],
  ['SELECT x.c FROM t, LATERAL (SELECT »t.a AS c OFFSET 1) AS x', 'OFFSET is not supported'],
  ['SELECT a FROM t TABLESAMPLE SYSTEM (10)'.replace('t TABLESAMPLE', '»t TABLESAMPLE'), 'TABLESAMPLE'],
  ['SELECT a FROM t NATURAL JOIN »u', 'NATURAL JOIN'],
  ['SELECT a FROM t JOIN »u USING (a)', 'USING'],
  ['SELECT DISTINCT a FROM t ORDER BY »b', 'SELECT DISTINCT'],
  ['SELECT DISTINCT ON (»a) a, b FROM t ORDER BY b', 'DISTINCT ON'],
  ['SELECT DISTINCT ON (»a) a, count(*) FROM t GROUP BY a', 'DISTINCT ON'],
  ['SELECT »generate_series(1, 2), generate_series(1, 3)', 'only one function'],
  ['SELECT 1 FROM t WHERE a IN (VALUES (1), (»2, 3))', 'All rows of VALUES'],
  ['SELECT a FROM t WHERE »nope = 1', 'no column'],
  ['SELECT a,\n  »nope(b)\nFROM t', 'nope'],
])('a refusal names the place: %s', (marked, word) => {
  const text = marked.replace('»', '');
  const before = marked.slice(0, marked.indexOf('»')).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  expect(() => parse(text)).toThrow(word);
  expect(() => parse(text)).toThrow(place);
});
