import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Caller } from '../../server/src/query/caller.js';
import { counter } from '../../server/src/query/counter.js';
import { runSql } from '../../server/src/query/run-sql.js';
import type { SqlDialect } from '../../server/src/sql/compiler/parse-statement.js';
import { tableName } from '../../server/src/sql/data-pool-ddl.js';
import { allowedFunctions } from '../../server/src/sql/functions/allow-list.js';
import { statementFunctions } from '../../server/src/sql/functions/statement-functions.js';
import { functionNames } from '../../server/src/sql/postgres/functions/call.js';
import { differingCalls } from '../support/differing-calls.js';
import { sql } from '../support/engines.js';
import { extent, isLong, sample } from '../support/extent.js';
import { type ArgumentChoices, callsOf, literalChoices } from '../support/function-calls.js';
import { callerWith } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

/**
 * After a rebuild, texts can have a dictionary, and the engine evaluates a function of such a column over the dictionary of a
 * part: over values of records that a policy hides or a condition leaves out, too. Two Data Pools have the same records, one
 * without dictionaries and one with them. Whatever is called, the answers are the same.
 */
const mine = { dept: 'mine', s: '1234', t: 'true', d: '2026-03-01' };
/** Texts on which some function fails; some are hidden behind a policy, and all are left out by a condition. */
const hostile = ['', 'M!x', 'secret', '1e400', '[', '{"a":', '%zz', '2299-99-99', '-', '\u0001', '((', '\\'];
const texts = ['s', 't', 'd'] as const;
const columns = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'dept', type: 'STRING', nullable: false },
  ...texts.flatMap((name) => [
    { name, type: 'STRING', nullable: false } as const,
    { name: `${name}n`, type: 'STRING', nullable: true } as const,
  ]),
] as const;

const recordOf = (index: number) => {
  const text = hostile[index % hostile.length] ?? '';
  const dept = (['mine', 'masked', 'hidden'] as const)[index % 3] ?? 'hidden';
  const values = dept === 'mine' ? mine : { dept, s: text, t: text, d: text };
  return {
    _weir_request: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    id: `r${String(index).padStart(2, '0')}`,
    at: '2026-03-01 00:00:00.000',
    dept,
    ...Object.fromEntries(
      texts.flatMap((name) => [name, `${name}n`].map((column) => [column, values[name]])),
    ),
  };
};
const records = Array.from({ length: 36 }, (_, index) => recordOf(index));

interface Reader {
  readonly pool: DataPool;
  readonly caller: Caller;
}
/** Readers of the same records: to two of them rows are hidden, and to one of these columns in other rows as well. */
interface World {
  readonly filtered: Reader;
  readonly masked: Reader;
  readonly whole: Reader;
}
let node: QueryNode;
let before: World;
let after: World;

async function openPool(withDictionaries: boolean, accessControlEnabled: boolean): Promise<DataPool> {
  const pool = await node.createPool({ columns, timestamp: 'at', accessControlEnabled });
  if (withDictionaries) {
    const modified = columns
      .filter(({ type }) => type === 'STRING')
      .map(
        ({ name, nullable }) =>
          `MODIFY COLUMN ${name} LowCardinality(${nullable ? 'Nullable(String)' : 'String'})`,
      );
    await node.engine.command(sql(`ALTER TABLE ${tableName(pool)} ${modified.join(', ')}`));
  }
  await node.insert(pool, records);
  return pool;
}

async function openWorld(withDictionaries: boolean): Promise<World> {
  const pool = await openPool(withDictionaries, true);
  const mine = { columns: ['*'], filterSql: "dept = 'mine'" };
  const others = { columns: ['id', 'at', 'dept'], filterSql: "dept = 'masked'" };
  return {
    filtered: { pool, caller: await callerWith(node, pool, [mine]) },
    masked: { pool, caller: await callerWith(node, pool, [mine, others]) },
    whole: { pool: await openPool(withDictionaries, false), caller: node.caller },
  };
}

beforeAll(async () => {
  node = await openQueryNode();
  before = await openWorld(false);
  after = await openWorld(true);
});
afterAll(() => node.close());

interface Asked {
  readonly dialect: SqlDialect;
  readonly calls: readonly string[];
  readonly statement: (calls: readonly string[]) => string;
  readonly reader: keyof World;
}

async function outcomeOf(
  world: World,
  { dialect, statement, reader }: Asked,
  calls: readonly string[],
): Promise<unknown> {
  const { pool, caller } = world[reader];
  const query = statement(calls).replaceAll('POOL', `"${pool.id}"`);
  return runSql(node.services, caller, { query, dialect }).then(
    ({ rows }) => rows,
    (error: Error & { code?: string }) => error.code,
  );
}

/** The calls whose answer or failure is another one after the rebuild. */
const changedByRebuild = (asked: Asked) =>
  differingCalls(
    asked.calls,
    (calls) => outcomeOf(before, asked, calls),
    (calls) => outcomeOf(after, asked, calls),
  );

