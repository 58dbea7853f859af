/** One compiler: a text means the same as a filter, as a Metric and in a statement, and a filter fails for no record. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ColumnType } from '../../server/src/catalog/column.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import { counter } from '../../server/src/query/counter.js';
import { runSql } from '../../server/src/query/run-sql.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

const column = (name: string, type: ColumnType, nullable = true) => ({ name, type, nullable });
const columns = [
  column('at', 'TIMESTAMP', false),
  column('day', 'DATE'),
  column('qty', 'INT32', false),
  column('wide', 'INT64', false),
  column('tiny', 'INT8'),
  column('price', 'DOUBLE'),
  column('ratio', 'FLOAT'),
  column('name', 'STRING', false),
  column('note', 'STRING'),
  column('active', 'BOOLEAN'),
  column('doc', 'JSON'),
];

/** Every kind of value that breaks a cast, a division, a logarithm or a product somewhere. */
const records = [
  {
    at: '2026-03-01 10:00:00.500',
    day: '2026-03-01',
    qty: 0,
    wide: '0',
    tiny: 0,
    price: 0,
    ratio: 0,
    name: '',
    note: null,
    active: true,
    doc: '{}',
  },
  {
    at: '1950-01-01 00:00:00.000',
    day: '1950-06-30',
    qty: 2_147_483_647,
    wide: '9223372036854775807',
    tiny: 127,
    price: 1e308,
    ratio: 3e38,
    name: '12',
    note: '2026-02-30',
    active: false,
    doc: '{"n":"7","list":[1,{"k":"v"}],"s":"Straße"}',
  },
  {
    at: '2299-12-31 23:59:59.999',
    day: null,
    qty: -2_147_483_648,
    wide: '-9223372036854775808',
    tiny: -128,
    price: -2.5,
    ratio: null,
    name: 'İΣ ß',
    note: '2026-01-31',
    active: null,
    doc: '[]',
  },
  {
    at: '2026-03-29 01:30:00.000',
    day: '2026-03-29',
    qty: 3,
    wide: '-7',
    tiny: null,
    price: null,
    ratio: 0.1,
    name: '1e400',
    note: 'abc',
    active: true,
    doc: null,
  },
];

let node: QueryNode;
let pool: DataPool;
beforeAll(async () => {
  node = await openQueryNode();
  pool = await node.createPool({ columns, timestamp: 'at' }, 'pool');
  await node.insert(pool, records);
});
afterAll(() => node.close());

const statement = async (query: string) =>
  (await runSql(node.services, node.caller, { query, dialect: undefined })).rows[0]?.[0] ?? null;

async function metric(expression: string, filterSql?: string): Promise<string | null> {
  const aggregation = { type: 'CUSTOM', expression } as const;
  const input = { metric: { dataPool: { id: pool.id }, aggregation }, ...(filterSql && { filterSql }) };
  return (await counter(node.services, node.caller, input)).value;
}

describe('a condition chooses the same records in a filterSql and in a statement', () => {
  test.each([
    "price > 1 OR price < '-1'",
    '(tiny + 0.5::float8)::int = 128 OR (tiny + 0.5::float8)::int = 0',
    'qty IN (3, 0) AND wide <> 5',
    'qty > 1.5 AND tiny IS NOT NULL',
    'wide BETWEEN -10 AND 10',
    "at >= '2026-03-01' AND at < '2026-04-01T00:00:00Z'",
    "at > timestamp '2026-03-20' - interval '1 month 2 hours'",
    "date_trunc('month', at) = '2026-03-01'",
    'extract(dow FROM at) = 0 OR extract(hour FROM at) = 10',
    "to_char(at, 'YYYY') = '2026'",
    "(at AT TIME ZONE 'Europe/Berlin')::date = '2026-03-29'",
    "lower(name) = 'i̇σ ß' OR length(name) = 2",
    "name ~* '^[0-9]+$' OR name SIMILAR TO '1e%'",
    "name LIKE '1%' AND note NOT LIKE 'a%'",
    "concat(name, note) = '12' OR coalesce(note, 'x') = 'x'",
    "substring(name, 0, 2) = '1' OR split_part(note, '-', 2) = '01'",
    "doc->>'n' = '7' AND doc->'list'->1->>'k' = 'v'",
    "doc #>> '{list,0}' = '1' OR doc ? 's'",
    'active IS NOT TRUE OR active AND NOT qty > 0',
    'day IS DISTINCT FROM at::date',
    'CASE WHEN qty > 0 THEN price > 0 ELSE tiny < 0 END',
    "note = ANY (ARRAY['abc', '2026-01-31'])",
    "greatest(qty, tiny) > 2 AND nullif(name, '') IS NOT NULL",
    // The engine's dialect.
    'active = 1 AND empty(doc.n)',
    "doc.n = 7 OR startsWith(name, 'İ')",
    'toYear(at) = 2026 AND has([0, 3], qty)',
    "doc.list[1].k = 'v' OR doc ->> 's' IN ('Straße')",
  ])('%s', async (condition) => {
    expect(await metric('COUNT(*)', condition)).toBe(
      await statement(`SELECT count(*) FROM pool WHERE ${condition}`),
    );
  });
});

