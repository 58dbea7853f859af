import { expect, test } from 'vitest';
import { joinSql, type Sql, sql } from './sql-text.js';

test('a template joins its text and its parts', () => {
  const names = joinSql([sql`a`, sql`b`]);
  expect(sql`SELECT ${names} FROM t ORDER BY a ${'DESC'} LIMIT ${10}${''}`).toBe(
    'SELECT a, b FROM t ORDER BY a DESC LIMIT 10',
  );
  expect(joinSql([sql`a`, sql`b`], ' AND ')).toBe('a AND b');
});

test('a number must be an integer', () => {
  for (const number of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])
    expect(() => sql`SELECT ${number}`).toThrow('not an integer');
});

test('a string is a type error', () => {
  const text: string = '1; DROP TABLE t';
  // @ts-expect-error: a string cannot be a part of a template.
  expect(sql`SELECT ${text}`).toBeDefined();
  // @ts-expect-error: a string is not assignable to Sql.
  const forged: Sql = text;
  expect(forged).toBe(text);
});