const named = texts.flatMap((name) => [name, `${name}n`]);
const choices = extent(2, named.length);
const textChoices = named.slice(0, choices);
const argumentChoices: ArgumentChoices = {
  ...literalChoices,
  boolean: ["s = '1234'"],
  integer: ['length(s)', 'toInt64OrZero(s)'],
  number: ['length(s)', 'toInt64OrZero(s)'],
  string: textChoices,
  time: ["parseDateTimeBestEffortOrZero(s, 'UTC')"],
  array: ['[s]', "splitByChar('1', s)"],
  sized: textChoices,
  json: textChoices,
  any: textChoices,
  map: ["map(s, 't')", "map('k', sn)"],
  tuple: ['(s, t)'],
  moment: ["toDateTime(parseDateTimeBestEffortOrZero(s, 'UTC'))"],
};

const scalars = [...allowedFunctions, ...statementFunctions].filter(
  ({ aggregate, readsClock }) => !aggregate && !readsClock,
);
const aggregates = allowedFunctions.filter(({ aggregate }) => aggregate);
const scalarCalls = [
  ...scalars.flatMap((fn) => callsOf(fn, argumentChoices)),
  'toBool(t)',
  'toBool(tn)',
  'toDate(d)',
  'toDateTime64(d, 3)',
  "base64Decode(replaceRegexpOne(extract(s, '(?s)(^M)'), '(?s)^.+$', '!'))",
  'base64Decode(base64Decode(base64Encode(s)))',
  '(s, tn).1',
  'map(s, t)[s]',
  "CAST([s, t], 'Array(String)')",
  "CAST(map(s, tn), 'Map(String, Nullable(String))')",
  'arrayMap((x, y) -> concat(x, y), [s], [t])',
];
const aggregateCalls = [
  ...aggregates.flatMap((fn) => callsOf(fn, argumentChoices)),
  'sumMap(map(s, 1))',
  'groupArrayArray([s, tn])',
  'minArgMax(s, t)',
  'uniqExactOrNull(tn)',
];
const postgresCalls = functionNames.flatMap((name) =>
  [`${name}(s)`, `${name}(s, s)`, `${name}(s, '1')`, `${name}(s, 'base64')`, `${name}(s, 1)`].slice(
    0,
    extent(4, 5),
  ),
);
const operators = [
  's::int',
  't::boolean',
  'd::date',
  'd::timestamp',
  's::numeric(10, 2)',
  's::bigint + 1',
  "s || 'x'",
  "s LIKE '12%'",
  "s ~ '^[0-9]+$'",
  "s IN ('1234', 'secret')",
  "CASE WHEN s = 'secret' THEN 1 / 0 ELSE 1 END",
  's::jsonb',
  "s::jsonb->>'a'",
];

/**
 * What a policy hides, and what a condition of the statement leaves out, by how many calls of each kind. The same conditions leave out
 * both. `masked-columns.test.ts` has more about masked columns, which never have dictionaries.
 */
const readers = [
  ['filtered', 'true', Number.POSITIVE_INFINITY],
  ...(isLong ? [['masked', 'true', Number.POSITIVE_INFINITY] as const] : []),
  ['whole', "dept = 'mine'", 80],
] as const;
const timeout = 300_000;

describe.each(readers)(
  'the answers to a %s reader are the same after a rebuild',
  (reader, condition, most) => {
    const perRow = (calls: readonly string[]) =>
      `SELECT id, ${calls.join(', ')} FROM POOL WHERE ${condition} ORDER BY id`;
    const perGroup = (calls: readonly string[]) =>
      `SELECT dept, ${calls.join(', ')} FROM POOL WHERE ${condition} GROUP BY dept ORDER BY dept`;
    const filters = (calls: readonly string[]) =>
      `SELECT count(*) FROM POOL WHERE ${condition} AND ${calls.map((call) => `(${call}) IS NOT NULL`).join(' AND ')}`;

    it('for every function of COLUMNSTORE', { timeout }, async () => {
      const asked = { dialect: 'COLUMNSTORE', calls: sample(scalarCalls, most), reader } as const;
      expect(await changedByRebuild({ ...asked, statement: perRow })).toEqual([]);
    });

    it('for every aggregate of COLUMNSTORE', { timeout }, async () => {
      const asked = { dialect: 'COLUMNSTORE', calls: sample(aggregateCalls, most), reader } as const;
      expect(await changedByRebuild({ ...asked, statement: perGroup })).toEqual([]);
    });

    it("for every function, operator and cast of PostgreSQL's dialect", { timeout }, async () => {
      const calls = [...operators, ...sample(postgresCalls, most)];
      const asked = { dialect: 'POSTGRESQL', calls, reader } as const;
      expect(await changedByRebuild({ ...asked, statement: perRow })).toEqual([]);
    });

    it('for conditions that a hidden text would break', async () => {
      const calls = scalarCalls.filter((call) => /^(?:base64Decode|toBool|parse|toDate)/.test(call));
      expect(await changedByRebuild({ dialect: 'COLUMNSTORE', calls, statement: filters, reader })).toEqual(
        [],
      );
    });
  },
);

it('a Metric with a condition on a hidden text counts the same', async () => {
  const filterSql = "base64Decode(replaceRegexpOne(extract(s, '(?s)(^M)'), '(?s)^.+$', '!')) = ''";
  const answers = [before, after].map(async ({ filtered: { pool, caller } }) => {
    const metric = { dataPool: { id: pool.id }, aggregation: { type: 'COUNT' as const }, filterSql };
    return (await counter(node.services, caller, { metric })).value;
  });
  expect(await Promise.all(answers)).toEqual(['12', '12']);
});