describe('an expression has the same value in a Metric and in a statement', () => {
  test.each([
    'COUNT(*)',
    'COUNT(DISTINCT note)',
    'SUM(wide)',
    'SUM(qty) FILTER (WHERE qty > 100)',
    'SUM(tiny) + MAX(qty::bigint)',
    'MIN(name) || MAX(note)',
    "string_agg(note, ',' ORDER BY note)",
    'bool_or(active) AND NOT bool_and(active)',
    'MAX(at)',
    'SUM(price) FILTER (WHERE false)',
    'uniq(name) + argMax(qty, at)',
  ])('%s', async (expression) => {
    expect(await metric(expression)).toBe(await statement(`SELECT ${expression} FROM pool`));
  });

  test('but for a division of integers, which keeps the fraction', async () => {
    expect(await metric('SUM(tiny) / COUNT(*)')).toBe('-0.25');
    expect(await statement('SELECT SUM(tiny) / COUNT(*) FROM pool')).toBe('0');
  });

  test('and but for a time with an offset, which is that instant', async () => {
    const condition = "at = '2026-03-01 12:00:00.5+02:00'";
    expect(await metric('COUNT(*)', condition)).toBe('1');
    expect(await statement(`SELECT count(*) FROM pool WHERE ${condition}`)).toBe('0');
  });
});

describe('what ends a statement with an error is NULL for that record in an expression', () => {
  test.each([
    ['name::int = 12', '1'],
    ['name::bigint > 0', '1'],
    // 1e400 is infinite to the engine.
    ['name::float8 IS NULL', '2'],
    ['name::numeric > 0', '1'],
    ['name::bool IS NULL', '4'],
    ['left(name, 1)::bool', '2'],
    ['note::date IS NULL AND note IS NOT NULL', '2'],
    ['note::timestamp IS NOT NULL', '1'],
    ['price::int IS NULL', '2'],
    ['wide::int = -7', '1'],
    ['(wide * 1.0)::int = -7', '1'],
    ['(wide * 0.5)::bigint IS NULL', '0'],
    ['(wide * 1.5)::bigint IS NULL', '2'],
    ['round(wide * 1.1)::int = -8', '1'],
    ['ceil(wide * 0.01)::int = 0', '2'],
    ['div(wide, 2)::int = -3', '1'],
    ['extract(epoch FROM at)::int > 0', '2'],
    ['10 / qty > 3', '1'],
    ['10 % qty = 1', '1'],
    ['mod(10, qty) = 1', '1'],
    ['div(10, qty) = 3', '1'],
    // The greatest common divisor of -2^63 and 0 has no place in 64 bits.
    ['gcd(wide, 0) IS NULL', '1'],
    ['gcd(wide, tiny) = 128', '1'],
    ['gcd(name::int, qty) IS NULL', '3'],
    ['lcm(wide, qty) = 0', '1'],
    ['lcm(wide, qty) IS NULL', '2'],
    ['wide * 2 IS NULL', '2'],
    ['qty * 2 = 4294967294', '1'],
    ['-wide IS NULL', '1'],
    ['abs(wide) IS NULL', '1'],
    ['sqrt(price) IS NULL', '2'],
    ['ln(ratio) IS NOT NULL', '2'],
    ['power(price, 2) > 1', '1'],
    ["(doc->>'n')::int = 7", '1'],
    ["jsonb_array_length(doc->'list') = 2", '1'],
    ["at + interval '9000 years' IS NULL", '4'],
  ])('%s', async (condition, count) => {
    expect(await metric('COUNT(*)', condition)).toBe(count);
  });

  test('and for a Metric of booleans', async () => {
    expect(await metric('COUNT(*) FILTER (WHERE note::bool IS NULL)')).toBe('4');
    expect(await metric('bool_or(left(name, 1)::bool)')).toBe('true');
  });

  test('and for a sum', async () => {
    expect(await metric('SUM(wide)::bigint')).toBe('-8');
    expect(await metric('SUM(wide)::bigint', 'wide > 0 OR qty = 0')).toBe('9223372036854775807');
    expect(await metric('SUM(wide)::int', 'wide > 0')).toBe(null);
    expect(await metric('(SUM(wide) * 2)::bigint', 'wide > 0')).toBe(null);
  });
});
