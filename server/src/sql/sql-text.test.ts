import { expect, test } from 'vitest';
import { joinSql, type Sql, sql } from './sql-text.js';

test('a template is its words around its parts', () => {
  const names = joinSql([sql`a`, sql`b`]);
  expect(sql`SELECT ${names} FROM t ORDER BY a ${'DESC'} LIMIT ${10}${''}`).toBe(
    'SELECT a, b FROM t ORDER BY a DESC LIMIT 10',
  );
  expect(joinSql([sql`a`, sql`b`], ' AND ')).toBe('a AND b');
});

test('only a whole number may stand in it', () => {
  for (const number of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])
    expect(() => sql`SELECT ${number}`).toThrow('not a whole number');
});

test('a string is no part of it', () => {
  const text: string = '1; DROP TABLE t';
  // @ts-expect-error: that is the point of the type.
  expect(sql`SELECT ${text}`).toBeDefined();
  // @ts-expect-error: nor is it SQL by itself.
  const forged: Sql = text;
  expect(forged).toBe(text);
});
