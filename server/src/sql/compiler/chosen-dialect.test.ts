import { beforeAll, describe, expect, it } from 'vitest';
import type { Column, ColumnType } from '../../catalog/column.js';
import { dataPoolSource } from './data-pool-source.js';
import { parseStatement } from './parse-statement.js';
import { loadParsers, type SqlParsers } from './parsers.js';

let parsers: SqlParsers;
beforeAll(async () => {
  parsers = await loadParsers();
});

const column = (name: string, type: ColumnType): Column => ({
  name,
  type,
  nullable: true,
  jsonProperty: name,
});
const columns = [
  column('x', 'DOUBLE'),
  column('k', 'INT32'),
  column('active', 'BOOLEAN'),
  column('payload', 'JSON'),
  column('state', 'COLUMNSTORE'),
];
const events = dataPoolSource({ id: 'DPO_events', environmentId: 'ENV' }, columns, null);
const read = (text: string) => parseStatement(parsers, text, undefined, () => events);

describe('a statement without a dialect', () => {
  it.each([
    'select sum(k) / count(*) from events',
    'select sum(k) / count(*), corr(x, k) from events',
    "select count(k), date(timestamp '2026-01-01') from events",
  ])('is PostgreSQL: %s', (text) => {
    expect(read(text).dialect).toBe('POSTGRESQL');
  });

  it.each([
    ['a function that PostgreSQL does not know', 'select sum(k) / count(*), uniq(x) from events'],
    ['such a function after a mistake of PostgreSQL', 'select active = 1, uniq(x) from events'],
    ['a window function that is called without OVER', 'select first_value(k) from events'],
    ['such a window function', 'select lagInFrame(k) over (order by k) from events'],
    ['count() without an argument', 'select count() from events'],
    ['a type that PostgreSQL does not know', 'select k::UInt8 from events'],
    ['a path into JSON', 'select payload.plan from events'],
    ['a column of a type that PostgreSQL does not have', 'select state from events'],
    ['grammar that PostgreSQL cannot read', 'select k from events limit 1 by k'],
    [
      'a join whose word PostgreSQL takes for an alias',
      'select k from events semi left join events b using (k)',
    ],
  ])("is in the engine's dialect for %s: %s", (_, text) => {
    expect(read(text).dialect).toBe('COLUMNSTORE');
  });

  it.each([
    ['select sum(k) / count(*), sha256(k::text) from events', 'sha256 needs bytea, but this is text.'],
    ['select sum(k) / count(*), tanh(k) from events', 'The function tanh is not available'],
    ['select sum(k) / count(*) from events where active = 1', 'has both boolean and integer'],
    ['select k::uuid from events', 'uuid'],
    ['select round(x, 2) from events', 'needs a numeric'],
    ['select nope(k) from events', 'The function nope is not available'],
  ])("is refused rather than read in the engine's dialect: %s", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
