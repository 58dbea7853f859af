import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ColumnType } from '../../server/src/catalog/column.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Caller } from '../../server/src/query/caller.js';
import { counter } from '../../server/src/query/counter.js';
import { runSql } from '../../server/src/query/run-sql.js';
import type { SqlDialect } from '../../server/src/sql/compiler/parse-statement.js';
import { allowedFunctions } from '../../server/src/sql/functions/allow-list.js';
import { statementFunctions } from '../../server/src/sql/functions/statement-functions.js';
import { functionNames } from '../../server/src/sql/postgres/functions/call.js';
import { extent, sample } from '../support/extent.js';
import { type ArgumentChoices, callsOf, literalChoices } from '../support/function-calls.js';
import { callerWith } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

/**
 * A column that a policy hides in some rows is NULL there, and nothing may look under that NULL. Two Data Pools hold the
 * same records, except for what is hidden: harmless values in one, values on which casts, divisions and sums fail in the
 * other. Whatever function of either dialect is called with the hidden columns, answers and failures are the same.
 */
const shown = {
  b: true,
  s: '12',
  f: 1.5,
  d: 2.5,
  i: 7,
  dt: '2026-03-01',
  ts: '2026-03-01 10:00:00.000',
  j: '{"a":"3"}',
};
const harmless = {
  b: false,
  s: '1',
  f: 1,
  d: 1,
  i: 1,
  dt: '2026-01-01',
  ts: '2026-01-01 00:00:00.000',
  j: '{}',
};
const extreme = {
  b: true,
  s: 'secret',
  f: 1e38,
  d: 1e300,
  dt: '2299-12-31',
  ts: '2299-12-31 23:59:59.999',
  j: '[[',
};
const largest = { i8: 127, i16: 32767, i32: 2147483647, i64: '9223372036854775807' };

type Values = Readonly<Record<string, unknown>>;
const types: Readonly<Record<string, ColumnType>> = {
  b: 'BOOLEAN',
  s: 'STRING',
  f: 'FLOAT',
  d: 'DOUBLE',
  i8: 'INT8',
  i16: 'INT16',
  i32: 'INT32',
  i64: 'INT64',
  dt: 'DATE',
  ts: 'TIMESTAMP',
  j: 'JSON',
};
/** Each type twice: the second time nullable, with an `n` behind its name. */
const masked = Object.entries(types).flatMap(([name, type]) => [
  { name, type, nullable: false },
  { name: `${name}n`, type, nullable: true },
]);
const maskedNames = masked.map(({ name }) => name);
const columns = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'dept', type: 'STRING', nullable: false },
  ...masked,
] as const;

const cellsOf = (values: Values) =>
  Object.fromEntries(
    Object.keys(types).flatMap((name) => {
      const value = values[name] ?? values['i'];
      return [
        [name, value],
        [`${name}n`, value],
      ];
    }),
  );

const recordOf = (index: number, hidden: Values) => {
  const dept = index % 2 === 0 ? 'mine' : 'board';
  return {
    _weir_request: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    id: `r${index}`,
    at: '2026-03-01 00:00:00.000',
    dept,
    ...cellsOf(dept === 'mine' ? shown : hidden),
  };
};

interface World {
  readonly pool: DataPool;
  readonly caller: Caller;
}
let node: QueryNode;
let worlds: readonly World[];

beforeAll(async () => {
  node = await openQueryNode();
  worlds = await Promise.all(
    [harmless, { ...extreme, ...largest }].map(async (hidden) => {
      const pool = await node.createPool({ columns, timestamp: 'at', accessControlEnabled: true });
      await node.insert(
        pool,
        Array.from({ length: 6 }, (_, index) => recordOf(index, hidden)),
      );
      const policies = [
        { columns: ['*'], filterSql: "dept = 'mine'" },
        { columns: ['id', 'at', 'dept'], filterSql: "dept = 'board'" },
      ];
      return { pool, caller: await callerWith(node, pool, policies) };
    }),
  );
});
afterAll(() => node.close());

type Outcome = { readonly rows: unknown } | { readonly code: string | undefined; readonly message: string };
const isRefused = (outcome: Outcome) => 'code' in outcome && outcome.code === 'BAD_REQUEST';
const failed = (outcome: Outcome) => 'code' in outcome;

