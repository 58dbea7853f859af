import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Column, ColumnType } from '../../catalog/column.js';
import { readEngine } from '../columnstore/parse/parser.js';
import { Resolver } from '../columnstore/resolve/resolver.js';
import { allowedFunctions } from '../functions/allow-list.js';
import type { Argument, ArgumentKind } from '../functions/engine-function.js';
import { quoteIdentifier } from '../identifier.js';
import { printValue } from '../term/print-query.js';
import { BoundValues, InlineValues, stringLiteral } from '../values.js';
import { parseFilter, parseMetricExpression } from './parse-expression.js';
import { loadParsers, type SqlParsers } from './parsers.js';

const column = (name: string, type: ColumnType): Column => ({
  name,
  type,
  nullable: true,
  jsonProperty: name,
});
const columns = [
  column('id', 'INT64'),
  column('price', 'DOUBLE'),
  column('name', 'STRING'),
  column('active', 'BOOLEAN'),
  column('at', 'TIMESTAMP'),
  column('day', 'DATE'),
  column('payload', 'JSON'),
];

const path = mkdtempSync(join(tmpdir(), 'weir-expression-'));
let session: Session;
let parsers: SqlParsers;

async function rows(sql: string, params: Readonly<Record<string, string>> = {}): Promise<unknown[][]> {
  const result = await session.queryBindAsync(sql, params, { format: 'JSONCompactEachRow' });
  const lines = result
    .text()
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as unknown[]);
}

beforeAll(async () => {
  parsers = await loadParsers();
  session = new Session(path);
  await rows(`CREATE TABLE pool (id Int64, price Nullable(Float64), name Nullable(String), active Nullable(Bool),
    at DateTime64(3, 'UTC'), day Date32, payload String) ENGINE = MergeTree ORDER BY id`);
  await rows('CREATE TABLE nothing AS pool');
  await rows(`INSERT INTO pool VALUES
    (1, 1.5, 'Ana', true, '2026-01-01 10:00:00.000', '2026-01-01', '{"n":5,"s":"x","b":true,"tags":["a","b"],"items":[{"sku":"k"}],"id":9007199254740993,"at":"2026-01-01T10:00:00+02:00"}'),
    (2, 20, 'Bø', false, '2026-01-02 23:59:59.999', '2026-01-02', '{"n":"7","s":null,"b":"false","id":9007199254740992}'),
    (3, NULL, NULL, NULL, '2026-03-01 00:00:00.000', '2026-03-01', '{}'),
    (4, -3, 'it''s \\\\ 100%', true, '2026-03-29 01:30:00.500', '2026-03-29', '[]')`);
});
afterAll(() => {
  session.close();
  rmSync(path, { recursive: true, force: true });
});

