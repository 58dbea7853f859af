import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ColumnType } from '../../server/src/catalog/column.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Statement } from '../../server/src/engine/engine.js';
import type { Caller } from '../../server/src/query/caller.js';
import { counter } from '../../server/src/query/counter.js';
import { runSql } from '../../server/src/query/run-sql.js';
import type { SqlDialect } from '../../server/src/sql/compiler/parse-statement.js';
import { allowedFunctions } from '../../server/src/sql/functions/allow-list.js';
import type { Argument } from '../../server/src/sql/functions/engine-function.js';
import { differingCalls } from '../support/differing-calls.js';
import { read } from '../support/engines.js';
import { sample } from '../support/extent.js';
import { type ArgumentChoices, literalChoices } from '../support/function-calls.js';
import { callerWith } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

/**
 * Before it reads a record, the engine evaluates conditions over the marks of a table's key and the bounds of its partitions: over
 * values of records that a policy hides. Two Data Pools have the same visible record, and hidden
 * ones with harmless values in one, and with values on which functions fail in the other. Whatever is asked, the answers are the same.
 */
interface Values {
  readonly shown: string | number;
  readonly harmless: readonly (string | number)[];
  readonly hostile: readonly (string | number)[];
  /** What a function's value is compared with, so that the engine may look for it in an index. */
  readonly bound: string;
}
const instants = ['1900-01-01 00:00:00.000', '1969-12-31 23:59:59.999', '2299-12-31 23:59:59.999'];
const valuesByType: Readonly<Partial<Record<ColumnType, Values>>> = {
  INT64: {
    shown: 7,
    harmless: [1, 2],
    hostile: ['-9223372036854775808', 0, '9223372036854775807'],
    bound: '>= 1',
  },
  INT32: { shown: 7, harmless: [1, 2], hostile: [-2147483648, 0, 2147483647], bound: '>= 1' },
  DOUBLE: { shown: 7, harmless: [1, 2], hostile: [-1e300, 0, 1e300], bound: '>= 1' },
  DATE: {
    shown: '2026-03-01',
    harmless: ['2026-01-01'],
    hostile: ['1900-01-01', '2299-12-31'],
    bound: ">= toDate32('2026-01-01')",
  },
  TIMESTAMP: {
    shown: '2026-03-01 00:00:00.000',
    harmless: ['2026-01-01 00:00:00.000'],
    hostile: instants,
    bound: ">= toDateTime64('2026-01-01 00:00:00', 3)",
  },
  STRING: {
    shown: '1234',
    harmless: ['1', '2'],
    hostile: ['', 'M!x', '((', '1e400', '2299-99-99'],
    bound: ">= 'a'",
  },
};
const types = Object.keys(valuesByType) as ColumnType[];
const valuesOf = (type: ColumnType) => valuesByType[type] as Values;

interface World {
  readonly pool: DataPool;
  readonly caller: Caller;
}
let node: QueryNode;
/** The last statement. */
let ran: Statement;
/** Of each type, the harmless and the hostile world. */
const worlds = new Map<ColumnType, readonly [World, World]>();

async function openWorld(type: ColumnType, hidden: Values['hostile']): Promise<World> {
  const pool = await node.createPool({
    columns: [
      { name: 'at', type: 'TIMESTAMP', nullable: false },
      { name: 'dept', type: 'STRING', nullable: false },
      { name: 'k', type, nullable: false },
    ],
    timestamp: 'at',
    accessControlEnabled: true,
    tableSettings: {
      engine: { type: 'MERGE_TREE' },
      orderBy: ['k', 'at'],
      ...(type !== 'DOUBLE' && { partitionBy: ['k'] }),
    },
  });
  const row = (dept: string, k: string | number) => ({ at: '2026-03-01 00:00:00.000', dept, k });
  await node.insert(
    pool,
    hidden.map((value) => row('hidden', value)),
  );
  await node.insert(pool, [row('mine', valuesOf(type).shown)]);
  return { pool, caller: await callerWith(node, pool, [{ filterSql: "dept = 'mine'" }]) };
}

