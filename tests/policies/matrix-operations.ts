import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Caller } from '../../server/src/query/caller.js';
import { counter } from '../../server/src/query/counter.js';
import { type DataGridInput, dataGrid } from '../../server/src/query/data-grid.js';
import { dimensionStatistics } from '../../server/src/query/dimension-statistics.js';
import type { MetricReference } from '../../server/src/query/find-metric.js';
import { freshness } from '../../server/src/query/freshness.js';
import { leaderboard } from '../../server/src/query/leaderboard.js';
import { metricReport } from '../../server/src/query/metric-report.js';
import { recordsByUniqueId } from '../../server/src/query/records-by-unique-id.js';
import { describeSql, runSql } from '../../server/src/query/run-sql.js';
import { timeSeries } from '../../server/src/query/time-series.js';
import { topValues } from '../../server/src/query/top-values.js';
import type { QueryNode } from '../support/query-node.js';

/** A record as the test knows it; null where it may not be seen. */
export type Seen = Readonly<Record<string, string | number | null>>;

/** One way of reading: what it needs, how it is asked, and what it must answer for the records that may be seen. */
export interface Operation {
  readonly columns: readonly string[];
  ask(node: QueryNode, pool: DataPool, caller: Caller): Promise<unknown>;
  expected(rows: readonly Seen[], columns: ReadonlySet<string>): unknown;
}

const metricOf = (
  pool: DataPool,
  aggregation: Extract<MetricReference, { aggregation: unknown }>['aggregation'],
): MetricReference => ({ dataPool: { id: pool.id }, aggregation });

const text = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : String(value);

const sum = (rows: readonly Seen[], column: string) =>
  rows.reduce((total, row) => total + Number(row[column] ?? 0), 0);

const distinct = (rows: readonly Seen[], column: string) =>
  new Set(rows.map((row) => row[column]).filter((value) => value !== null)).size;