/** The answer that both worlds give, which must be one. */
async function outcomeOf(text: string, dialect: SqlDialect): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const { pool, caller } of worlds) {
    const query = text.replaceAll('POOL', `"${pool.id}"`);
    const outcome = await runSql(node.services, caller, { query, dialect }).then(
      ({ rows }) => ({ rows }),
      (error: Error & { code?: string }) => ({
        code: error.code,
        message: error.message.replaceAll(pool.id, 'POOL'),
      }),
    );
    // Refused by its text, which is the same in both.
    if (isRefused(outcome)) return outcome;
    outcomes.push(outcome);
  }
  expect(outcomes[0], text).toEqual(outcomes[1]);
  return outcomes[0] as Outcome;
}

const callsInOne = 40;

/** Runs calls many at a time, and halves those of a statement that fails. Gives those that were not refused. */
async function compare(
  calls: readonly string[],
  statement: (calls: readonly string[]) => string,
  dialect: SqlDialect,
): Promise<ReadonlySet<string>> {
  const ran = new Set<string>();
  const run = async (some: readonly string[]): Promise<void> => {
    const outcome = await outcomeOf(statement(some), dialect);
    if (some.length === 1 ? !isRefused(outcome) : !failed(outcome)) {
      for (const call of some) ran.add(call);
    } else if (some.length > 1) {
      const half = Math.ceil(some.length / 2);
      await run(some.slice(0, half));
      await run(some.slice(half));
    }
  };
  for (let start = 0; start < calls.length; start += callsInOne)
    await run(calls.slice(start, start + callsInOne));
  return ran;
}

const argumentChoices: ArgumentChoices = {
  ...literalChoices,
  boolean: ['b', 'bn'],
  integer: ['i64', 'i8n'],
  number: ['i32', 'dn', 'f'],
  string: ['s', 'sn'],
  time: ['ts', 'dtn'],
  array: ['[i64]', "splitByChar('1', s)"],
  sized: ['s', 'sn'],
  json: ['j', 'jn'],
  any: maskedNames,
  map: ["map('k', i64)", 'map(s, dn)'],
  tuple: ['(s, i64n)'],
  moment: ['toDateTime(ts)', 'dtn'],
};

const withoutCall = (ran: ReadonlySet<string>, callsByName: ReadonlyMap<string, readonly string[]>) =>
  [...callsByName].filter(([, calls]) => !calls.some((call) => ran.has(call))).map(([name]) => name);

const perRow = (calls: readonly string[]) => `SELECT id, ${calls.join(', ')} FROM POOL ORDER BY id`;
const perGroup = (calls: readonly string[]) =>
  `SELECT dept, ${calls.join(', ')} FROM POOL GROUP BY dept ORDER BY dept`;

const timeout = 300_000;