describe('filters select the same records with bound and with inline values', () => {
  test.each<[string, number[]]>([
    ['price > 1', [1, 2]],
    ['NOT price > 1', [4]],
    ['price NOT IN (20, NULL)', []],
    ['price NOT IN (20)', [1, 4]],
    ['price IN (1.5, id * 10)', [1, 2]],
    ['price * -0.0 IN (0)', [1, 2, 4]],
    ['price * -0.0 IN (0, 0, 7)', [1, 2, 4]],
    ['price * -0.0 IN (-0.0, 7)', [1, 2, 4]],
    ['price * -0.0 NOT IN (0, 7)', []],
    ['price * 0 NOT IN (-0.0)', []],
    ['price * -0.0 NOT IN (7)', [1, 2, 4]],
    ['price * -0.0 IN (0, NULL)', [1, 2, 4]],
    ["name = 'it''s \\ 100%'", [4]],
    ["name LIKE '%100\\%'", [4]],
    ["name ILIKE 'a%' OR name ~* '^B'", [1, 2]],
    ['name IS NULL', [3]],
    ['active IS NOT TRUE', [2, 3]],
    ['active = 1', [1, 4]],
    ['price IS DISTINCT FROM NULL', [1, 2, 4]],
    ["at >= '2026-01-02' AND at <= '2026-01-02 23:59:59.999999'", [2]],
    ["at = '2026-01-01T11:00:00+01:00'", [1]],
    ["day BETWEEN '2026-01-02' AND '2026-03-01'", [2, 3]],
    ["at < '9999-12-31' AND at > '1900-01-01'", [1, 2, 3, 4]],
    // The engine's dates range from 1900 to 2299.
    ["toDate32('1900-01-01') > '1800-01-01' AND toDate32('2299-12-31') < '2300-01-01'", [1, 2, 3, 4]],
    ["toDate32('1900-01-01') IN ('1800-01-01', '2026-01-01')", []],
    ["toDate32('1900-01-01') NOT IN ('1800-01-01')", [1, 2, 3, 4]],
    ["day NOT IN ('1800-01-01', '2026-01-01', '9999-12-31')", [2, 3, 4]],
    ["day IN ('1800-01-01', '2026-01-01')", [1]],
    ["day BETWEEN '0001-01-01' AND '2026-01-02'", [1, 2]],
    ["at + INTERVAL '1 day 1 hour' > '2026-03-30 02:00:00'", [4]],
    ["toHour(at, 'Europe/Madrid') = 3", [4]],
    ['EXTRACT(dow FROM at) = 0 AND EXTRACT(epoch FROM at) > 1774747800', [4]],
    ['EXTRACT(second FROM at) = 59.999', [2]],
    ["date_trunc('month', at) = '2026-03-01'", [3, 4]],
    ['length(name) = 2', [2]],
    ["substring(name FROM 2 FOR 1) = 'ø' OR position('na' IN name) = 2", [1, 2]],
    ['payload.n > 4', [1, 2]],
    ["payload.n = '7'", [2]],
    ["payload.s = 'x'", [1]],
    ['payload.s IS NULL', [2, 3, 4]],
    ['payload.b', [1]],
    ['NOT payload.b', [2]],
    ['payload.id = 9007199254740993', [1]],
    ['payload.id::bigint = 9007199254740992', [2]],
    ["payload.items.0.sku = 'k'", [1]],
    ["payload->'items'->0->>'sku' = 'k'", [1]],
    ["payload.items[1].sku = 'k'", []],
    ["has(payload.tags, 'b')", [1]],
    ["payload.at::timestamp = '2026-01-01 08:00:00'", [1]],
    ['coalesce(payload.n, 0) = 0', [3, 4]],
    ['COALESCE(price, 0) = 0 ? true : false', [3]],
    ["CASE name WHEN 'Ana' THEN 1 ELSE 0 END = 1", [1]],
    ["arrayExists(x -> x = name, ['Ana', 'z'])", [1]],
    ["price::int = 2 OR price::text = '20'", [1, 2]],
    ['id IN [1, 3]', [1, 3]],
  ])('%s', async (text, ids) => {
    const expr = parseFilter(parsers, text, columns);
    const values = new BoundValues();
    const bound = printValue(expr, values);
    expect(
      (await rows(`SELECT id FROM pool WHERE ${bound} ORDER BY id`, values.params)).flat().map(Number),
    ).toEqual(ids);
    const inline = printValue(expr, new InlineValues());
    expect((await rows(`SELECT id FROM pool WHERE ${inline} ORDER BY id`)).flat().map(Number)).toEqual(ids);
    // The shown SQL can be parsed again in the engine's dialect, with the same meaning.
    const source = { name: 'expression', text: inline };
    const again = new Resolver(source, { columns, aggregates: 'forbidden' }).resolve(readEngine(source));
    const reread = printValue(again.term, new InlineValues());
    expect((await rows(`SELECT id FROM pool WHERE ${reread} ORDER BY id`)).flat().map(Number)).toEqual(ids);
  });
});

test.each<[string, unknown]>([
  ['SUM(price) / COUNT()', 4.625],
  ['count(price)', 3],
  ['COUNT(DISTINCT active)', 2],
  ['COUNT_DISTINCT(name) FILTER (WHERE price > 0)', 2],
  ['sumIf(price, active)', -1.5],
  ['avg(payload.n)', 6],
  ['quantileExact(0.5)(price)', 1.5],
  ['sum(DISTINCT id)', 10],
  ['round(100.0 * countIf(active) / count(), 2)', 50],
  ['max(name)', "it's \\ 100%"],
  ['argMin(name, at)', 'Ana'],
  ['groupUniqArray(10)(active)', null],
  ['sum(CASE WHEN active THEN 1 ELSE 0 END)', 2],
])('a Metric: %s', async (text, value) => {
  const values = new BoundValues();
  const sql = printValue(parseMetricExpression(parsers, text, columns).term, values);
  const [[answer]] = (await rows(`SELECT ${sql} FROM pool`, values.params)) as [[unknown]];
  if (value !== null) expect(typeof value === 'number' ? Number(answer) : answer).toBe(value);
});

const operands = ['a', 'b', 'c', 'd', 'e'].map((name) => column(name, 'COLUMNSTORE'));

