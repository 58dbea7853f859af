import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Caller } from '../../server/src/query/caller.js';
import { counter } from '../../server/src/query/counter.js';
import { dataGrid } from '../../server/src/query/data-grid.js';
import { freshness } from '../../server/src/query/freshness.js';
import { leaderboard } from '../../server/src/query/leaderboard.js';
import { metricReport } from '../../server/src/query/metric-report.js';
import { runSql } from '../../server/src/query/run-sql.js';
import { timeSeries } from '../../server/src/query/time-series.js';
import { topValues } from '../../server/src/query/top-values.js';
import { extent } from '../support/extent.js';
import { callerWith, type PolicyInput } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

/**
 * What may not be seen must make no difference. Two Data Pools hold the same records where the policies show
 * them, and other values where they do not, chosen so that a failing cast or division would tell of them.
 * Whatever is asked of the two, by whatever filter, expression, order, cursor, group or statement, the
 * answers and the refusals are the same.
 */
const columns = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'tenant', type: 'STRING', nullable: false },
  { name: 'code', type: 'STRING', nullable: true },
  { name: 'amount', type: 'INT64', nullable: false },
  { name: 'rate', type: 'INT64', nullable: false },
  { name: 'hidden', type: 'STRING', nullable: true },
] as const;

const policies: readonly PolicyInput[] = [
  { columns: ['id', 'at', 'tenant', 'rate', 'amount'], filterSql: "tenant = 'a'" },
  { columns: ['id', 'at', 'tenant', 'rate', 'code'], filterSql: `tenant = \${{ mine }}` },
];

/** `a` shows its amount, `b` its code, `c` nothing; `hidden` is nobody's. */
const recordOf = (index: number, world: number) => {
  const tenant = ['a', 'b', 'c'][index % 3];
  const other = (shown: string | number, hidden: readonly (string | number)[]) =>
    hidden[world] === undefined ? shown : hidden[world];
  return {
    _weir_request: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    id: tenant === 'c' ? other('', [`x${index}`, `y${index}`]) : `r${index}`,
    at: `2026-03-01 00:00:0${index % 10}.000`,
    tenant,
    code: tenant === 'b' ? String(index) : other('', ['1', 'not a number']),
    amount: tenant === 'a' ? index + 1 : other('', [1, 0]),
    rate: tenant === 'c' ? other('', [1, 0]) : 1 + (index % 7),
    hidden: other('', ['1', 'secret']),
  };
};

let node: QueryNode;
interface World {
  readonly pool: DataPool;
  readonly caller: Caller;
}

let worlds: readonly World[];

function worldOf(index: number): World {
  const world = worlds[index];
  if (!world) throw new Error('no such world');
  return world;
}

beforeAll(async () => {
  node = await openQueryNode();
  worlds = await Promise.all(
    [0, 1].map(async (world) => {
      const pool = await node.createPool({ columns, timestamp: 'at', accessControlEnabled: true });
      await node.insert(
        pool,
        Array.from({ length: 60 }, (_, index) => recordOf(index, world)),
      );
      return { pool, caller: await callerWith(node, pool, policies, { mine: 'b' }) };
    }),
  );
});
afterAll(() => node.close());

const value = fc.constantFrom(
  'amount',
  'toInt64(code)',
  'CAST(code AS Int64)',
  'intDiv(100, amount)',
  '100 % amount',
  'intDiv(100, rate)',
  'length(code)',
  'toInt64(hidden)',
  'length(id)',
  'CASE WHEN amount = 0 THEN toInt64(tenant) ELSE 1 END',
  'if(amount = 0, toInt64(code), 1)',
);
const condition = fc.oneof(
  fc
    .tuple(value, fc.constantFrom('>', '=', '<>', '<='), fc.integer({ min: -1, max: 60 }))
    .map((parts) => parts.join(' ')),
  fc.constantFrom(
    "tenant = 'c'",
    "id LIKE 'y%'",
    "code LIKE 'not%'",
    'code IS NULL',
    'amount = 0',
    "hidden = 'secret'",
    'true',
  ),
);
const filterSql = fc
  .array(condition, { minLength: 1, maxLength: 3 })
  .chain((conditions) =>
    fc.constantFrom(' AND ', ' OR ').map((glue) => conditions.map((one) => `(${one})`).join(glue)),
  );