beforeAll(async () => {
  node = await openQueryNode({
    running: (query) => (request) => {
      ran = request.statement;
      return query(request);
    },
  });
  for (const type of types) {
    const { harmless, hostile } = valuesOf(type);
    worlds.set(type, [await openWorld(type, harmless), await openWorld(type, hostile)]);
  }
}, 120_000);
afterAll(() => node.close());

const outcomeIn =
  ({ pool, caller }: World, dialect: SqlDialect) =>
  (conditions: readonly string[]): Promise<unknown> => {
    // The engine computes every part of it over an index.
    const any = conditions.map((condition) => `(${condition})`).join(' OR ');
    const query = `SELECT count(*) FROM "${pool.id}" WHERE ${any}`;
    return runSql(node.services, caller, { query, dialect }).then(
      ({ rows }) => rows,
      (error: Error & { code?: string }) => error.code,
    );
  };

const constants: ArgumentChoices = {
  ...literalChoices,
  boolean: ['true'],
  integer: ['-1', '1', '0'],
  number: ['-1', '1', '0'],
  string: ["'a'", "'1'", "''"],
  time: ["toDateTime64('2026-01-01 00:00:00', 3)"],
  moment: ["toDateTime('2026-01-01 00:00:00')"],
  array: ['[1]'],
  map: ["map('a', 1)"],
  tuple: ['(1, 2)'],
  sized: ["'1'"],
  json: ["'{}'"],
  any: ['1', '2', '3'],
  scale: ['9', '3'],
};
const columnKinds: ReadonlySet<string> = new Set([
  ...['boolean', 'integer', 'number', 'string', 'time', 'sized', 'json', 'any'],
]);
const boundsByReturn: Readonly<Record<string, string>> = {
  number: '>= 1',
  integer: '>= 1',
  string: ">= 'a'",
  date: valuesOf('DATE').bound,
  timestamp: valuesOf('TIMESTAMP').bound,
  boolean: '= true',
};

/** Every function of the column, with constants for its other arguments. */
function functionConditions(type: ColumnType): string[] {
  const scalars = allowedFunctions.filter(({ aggregate, readsClock }) => !aggregate && !readsClock);
  return scalars.flatMap(({ name, args, returns }) => {
    const bound = typeof returns === 'number' ? valuesOf(type).bound : boundsByReturn[returns];
    const required = args.filter(({ optional }) => !optional);
    if (bound === undefined || args.length === 0) return [];
    const call = (given: readonly Argument[], place: number, turn: number) => {
      const list = given.map(({ kind }, index) =>
        index === place ? 'k' : (constants[kind][turn % constants[kind].length] ?? ''),
      );
      return `${name}(${list.join(', ')}) ${bound}`;
    };
    const lists = required.length === args.length || required.length === 0 ? [args] : [required, args];
    return lists.flatMap((given) =>
      given
        .slice(0, 2)
        .flatMap(({ kind }, place) =>
          columnKinds.has(kind) ? [0, 1].map((turn) => call(given, place, turn)) : [],
        ),
    );
  });
}