test.each([
  'NOT a = b',
  '-1::Int8 = a',
  '-a::Int8 * 2',
  'a + b || c',
  'a = b = c',
  'a < b = c',
  'NOT a IS NULL',
  'a IS NULL = b',
  'a IN (1) = b',
  'NOT a IN (1, 2)',
  'a OR b AND NOT c',
  'a OR b ? c : d',
  'a AND b AND c OR d',
  'a BETWEEN b + 1 AND c OR d',
  'a LIKE b || c',
  'a * b / c % d - e',
  'a - b - c',
  'a != b <> c',
  'a <=> b',
  'NOT NOT a',
  '- - a',
  'a = 1e5 AND b = 0xFF AND c = 1_000',
  "a = 'x\\x41\\n\\'''y\\\\'",
  "a REGEXP 'b'",
  "CAST(a, 'Nullable(Int8)') = a::Nullable(Int8)",
  'a /* - b */ + c -- d',
])('the engine reads %s as we do', async (text) => {
  const source = { name: 'expression', text };
  const resolver = new Resolver(source, { columns: operands, aggregates: 'forbidden' });
  const ours = printValue(resolver.resolve(readEngine(source)).term, new InlineValues());
  expect(await syntaxTree(ours)).toEqual(await syntaxTree(text));
});

/** The engine's own tree. Our casts keep NULL, and the engine's cast of a literal holds its text. */
async function syntaxTree(expression: string): Promise<string[]> {
  const lines = (await rows(`EXPLAIN AST SELECT ${expression}`)).flat() as string[];
  return lines.map((line) => line.replace(/'(Int8|String)'/, "'Nullable($1)'").replace("'-1'", 'Int64_-1'));
}

const samples: Readonly<Record<ArgumentKind, string>> = {
  boolean: 'active',
  integer: 'id',
  number: 'price',
  string: 'name',
  time: 'at',
  array: '[1, 2]',
  sized: 'name',
  json: 'payload',
  any: 'id',
  zone: "'Europe/Madrid'",
  unit: "'day'",
  keep: '3',
  level: '0.5',
  scale: '3',
  decimals: '3',
  length: '3',
  digits: "'%.15g'",
  buckets: '4',
  lambda: 'x -> x = 1',
  interval: 'INTERVAL 1 DAY',
  pattern: "'^a'",
  literal: "','",
  map: 'map(1, 2)',
  state: 'id',
  moment: 'toDateTime(at)',
  weekMode: '1',
  datePart: "'weekday'",
  weight: '2',
  seconds: '3600',
  funnelMode: "'strict_order'",
  sequence: "'(?1)(?2)'",
  element: '1',
  aggregate: "'uniq'",
  constants: '[1, 2]',
  texts: "['a']",
  tuple: '(1, 2)',
};
/** A lambda over a map is a condition or a new pair. */
const pairLambda: Readonly<Record<string, string>> = {
  mapFilter: '(k, v) -> v = 1',
  mapApply: '(k, v) -> (k, v)',
};
const sampleList = (name: string, args: readonly Argument[]) =>
  args
    .map(({ kind }) => (kind === 'lambda' && args[1]?.kind === 'map' ? pairLambda[name] : samples[kind]))
    .join(', ');

test.each(allowedFunctions.map((fn) => [fn.name, fn] as const))(
  'the engine takes %s by its signature',
  async (_, fn) => {
    for (const args of [fn.args, fn.args.filter((argument) => !argument.optional)]) {
      const parameters = fn.parameters === null ? '' : `(${sampleList(fn.name, fn.parameters)})`;
      const call = `${fn.name}${parameters}(${sampleList(fn.name, args)})`;
      const values = new BoundValues();
      const term = fn.aggregate
        ? parseMetricExpression(parsers, call, columns).term
        : parseFilter(parsers, `isNotNull(${call})`, columns);
      await rows(`SELECT ${printValue(term, values)} FROM nothing`, values.params);
    }
  },
);

test('any text survives as a bound value, as a literal and as a name', async () => {
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 20 })
    .filter((value) => !value.includes('\0'));
  const hostile = fc.string({
    unit: fc.constantFrom("'", '`', '\\', '"', '{', '}', '\n', '%', '$', '-', 'n', 'x'),
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, hostile), async (value) => {
      const name = quoteIdentifier(value);
      const sql = `SELECT {p0:String}, ${stringLiteral(value)}, t.${name} FROM (SELECT {p0:String} AS ${name}) AS t`;
      expect(await rows(sql, { p0: value })).toEqual([[value, value, value]]);
    }),
    { numRuns: 150 },
  );
});
