import { beforeAll, expect, test } from 'vitest';
import { parseStatement } from '../compiler/parse-statement.js';
import { loadParsers, type SqlParsers } from '../compiler/parsers.js';

let parsers: SqlParsers;
beforeAll(async () => {
  parsers = await loadParsers();
});

const parse = (on: string) =>
  parseStatement(
    parsers,
    `SELECT x FROM (SELECT ARRAY[1, 2] AS list) a JOIN unnest(a.list) AS u(x) ON ${on}`,
    'POSTGRESQL',
    () => undefined,
  );

test('a function of columns before it is joined ON true', () => {
  expect(parse('true').columns).toHaveLength(1);
});

test.each(['false', 'NULL', '1 = 2', 'x > 1'])('and not ON %s, which would not be a cross join', (on) => {
  expect(() => parse(on)).toThrow('JOIN … ON true');
});