/** Groups by a column, with null as a group of its own. */
function grouped(rows: readonly Seen[], column: string): [string | null, Seen[]][] {
  const groups = new Map<string | null, Seen[]>();
  for (const row of rows) {
    const key = text(row[column]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].sort(([a], [b]) => (a === b ? 0 : a === null || (b !== null && a > b) ? 1 : -1));
}

/** Records by a number, largest first, those without one last, equal ones by their IDs. */
const inOrder = (rows: readonly Seen[], column: string) =>
  [...rows].sort((a, b) => {
    const [one, other] = [a[column] ?? null, b[column] ?? null];
    if (one === other) return String(a['id']) < String(b['id']) ? -1 : 1;
    return one === null ? 1 : other === null ? -1 : Number(other) - Number(one);
  });

const days = ['2026-03-01', '2026-03-02', '2026-03-03'];
const range = { startMs: Date.UTC(2026, 2, 1), stopMs: Date.UTC(2026, 2, 4) };

/** The third day, compared with the second. */
const comparedDays = {
  timeRange: { startMs: Date.UTC(2026, 2, 3), stopMs: Date.UTC(2026, 2, 4) },
  compare: { period: 'PREVIOUS_PERIOD' },
} as const;

const rowsOf = (rows: readonly Seen[], day: number) =>
  rows.filter(({ at }) => String(at).startsWith(days[day] ?? ''));

export const operations: Readonly<Record<string, Operation>> = {
  'counter of a count': {
    columns: [],
    ask: async ({ services }, pool, caller) =>
      (await counter(services, caller, { metric: metricOf(pool, { type: 'COUNT' }) })).value,
    expected: (rows) => String(rows.length),
  },
  'counter of a sum': {
    columns: ['amount'],
    ask: async ({ services }, pool, caller) =>
      (await counter(services, caller, { metric: metricOf(pool, { type: 'SUM', measure: 'amount' }) })).value,
    expected: (rows) => String(sum(rows, 'amount')),
  },
  'counter of distinct values': {
    columns: ['secret'],
    ask: async ({ services }, pool, caller) =>
      (
        await counter(services, caller, {
          metric: metricOf(pool, { type: 'COUNT_DISTINCT', dimension: 'secret' }),
        })
      ).value,
    expected: (rows) => String(distinct(rows, 'secret')),
  },
  'counter of a custom expression, filtered': {
    columns: ['amount', 'region'],
    ask: async ({ services }, pool, caller) =>
      (
        await counter(services, caller, {
          metric: metricOf(pool, { type: 'CUSTOM', expression: 'SUM(amount * 2) + COUNT()' }),
          filterSql: "region = 'eu'",
        })
      ).value,
    expected: (rows) => {
      const kept = rows.filter(({ region }) => region === 'eu');
      return kept.length === 0 ? null : String(2 * sum(kept, 'amount') + kept.length);
    },
  },
  'counter of a configured Metric': {
    columns: ['secret', 'amount'],
    ask: async (node, pool, caller) => {
      const id = await node.createMetric({
        dataPoolId: pool.id,
        aggregation: { type: 'SUM', measure: 'amount' },
        filterSql: "secret LIKE 's%'",
      });
      return (await counter(node.services, caller, { metric: { id } })).value;
    },
    expected: (rows) =>
      String(
        sum(
          rows.filter(({ secret }) => String(secret ?? '').startsWith('s')),
          'amount',
        ),
      ),
  },
  'time series by group': {
    columns: ['region'],
    ask: async ({ services }, pool, caller) => {
      const answer = await timeSeries(services, caller, {
        metric: metricOf(pool, { type: 'COUNT' }),
        granularity: 'DAY',
        groupBy: ['region'],
        timeRange: range,
      });
      return { total: answer.values, groups: answer.groups?.map(({ group, values }) => [group[0], values]) };
    },
    expected: (rows) => {
      const series = (some: readonly Seen[]) =>
        days.map((day) => String(some.filter(({ at }) => String(at).startsWith(day)).length));
      return {
        total: series(rows),
        groups: grouped(rows, 'region').map(([key, some]) => [key, series(some)]),
      };
    },
  },
  'time series of the first groups and the others': {
    columns: ['region', 'amount', 'id'],
    ask: async ({ services }, pool, caller) => {
      const answer = await timeSeries(services, caller, {
        metric: metricOf(pool, { type: 'MAX', measure: 'amount' }),
        granularity: 'YEAR',
        groupBy: ['id', 'region'],
        groupLimit: 3,
        timeRange: range,
      });
      return answer.groups?.map(({ group, values, isOthers }) => [...group, ...values, isOthers]);
    },
    expected: (rows) => {
      const sorted = inOrder(rows, 'amount');
      const rest = sorted.slice(3);
      return [
        ...sorted.slice(0, 3).map(({ id, region, amount }) => [text(id), text(region), text(amount), false]),
        ...(rest.length === 0 ? [] : [['others', 'others', text(rest[0]?.['amount']), true]]),
      ];
    },
  },
  'leaderboard with a row of the others': {
    columns: ['region', 'secret'],
    ask: async ({ services }, pool, caller) => {
      const answer = await leaderboard(services, caller, {
        metric: metricOf(pool, { type: 'COUNT_DISTINCT', dimension: 'secret' }),
        dimensions: ['region'],
        sort: 'DESC',
        rowLimit: 1,
        others: true,
      });
      return [...answer.rows, answer.hasOthers];
    },
    expected: (rows) => {
      const [first, ...rest] = grouped(rows, 'region').sort(
        ([, a], [, b]) => distinct(b, 'secret') - distinct(a, 'secret'),
      );
      const others = rest.flatMap(([, some]) => some);
      return [
        ...(first ? [[first[0], String(distinct(first[1], 'secret'))]] : []),
        ...(others.length === 0 ? [] : [['others', String(distinct(others, 'secret'))]]),
        others.length > 0,
      ];
    },
  },
  'counter with a comparison': {
    columns: ['amount'],
    ask: async ({ services }, pool, caller) => {
      const { value, comparison } = await counter(services, caller, {
        metric: metricOf(pool, { type: 'SUM', measure: 'amount' }),
        ...comparedDays,
      });
      return [value, comparison?.value, comparison?.change];
    },
    expected: (rows) => {
      const [now, before] = [sum(rowsOf(rows, 2), 'amount'), sum(rowsOf(rows, 1), 'amount')];
      return [String(now), String(before), String(now - before)];
    },
  },
  'time series by group with a comparison': {
    columns: ['region', 'secret'],
    ask: async ({ services }, pool, caller) => {
      const { groups, comparison } = await timeSeries(services, caller, {
        metric: metricOf(pool, { type: 'COUNT_DISTINCT', dimension: 'secret' }),
        granularity: 'DAY',
        groupBy: ['region'],
        ...comparedDays,
      });
      return [comparison?.values, ...(groups ?? []).map((one) => [one.group[0], one.comparison?.values])];
    },
    expected: (rows) => [
      [String(distinct(rowsOf(rows, 1), 'secret'))],
      ...grouped(rowsOf(rows, 2), 'region').map(([region]) => {
        const before = rowsOf(rows, 1).filter((row) => text(row['region']) === region);
        return [region, [String(distinct(before, 'secret'))]];
      }),
    ],
  },
  'leaderboard with a comparison': {
    columns: ['region'],
    ask: async ({ services }, pool, caller) => {
      const { rows, comparison } = await leaderboard(services, caller, {
        metric: metricOf(pool, { type: 'COUNT' }),
        dimensions: ['region'],
        sort: 'DESC',
        rowLimit: 1_000,
        ...comparedDays,
      });
      const now = rows.map(([region], index) => [region, comparison?.rows[index]?.value ?? null]);
      return [now.sort(), comparison?.gone.map(([region]) => region).sort()];
    },
    expected: (rows) => {
      const [now, before] = [grouped(rowsOf(rows, 2), 'region'), grouped(rowsOf(rows, 1), 'region')];
      const earlier = new Map(before.map(([region, some]) => [region, String(some.length)]));
      const regions = now.map(([region]) => region);
      return [
        regions.map((region) => [region, earlier.get(region) ?? null]).sort(),
        [...earlier.keys()].filter((region) => !regions.includes(region)).sort(),
      ];
    },
  },
  'freshness: the last event': {
    columns: [],
    ask: async ({ services }, pool, caller) => (await freshness(services, caller, pool))?.lastEventAt ?? null,
    expected: (rows) => {
      const times = rows.flatMap(({ at }) => (at === null ? [] : [Date.parse(`${at}Z`)]));
      return times.length === 0 ? null : Math.max(...times);
    },
  },
  'time series without bounds': {
    columns: ['amount'],
    ask: async ({ services }, pool, caller) => {
      const { labels, values } = await timeSeries(services, caller, {
        metric: metricOf(pool, { type: 'MAX', measure: 'amount' }),
        granularity: 'DAY',
        groupBy: [],
      });
      return labels.map((label, index) => [label.slice(0, 10), values[index]]);
    },
    expected: (rows) => {
      const present = days.filter((day) => rows.some(({ at }) => String(at).startsWith(day)));
      const span = days.filter(
        (day) => present.length > 0 && day >= String(present[0]) && day <= String(present.at(-1)),
      );
      return span.map((day) => {
        const values = rows
          .filter(({ at, amount }) => String(at).startsWith(day) && amount !== null)
          .map(({ amount }) => Number(amount));
        const isEmpty = !rows.some(({ at }) => String(at).startsWith(day));
        return [day, values.length > 0 ? String(Math.max(...values)) : isEmpty ? '0' : null];
      });
    },
  },
  leaderboard: {
    columns: ['secret', 'amount'],
    ask: async ({ services }, pool, caller) =>
      (
        await leaderboard(services, caller, {
          metric: metricOf(pool, { type: 'SUM', measure: 'amount' }),
          dimensions: ['secret'],
          sort: 'DESC',
          rowLimit: 100,
        })
      ).rows,
    expected: (rows) =>
      grouped(rows, 'secret')
        .map(([key, some]) => [key, sum(some, 'amount')] as const)
        .sort((a, b) => b[1] - a[1])
        .map(([key, value]) => [key, String(value)]),
  },
  report: {
    columns: ['tenant', 'amount'],
    ask: async ({ services }, pool, caller) =>
      (
        await metricReport(services, caller, {
          dimensions: [{ columnName: 'tenant', sort: 'ASC' }],
          metrics: [
            { metric: metricOf(pool, { type: 'COUNT' }), sort: 'DESC' },
            {
              metric: metricOf(pool, { type: 'SUM', measure: 'amount' }),
              sort: 'DESC',
              filterSql: 'amount > 10',
            },
          ],
          orderByColumn: 1,
          page: { first: 100 },
        })
      ).rows,
    expected: (rows) =>
      grouped(rows, 'tenant').map(([key, some]) => [
        key,
        String(some.length),
        String(
          sum(
            some.filter(({ amount }) => Number(amount ?? 0) > 10),
            'amount',
          ),
        ),
      ]),
  },
  'top values': {
    columns: ['secret'],
    ask: async ({ services }, pool, caller) =>
      (await topValues(services, caller, { dataPool: { id: pool.id }, columnName: 'secret', maxValues: 100 }))
        .values,
    expected: (rows) =>
      grouped(rows, 'secret')
        .filter(([key]) => key !== null)
        .sort((a, b) => b[1].length - a[1].length)
        .map(([key]) => key),
  },
  'statistics of a dimension': {
    columns: ['amount'],
    ask: async (node, pool, caller) => {
      const metricId = await node.createMetric({ dataPoolId: pool.id, aggregation: { type: 'COUNT' } });
      const input = { metricId, columnName: 'amount', uniqueValuesMax: 1_000 };
      const { min, max, uniqueValues } = await dimensionStatistics(node.services, caller, input);
      return { min, max, uniqueValues };
    },
    expected: (rows) => {
      const values = rows.flatMap(({ amount }) => (amount === null ? [] : [Number(amount)]));
      const unique = [...new Set(values)].sort((a, b) => a - b).map(String);
      return { min: unique[0] ?? null, max: unique.at(-1) ?? null, uniqueValues: unique };
    },
  },
  'data grid, page by page': {
    columns: ['id', 'tenant', 'region'],
    ask: async (node, pool, caller) =>
      await walk(node, caller, pool, { columns: ['id', 'tenant', 'region'] }),
    expected: (rows) =>
      [...rows]
        .sort((a, b) => (String(a['at']) < String(b['at']) ? 1 : -1))
        .map(({ id, tenant, region }) => [text(id), text(tenant), text(region)]),
  },
  'data grid in the order of a column': {
    columns: ['id', 'secret'],
    ask: async (node, pool, caller) =>
      (await walk(node, caller, pool, { columns: ['secret', 'id'], orderByColumn: 1, sort: 'ASC' })).map(
        ([secret]) => secret,
      ),
    expected: (rows) =>
      rows
        .map(({ secret }) => text(secret))
        .sort((a, b) => (a === b ? 0 : a === null || (b !== null && a > b) ? 1 : -1)),
  },
  'SQL, in a subquery and on both sides of a join': {
    columns: ['id', 'secret'],
    ask: async ({ services }, pool, caller) =>
      (
        await runSql(services, caller, {
          query: `SELECT a.id, b.secret, (SELECT count(*) FROM "${pool.id}") AS total
            FROM "${pool.id}" a JOIN "${pool.id}" b ON a.id = b.id
            WHERE a.id IN (SELECT id FROM "${pool.id}") ORDER BY a.id`,
          dialect: undefined,
        })
      ).rows,
    expected: (rows) =>
      [...rows]
        .sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1))
        .map(({ id, secret }) => [text(id), text(secret), String(rows.length)]),
  },
  "SQL of all columns, by the engine's dialect": {
    columns: [],
    ask: async ({ services }, pool, caller) => {
      const query = `SELECT * FROM ${pool.id}`;
      const { rows } = await runSql(services, caller, { query, dialect: 'COLUMNSTORE' });
      const described = await describeSql(services, caller, { query, dialect: 'COLUMNSTORE' });
      return {
        count: rows.length,
        columns: described.columns.filter(({ columnName }) => !columnName.startsWith('_')).length,
      };
    },
    expected: (rows, columns) => ({ count: rows.length, columns: columns.size }),
  },
  'records by unique ID': {
    columns: ['id', 'amount'],
    ask: async ({ services }, pool, caller) =>
      (
        await recordsByUniqueId(services, caller, {
          dataPool: { id: pool.id },
          columns: ['id', 'amount'],
          uniqueIds: Array.from({ length: 40 }, (_, index) => `r${index}`),
        })
      ).values,
    expected: (rows) =>
      [...rows]
        .sort((a, b) => Number(String(a['id']).slice(1)) - Number(String(b['id']).slice(1)))
        .map(({ id, amount }) => [text(id), text(amount)]),
  },
};

async function walk(
  { services }: QueryNode,
  caller: Caller,
  pool: DataPool,
  input: Pick<DataGridInput, 'columns'> & Partial<DataGridInput>,
): Promise<(readonly (string | null)[])[]> {
  const rows: (readonly (string | null)[])[] = [];
  for (let after: string | null = null; ; ) {
    const page: { first: number; after?: string } = after === null ? { first: 7 } : { first: 7, after };
    const answer = await dataGrid(services, caller, {
      sort: 'DESC',
      ...input,
      dataPool: { id: pool.id },
      page,
    });
    rows.push(...answer.rows);
    if (!answer.pageInfo.hasNextPage) return rows;
    after = answer.pageInfo.endCursor;
  }
}