/** Those that failed over an index, and their like. */
const engineConditions = [
  ...['intDiv(k, -1) > 0', 'intDiv(k - 5, -1) > 0', 'intDiv(negate(k), -1) > 0', 'toInt8(k) > 3'],
  ...['CAST(k AS Int8) > 1', 'CAST(k AS Decimal(5, 2)) > 1', 'k > CAST(1 AS Decimal(18, 4))'],
  "toDateTime64(k, 9) > toDateTime64('2026-01-01 00:00:00', 9)",
  "k > toDateTime64('2026-01-01 00:00:00', 9)",
  ...[
    'toYear(k) = 2026',
    "toStartOfMonth(k) >= '2026-01-01'",
    "toDate(k) = '2026-03-01'",
    'toYYYYMM(k) > 202601',
  ],
  ...['intDiv(1, toYear(k) - 2299) = 1', 'intDiv(1, toYear(k) - 1900) = 1'],
  "CAST(k AS DateTime64(9)) > toDateTime64('2026-01-01 00:00:00', 9)",
  "toDateTime64(addYears(k, 100), 9) > toDateTime64('2026-01-01 00:00:00', 9)",
  'fromUnixTimestamp64Milli(k) > now64(3)',
  "base64Decode(replaceRegexpOne(extract(k, '(?s)(^M)'), '(?s)^.+$', '!')) = ''",
];
const postgresConditions = [
  ...['k::int2 > 1', 'k::int > 1', '(k + 5)::int2 > 1', '(-k)::int > 1', 'k::numeric(5, 2) > 1'],
  ...[
    'k::boolean',
    '100 / k > 1',
    '100 % k > 1',
    'sqrt(k) > 1',
    'ln(k) > 1',
    'exp(k) > 1',
    'k > 1.5::numeric',
  ],
  ...[
    "k::date > '2020-01-01'",
    "k + INTERVAL '300 years' > '2020-01-01'",
    "date_trunc('year', k) > '2020-01-01'",
  ],
  ...['extract(year FROM k) = 2026', '1 / (extract(year FROM k) - 1900) < 1', "k::timestamp >= '2026-01-01'"],
  ...["k::int > 1 AND k > '1'", 'k::text::int > 1'],
];

it.each(types)('hidden values of a key of type %s tell nothing', { timeout: 600_000 }, async (type) => {
  const [harmless, hostile] = worlds.get(type) as readonly [World, World];
  const engine = [...engineConditions, ...sample(functionConditions(type), 20)];
  for (const [dialect, conditions] of [
    ['COLUMNSTORE', engine],
    ['POSTGRESQL', postgresConditions],
  ] as const) {
    const [one, other] = [outcomeIn(harmless, dialect), outcomeIn(hostile, dialect)];
    expect(await differingCalls(conditions, one, other)).toEqual([]);
  }
});

it('a condition of a Metric is no exception', async () => {
  const filterSql = "toDateTime64(k, 9) > toDateTime64('2026-01-01 00:00:00', 9)";
  for (const { pool, caller } of worlds.get('TIMESTAMP') ?? []) {
    const metric = { dataPool: { id: pool.id }, aggregation: { type: 'COUNT' as const } };
    expect((await counter(node.services, caller, { metric, filterSql })).value).toBe('1');
  }
});

it.each([
  ['POSTGRESQL', "k >= '2026-02-01'", true],
  ['POSTGRESQL', "k::date = '2026-02-01'", true],
  ['POSTGRESQL', 'extract(year FROM k) = 2026', true],
  ['COLUMNSTORE', "toDate(k) >= '2026-02-01'", true],
  ['COLUMNSTORE', "toStartOfMonth(k) = '2026-02-01'", true],
  ['COLUMNSTORE', 'toYear(k) = 2026', true],
  ['COLUMNSTORE', 'intDiv(100, toYear(k) - 1900) = 1', false],
  ['COLUMNSTORE', "toDateTime64(toStartOfMonth(k), 9) >= toDateTime64('2026-02-01 00:00:00', 9)", false],
] as const)('in %s, whether %s is looked for in the index is %s', async (dialect, condition, isLookedFor) => {
  const [{ pool, caller }] = worlds.get('TIMESTAMP') as readonly [World, World];
  const query = `SELECT count(*) FROM "${pool.id}" WHERE ${condition}`;
  await runSql(node.services, caller, { query, dialect });
  const { rows } = await read(node.engine, `EXPLAIN indexes = 1 ${ran.text}`, ran.parameters);
  const isUsed = /PrimaryKey\n\s*Keys:\s*\n\s*k/.test(rows.join('\n'));
  expect(isUsed).toBe(isLookedFor);
});