const expression = fc.oneof(
  value.map((one) => `SUM(${one})`),
  fc
    .tuple(
      fc.constantFrom('COUNT_DISTINCT', 'MAX', 'MIN'),
      fc.constantFrom('id', 'code', 'amount', 'tenant', 'hidden'),
    )
    .map(([fn, name]) => `${fn}(${name})`),
);
const column = fc.constantFrom('id', 'tenant', 'code', 'amount', 'at', 'hidden');
const question = fc.record({
  filterSql,
  expression,
  column,
  other: column,
  sort: fc.constantFrom('ASC' as const, 'DESC' as const),
});

type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

/** All records, compared with all records. */
const comparedWithAll = {
  timeRange: { startMs: Date.UTC(2020, 0, 1), stopMs: Date.UTC(2040, 0, 1) },
  compare: { startMs: Date.UTC(2020, 0, 1), stopMs: Date.UTC(2040, 0, 1) },
};

const asks: ((pool: DataPool, caller: Caller, question: Question) => Promise<unknown>)[] = [
  async (pool, caller, asked) =>
    (await counter(node.services, caller, { metric: custom(pool, asked), filterSql: asked.filterSql })).value,
  async (pool, caller, asked) => {
    const input = { dimensions: [asked.column], sort: asked.sort, rowLimit: 100, filterSql: asked.filterSql };
    return (await leaderboard(node.services, caller, { metric: custom(pool, asked), ...input })).rows;
  },
  async (pool, caller, asked) => {
    const input = { dimensions: [asked.column], sort: asked.sort, rowLimit: 2, filterSql: asked.filterSql };
    const { rows, hasOthers } = await leaderboard(node.services, caller, {
      metric: custom(pool, asked),
      ...input,
      others: true,
    });
    return { rows, hasOthers };
  },
  async (pool, caller, asked) =>
    (
      await timeSeries(node.services, caller, {
        metric: custom(pool, asked),
        granularity: 'HOUR',
        groupBy: [asked.column, asked.other],
        groupLimit: 2,
        filterSql: asked.filterSql,
      })
    ).groups,
  async (pool, caller, asked) => {
    const input = { dimensions: [asked.column], sort: asked.sort, rowLimit: 2, filterSql: asked.filterSql };
    const { comparison } = await leaderboard(node.services, caller, {
      metric: custom(pool, asked),
      ...input,
      ...comparedWithAll,
      others: true,
    });
    return { ...comparison, query: null };
  },
  async (pool, caller, asked) => {
    const { groups, comparison } = await timeSeries(node.services, caller, {
      metric: custom(pool, asked),
      granularity: 'YEAR',
      groupBy: [asked.column],
      groupLimit: 2,
      filterSql: asked.filterSql,
      ...comparedWithAll,
    });
    return { ...comparison, groups, query: null };
  },
  async (pool, caller) => {
    const fresh = await freshness(node.services, caller, pool);
    return fresh && { ...fresh, query: null };
  },
  async (pool, caller, asked) =>
    (
      await metricReport(node.services, caller, {
        dimensions: [{ columnName: asked.column, sort: asked.sort }],
        metrics: [{ metric: custom(pool, asked), sort: asked.sort, filterSql: asked.filterSql }],
        page: { first: 5 },
      })
    ).rows,
  async (pool, caller, { column: columnName }) =>
    (await topValues(node.services, caller, { dataPool: { id: pool.id }, columnName, maxValues: 100 }))
      .values,
  async (pool, caller, asked) => {
    const listed = ['id', 'tenant', 'code', 'amount'];
    const input = {
      dataPool: { id: pool.id },
      columns: [asked.column, ...listed],
      orderByColumn: 1,
      sort: asked.sort,
    };
    const first = await dataGrid(node.services, caller, {
      ...input,
      filterSql: asked.filterSql,
      page: { first: 3 },
    });
    const after = first.pageInfo.endCursor;
    const second = await dataGrid(node.services, caller, {
      ...input,
      filterSql: asked.filterSql,
      page: { first: 3, after },
    });
    // A position is the values of a row: what a cursor holds must be no more than what the row shows.
    const positions = [...first.edges, ...second.edges].map(({ cursor }) =>
      Buffer.from(cursor, 'base64url').subarray(16).toString(),
    );
    return { first: first.rows, second: second.rows, positions };
  },
  async (pool, caller, asked) => {
    const query = `SELECT ${asked.column}, count(*), max(${asked.other}) FROM "${pool.id}" WHERE ${asked.filterSql} GROUP BY 1 ORDER BY 1, 2`;
    return (await runSql(node.services, caller, { query, dialect: undefined })).rows;
  },
  async (pool, caller, asked) => {
    const query = `SELECT count(*), max(${asked.other}) FROM "${pool.id}" JOIN (SELECT id AS of FROM "${pool.id}") o ON of = id WHERE ${asked.filterSql}`;
    return (await runSql(node.services, caller, { query, dialect: undefined })).rows;
  },
];