describe('nothing looks under the NULL of a hidden column', () => {
  it('by any function of COLUMNSTORE', { timeout }, async () => {
    const scalars = [...allowedFunctions, ...statementFunctions].filter(
      ({ aggregate, readsClock }) => !aggregate && !readsClock,
    );
    const calls = new Map(scalars.map((fn) => [fn.name, sample(callsOf(fn, argumentChoices), 1)]));
    const ran = await compare([...calls.values()].flat(), perRow, 'COLUMNSTORE');
    // An interval is no value that a column of an answer can hold.
    expect(withoutCall(ran, calls).filter((name) => !name.startsWith('toInterval'))).toEqual([]);
  });

  it('by any aggregate of COLUMNSTORE', { timeout }, async () => {
    const calls = new Map(
      allowedFunctions
        .filter(({ aggregate }) => aggregate)
        .map((fn) => [fn.name, sample(callsOf(fn, argumentChoices), 2)]),
    );
    const ran = await compare([...calls.values()].flat(), perGroup, 'COLUMNSTORE');
    expect(withoutCall(ran, calls)).toEqual([]);
    const over = (some: readonly string[]) =>
      `SELECT id, ${some.map((call) => `${call} OVER (ORDER BY id)`).join(', ')} FROM POOL ORDER BY id`;
    await compare([...ran], over, 'COLUMNSTORE');
  });

  it('by suffixes of aggregates, tuples, maps and ARRAY JOIN', { timeout }, async () => {
    const some = sample(maskedNames, 8);
    const calls = some.flatMap((name) => [
      `groupArrayArray([${name}])`,
      `groupArray((id, ${name}))`,
      `anyOrNull(assumeNotNull(${name}))`,
      `minArgMax(i64n, ${name})`,
      `maxForEach([${name}])`,
      `sumMap(map(toString(${name}), 1))`,
      `groupConcat(',')(${name})`,
    ]);
    const ran = await compare(calls, perGroup, 'COLUMNSTORE');
    expect(calls.filter((call) => !ran.has(call))).toEqual([]);
    const states = (names: readonly string[]) =>
      `SELECT ${names.map((_, at) => `uniqExactMerge(s${at}), uniqExactMergeIf(s${at}, dept = 'board')`).join(', ')} FROM
        (SELECT dept, ${names.map((name, at) => `uniqExactState(assumeNotNull(${name})) AS s${at}`).join(', ')} FROM POOL GROUP BY dept)`;
    expect((await compare(some, states, 'COLUMNSTORE')).size).toBe(some.length);
    const elements = (names: readonly string[]) =>
      `SELECT id, ${names.map((_, at) => `x${at}`).join(', ')} FROM POOL LEFT ARRAY JOIN ${names.map((name, at) => `[${name}] AS x${at}`).join(', ')} ORDER BY id`;
    expect((await compare(some, elements, 'COLUMNSTORE')).size).toBe(some.length);
  });

  it("by any function of PostgreSQL's dialect", { timeout }, async () => {
    const some = ['s', 'sn', 'i64', 'i8n', 'd', 'f', 'ts', 'dtn', 'b', 'jn'];
    const argumentLists = (column: string) => [
      `${column}`,
      `${column}, ${column}`,
      `${column}, 1`,
      `1, ${column}`,
      `${column}, '1'`,
      `'day', ${column}`,
      `'1', ${column}`,
      `${column}, 'YYYY'`,
      `${column}, '1', '2'`,
      `${column}, 1, 1`,
      `${column}, '1', 1`,
      `ARRAY[${column}]`,
      `ARRAY[${column}], 1`,
      `ARRAY[${column}], ${column}`,
      `${column}, ARRAY[${column}]`,
      `ARRAY[${column}], '1'`,
      `ARRAY[${column}], ARRAY[${column}]`,
    ];
    /** Without a column, or written in a syntax of their own. */
    const special: Readonly<Record<string, readonly string[]>> = {
      now: [],
      statement_timestamp: [],
      transaction_timestamp: [],
      pi: [],
      gen_random_uuid: [],
      random: [],
      version: [],
      current_schema: [],
      current_database: [],
      current_setting: [],
      to_date: [],
      position: ["position('1' IN s)", "position('1' IN sn)"],
      extract: ['extract(year FROM ts)', 'extract(epoch FROM dtn)'],
      date_part: ["date_part('year', ts)"],
      date_bin: ["date_bin('1 hour', ts, timestamp '2001-01-01')", "date_bin('1 day', dtn, ts)"],
      width_bucket: ['width_bucket(d, 0, 10, 3)', 'width_bucket(i8n, f, 10, 3)'],
      timezone: ["ts AT TIME ZONE 'Europe/Berlin'"],
      encode: ["encode(convert_to(s, 'UTF8'), 'hex')", "encode(sn::bytea, 'base64')"],
      decode: ["convert_from(decode(s, 'hex'), 'UTF8')", "encode(decode(sn, 'base64'), 'hex')"],
      convert_to: ["encode(convert_to(sn, 'UTF8'), 'base64')"],
      convert_from: ["convert_from(convert_to(s, 'UTF8'), 'UTF8')"],
      ...Object.fromEntries(
        ['sha224', 'sha256', 'sha384', 'sha512'].map((name) => [
          name,
          [`encode(${name}(convert_to(s, 'UTF8')), 'hex')`, `encode(${name}(sn::bytea), 'hex')`],
        ]),
      ),
      string_to_array: ["string_to_array(COALESCE(s, ''), '1')"],
    };
    const names = functionNames.filter((name) => special[name]?.length !== 0);
    const lists = some.flatMap(argumentLists);
    const calls = new Map(
      names.map((name) => [name, special[name] ?? lists.map((list) => `${name}(${list})`)]),
    );
    const taken = new Map<string, string[]>();
    for (const [name, all] of calls) taken.set(name, await accepted(all));
    expect(withoutAny(taken)).toEqual([]);
    await compare([...taken.values()].flat(), perRow, 'POSTGRESQL');
  });

  it('by operators, casts and conditions in any place', { timeout }, async () => {
    const values = [
      'CAST(i64 - 9223372036854775000 AS smallint)',
      'i64::smallint',
      'i64::int + 2147483600',
      's::int',
      's::date',
      's::numeric',
      's::boolean',
      'd::int',
      'd::real',
      'd::numeric(5, 2)',
      'dt + 300000',
      "ts + INTERVAL '100 years'",
      'ts::date',
      '100 / (i64 - 1)',
      '100 % (i8n - 127)',
      'i64 * 2',
      '-i64',
      'i64 + i64n',
      "s || 'x'",
      "s LIKE 'sec%'",
      "j->>'a'",
      "(j->>'a')::int",
      'i64 BETWEEN 100 AND 9223372036854775807',
      'i64 IN (1, 9223372036854775807)',
      "CASE WHEN s = 'secret' THEN 1 / 0 ELSE 1 END",
      'COALESCE(i64, 5)',
      'NULLIF(i64, 1)',
      'GREATEST(i64, 3)',
      'sqrt(d - 10)',
      'ln(f - 10)',
      'power(d, 10)',
      'exp(f)',
    ];
    const places = [
      (value: string) => `SELECT id, ${value} FROM POOL ORDER BY id`,
      (value: string) => `SELECT id FROM POOL WHERE (${value}) IS NOT NULL ORDER BY id`,
      (value: string) => `SELECT id FROM POOL ORDER BY ${value}, id`,
      (value: string) => `SELECT ${value}, count(*) FROM POOL GROUP BY 1 ORDER BY 2, 1`,
      (value: string) =>
        `SELECT count(*) FROM POOL GROUP BY dept HAVING max((${value})::text) IS NULL ORDER BY 1`,
      (value: string) =>
        `SELECT a.id FROM POOL a JOIN (SELECT ${value} AS v FROM POOL) b ON a.s = b.v::text ORDER BY 1`,
      (value: string) =>
        `SELECT id, row_number() OVER (PARTITION BY ${value} ORDER BY id) FROM POOL ORDER BY id`,
    ];
    let ran = 0;
    const texts = sample(
      values.flatMap((value) => places.map((place) => place(value))),
      40,
    );
    for (const text of texts) if (!isRefused(await outcomeOf(text, 'POSTGRESQL'))) ran += 1;
    expect(ran).toBeGreaterThan(texts.length * (1 - 1 / places.length));
  });

  it('by the order of rows', async () => {
    const inOrder = (some: readonly string[]) =>
      `SELECT id, ${some.map((name) => `row_number() OVER (ORDER BY ${name})`).join(', ')} FROM POOL ORDER BY id`;
    expect((await compare(maskedNames, inOrder, 'COLUMNSTORE')).size).toBe(maskedNames.length);
  });

  it('by a Metric of their own', async () => {
    for (const name of maskedNames) {
      for (const expression of [`max(assumeNotNull(${name}))`, `uniqExact(assumeNotNull(${name}))`]) {
        const answers: (string | null)[] = [];
        for (const { pool, caller } of worlds) {
          const metric = { dataPool: { id: pool.id }, aggregation: { type: 'CUSTOM' as const, expression } };
          answers.push((await counter(node.services, caller, { metric })).value);
        }
        expect(answers[0], expression).toBe(answers[1]);
      }
    }
  });
});

/** The calls that are not refused, at most a few for each: which are is told by their text alone. */
async function accepted(calls: readonly string[], most = extent(1, 8)): Promise<string[]> {
  const found: string[] = [];
  const [world] = worlds;
  for (const call of calls) {
    if (found.length === most || world === undefined) break;
    const query = perRow([call]).replaceAll('POOL', `"${world.pool.id}"`);
    const problem = await runSql(node.services, world.caller, { query, dialect: 'POSTGRESQL' }).catch(
      (error: Error & { code?: string }) => error,
    );
    if (!(problem instanceof Error) || problem.code !== 'BAD_REQUEST') found.push(call);
  }
  return found;
}

const withoutAny = (calls: ReadonlyMap<string, readonly string[]>) =>
  [...calls].filter(([, taken]) => taken.length === 0).map(([name]) => name);