const custom = (pool: DataPool, { expression: text }: Question) => ({
  dataPool: { id: pool.id },
  aggregation: { type: 'CUSTOM' as const, expression: text },
});

/** What came of it, with the names that differ between the two worlds taken out. */
async function outcome(world: number, ask: (typeof asks)[number], asked: Question): Promise<unknown> {
  const { pool, caller } = worldOf(world);
  const before = node.recorded.length;
  const answer = await ask(pool, caller, asked).catch((error: Error & { code?: string }) => ({
    code: error.code,
    message: error.message.replaceAll(pool.uniqueName, 'POOL').replaceAll(pool.id, 'POOL'),
  }));
  const queries = node.recorded.slice(before).map(({ sql, status, resultingRecords, recordsProcessed }) => {
    const shown = sql.replaceAll(pool.id, 'POOL');
    return { sql: shown, status, resultingRecords, recordsProcessed };
  });
  return { answer, queries };
}

it('answers the same whatever the records that may not be seen hold', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(question, fc.nat({ max: asks.length - 1 }), async (asked, index) => {
      const ask = asks[index];
      if (!ask) return;
      expect(await outcome(0, ask, asked)).toEqual(await outcome(1, ask, asked));
    }),
    { numRuns: extent(25, 400) },
  );
});

/** The engine moves conditions to where they cost least: past a join, too, and into the reading of the other side. */
it.each([
  'SELECT count(*) FROM pool a JOIN pool b ON a.id = b.id WHERE 100 / a.rate > 1 AND 100 / b.rate > 1',
  'SELECT count(*) FROM pool a JOIN pool b ON 100 / a.rate = b.rate',
  'SELECT count(*) FROM pool a JOIN pool b ON a.rate = 100 / b.rate',
  'SELECT count(*) FROM pool a LEFT JOIN pool b ON a.id = b.id AND 100 / b.rate > 1 WHERE 100 / a.rate > 1',
  'SELECT count(*) FROM pool a RIGHT JOIN pool b ON a.rate = b.rate AND 100 / a.rate > 1 WHERE 100 / b.rate > 1',
  'SELECT count(*) FROM pool WHERE id IN (SELECT id FROM pool WHERE 100 / rate > 1) AND 100 / rate > 1',
  'SELECT count(*) FROM pool a WHERE EXISTS (SELECT 1 FROM pool b WHERE a.id = b.id AND 100 / b.rate > 1) AND 100 / a.rate > 1',
  'WITH RECURSIVE r AS (SELECT id, 1 AS n FROM pool WHERE 100 / rate > 1 UNION ALL SELECT p.id, r.n + 1 FROM r JOIN pool p ON p.id = r.id AND 100 / p.rate > 1 WHERE r.n < 3) SELECT count(*), max(n) FROM r',
  'SELECT id FROM (SELECT id, rate FROM pool UNION ALL SELECT id, rate FROM pool) u WHERE 100 / rate > 1 ORDER BY 100 / rate, id LIMIT 3',
  'SELECT id, max(n) FROM (SELECT id, rate, row_number() OVER (PARTITION BY id ORDER BY 100 / rate) AS n FROM pool) w WHERE 100 / rate > 1 GROUP BY id HAVING max(100 / rate) > 1 ORDER BY id LIMIT 3',
  'SELECT id, x FROM pool ARRAY JOIN range(toUInt32(intDiv(100, rate))) AS x WHERE intDiv(100, rate) > 20 ORDER BY id, x',
  'SELECT id, x FROM pool LEFT ARRAY JOIN [intDiv(100, rate)] AS x WHERE intDiv(100, rate) > 1 AND x > 1 ORDER BY id, x',
  'SELECT count() FROM pool a ANY LEFT JOIN pool b ON a.id = b.id WHERE intDiv(100, a.rate) > 1 AND intDiv(100, b.rate) > 1',
  'SELECT count() FROM pool a LEFT SEMI JOIN pool b ON intDiv(100, a.rate) = intDiv(100, b.rate) WHERE intDiv(100, a.rate) > 1',
  'SELECT count() FROM pool a LEFT ANTI JOIN pool b ON a.id = b.id AND intDiv(100, b.rate) > 50 WHERE intDiv(100, a.rate) > 1',
  'SELECT a.id FROM pool a ASOF JOIN pool b ON a.rate = b.rate AND a.at >= b.at WHERE intDiv(100, b.rate) > 1 ORDER BY a.id',
  'SELECT intDiv(100, rate) AS r, count() FROM pool PREWHERE intDiv(100, rate) > 1 GROUP BY r ORDER BY r WITH FILL',
  'SELECT tenant, count() FROM pool WHERE intDiv(100, rate) > 1 GROUP BY tenant WITH TOTALS ORDER BY tenant',
  'SELECT id FROM pool WHERE intDiv(100, rate) > 1 QUALIFY row_number() OVER (PARTITION BY tenant ORDER BY intDiv(100, rate), id) = 1 ORDER BY id',
  'SELECT uniqMerge(s), count() FROM (SELECT tenant, uniqState(intDiv(100, rate)) AS s FROM pool GROUP BY tenant) WHERE finalizeAggregation(s) > 0',
  'SELECT tenant, windowFunnel(60)(toDateTime(at), intDiv(100, rate) > 1, rate > 2) FROM pool GROUP BY tenant ORDER BY tenant',
  'WITH intDiv(100, rate) AS q SELECT max(q), sumMap(map(id, q)) FROM pool WHERE q > 1',
  'SELECT * EXCEPT (at) REPLACE (intDiv(100, rate) AS rate) FROM pool WHERE intDiv(100, rate) > 1 ORDER BY id LIMIT 3 WITH TIES',
])('computes nothing for a record that may not be seen: %s', async (text) => {
  const [one, other] = await Promise.all(
    [0, 1].map(async (index) => {
      const { pool, caller } = worldOf(index);
      const query = text.replaceAll('pool', `"${pool.id}"`);
      return (await runSql(node.services, caller, { query, dialect: undefined })).rows;
    }),
  );
  expect(one).toEqual(other);
});

it('shows neither values nor policies in a failure of the engine', async () => {
  const { pool, caller } = worldOf(0);
  const failing = counter(node.services, caller, {
    metric: { dataPool: { id: pool.id }, aggregation: { type: 'COUNT' } },
    filterSql: 'toInt64(id) > 0',
  });
  await expect(failing).rejects.toMatchObject({
    code: 'QUERY_FAILED',
    message: expect.stringMatching(/^The query failed: [A-Z_]+\. The engine's message is not shown/),
  });
});

it('says what a statement itself objects to, which quotes neither', async () => {
  const { pool, caller } = worldOf(0);
  const failing = (query: string) => runSql(node.services, caller, { query, dialect: 'POSTGRESQL' });
  await expect(failing(`SELECT rate::float8 / 0 FROM "${pool.id}"`)).rejects.toMatchObject({
    code: 'QUERY_FAILED',
    message: 'division by zero',
  });
  await expect(failing(`SELECT generate_series(1, rate * 1000000) FROM "${pool.id}"`)).rejects.toMatchObject({
    code: 'QUERY_FAILED',
    message: 'generate_series returns more than 100000 values',
  });
});

it('is FORBIDDEN without a policy value, and with one that cannot be what it is compared with', async () => {
  const { pool } = worldOf(0);
  const count = (caller: Caller) =>
    counter(node.services, caller, { metric: { dataPool: { id: pool.id }, aggregation: { type: 'COUNT' } } });
  const byAmount = [{ filterSql: `amount = \${{ mine }}` }];
  const refused = [
    [{}, /needs the policy value "mine"/],
    [{ Mine: 1 }, /needs the policy value "mine"/],
    [{ mine: 'x' }, /cannot be applied/],
    [{ mine: "1' OR '1' = '1" }, /cannot be applied/],
    [{ mine: 'a\0' }, /cannot be applied/],
  ] as const;
  for (const [values, message] of refused) {
    const asked = count(await callerWith(node, pool, byAmount, values));
    await expect(asked).rejects.toMatchObject({ code: 'FORBIDDEN', message: expect.stringMatching(message) });
  }
  expect((await count(await callerWith(node, pool, byAmount, { mine: '1' }))).value).toBe('41');
  expect((await count(await callerWith(node, pool, byAmount, { mine: 1 }))).value).toBe('41');
  const byTenant = [{ filterSql: `tenant = \${{ mine }}` }];
  for (const hostile of ["' OR 1=1 --", '\\', '`', '{p0:String}', `\${{ mine }}`, '%'])
    expect((await count(await callerWith(node, pool, byTenant, { mine: hostile }))).value).toBe('0');
});
