import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { MetricAggregation } from '../../server/src/catalog/metric-kinds.js';
import { counter } from '../../server/src/query/counter.js';
import type { MetricReportInput } from '../../server/src/query/metric-report.js';
import { metricReport } from '../../server/src/query/metric-report.js';
import { tableName } from '../../server/src/sql/data-pool-ddl.js';
import { sql } from '../support/engines.js';
import { extent } from '../support/extent.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';
import { walkBackward, walkForward } from '../support/walk-pages.js';

let node: QueryNode;

beforeAll(async () => {
  node = await openQueryNode();
});
afterAll(() => node.close());

const report = (
  input: Partial<MetricReportInput> & Pick<MetricReportInput, 'metrics'>,
  caller = node.caller,
) => metricReport(node.services, caller, { dimensions: [], page: {}, ...input });

interface Sale {
  readonly at: string;
  readonly city: string | null;
  readonly ratio: number | null;
  readonly amount: number;
}

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'shipped', type: 'TIMESTAMP', nullable: true },
  { name: 'city', type: 'STRING', nullable: true },
  { name: 'ratio', type: 'FLOAT', nullable: true },
  { name: 'amount', type: 'INT64', nullable: false },
] as const;

const createSales = () => node.createPool({ columns, timestamp: 'at' });
const count = (pool: DataPool) => ({ dataPool: { id: pool.id }, aggregation: { type: 'COUNT' } }) as const;
const sum = (pool: DataPool) =>
  ({ dataPool: { id: pool.id }, aggregation: { type: 'SUM', measure: 'amount' } }) as const;

describe('a Metric Report', () => {
  let pool: DataPool;

  beforeAll(async () => {
    pool = await createSales();
    await node.insert(pool, [
      {
        at: '2026-03-01 10:00:00.000',
        shipped: '2026-03-09 10:00:00.000',
        city: 'Bern',
        ratio: 0.1,
        amount: 5,
      },
      { at: '2026-03-02 10:00:00.000', shipped: null, city: 'Bern', ratio: 0.1, amount: 7 },
      { at: '2026-03-03 10:00:00.000', shipped: null, city: null, ratio: null, amount: 100 },
      { at: '2026-03-04 10:00:00.000', shipped: null, city: 'Łódź "x"\\\t\'', ratio: -0, amount: 1 },
      { at: '2026-03-05 10:00:00.000', shipped: null, city: 'Łódź "x"\\\t\'', ratio: 0, amount: 2 },
    ]);
  });

  it('counts the rows that it returns, not those that it looked at for the page', async () => {
    const asked = {
      dimensions: [{ columnName: 'city', sort: 'ASC' as const }],
      metrics: [{ metric: count(pool), sort: 'DESC' as const }],
    };
    const first = await report({ ...asked, page: { first: 1 } });
    const second = await report({ ...asked, page: { first: 1, after: first.pageInfo.endCursor } });
    expect([first, second].map(({ query }) => query.resultingRecords)).toEqual([1, 1]);
  });

  it('has each Metric over its own records, under the given names', async () => {
    const name = 'big_sales';
    await node.createMetric({
      uniqueName: name,
      dataPoolId: pool.id,
      aggregation: { type: 'SUM', measure: 'amount' },
      filterSql: 'amount > 1',
    });
    const answer = await report({
      dimensions: [{ columnName: 'city', displayName: 'City', sort: 'ASC' }],
      metrics: [
        { metric: { name }, sort: 'DESC' },
        { metric: { name }, sort: 'DESC', displayName: 'early', filterSql: "at < '2026-03-02'" },
        {
          metric: count(pool),
          sort: 'DESC',
          filters: [{ column: 'amount', operator: 'LESS_THAN', value: '6', and: [], or: [] }],
        },
      ],
    });
    expect(answer.headers).toEqual(['City', name, 'early', 'COUNT']);
    expect(answer.rows).toEqual([
      [null, '100', '0', '0'],
      ['Bern', '12', '5', '1'],
      ['Łódź "x"\\\t\'', '2', '0', '2'],
    ]);
    expect(answer.query).toMatchObject({ type: 'REPORT', subtype: null, status: 'COMPLETED' });
    expect(answer.query.recordsProcessed).toBe('5');
  });

  it('leaves out rows that have no record of any Metric', async () => {
    const { rows } = await report({
      dimensions: [{ columnName: 'city', sort: 'ASC' }],
      metrics: [{ metric: count(pool), sort: 'DESC', filterSql: "city = 'Bern'" }],
    });
    expect(rows).toEqual([['Bern', '2']]);
  });

  it.each([
    'percentile_cont(0.5) WITHIN GROUP (ORDER BY amount)',
    'percentile_disc(0.5) WITHIN GROUP (ORDER BY amount DESC)',
    'percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) FILTER (WHERE city IS NOT NULL)',
    "string_agg(city, ',' ORDER BY amount)",
    "string_agg(DISTINCT city, ',') FILTER (WHERE amount > 1)",
    'corr(amount, ratio)',
    'covar_pop(amount, ratio)',
    'stddev(amount)',
    'variance(amount) - var_pop(amount)',
    'count(*) FILTER (WHERE amount > 2)',
    'countIf(amount > 2)',
  ])('filters what it computes as a condition on the records does: %s', async (expression) => {
    const metric = {
      dataPool: { id: pool.id },
      aggregation: { type: 'CUSTOM', expression } as const,
    };
    for (const filterSql of ["city = 'Bern'", 'amount < 50', 'amount > 1000']) {
      const { rows } = await report({
        metrics: [
          { metric, sort: 'DESC', filterSql },
          { metric, sort: 'DESC' },
        ],
      });
      const values = [
        await counter(node.services, node.caller, { metric, filterSql }),
        await counter(node.services, node.caller, { metric }),
      ].map(({ value }) => value);
      expect(rows).toEqual([values]);
    }
  });

  it('takes a time range and a filter for all Metrics', async () => {
    const { rows } = await report({
      dimensions: [{ columnName: 'city', sort: 'ASC' }],
      metrics: [{ metric: sum(pool), sort: 'DESC' }],
      timeRange: { startMs: Date.UTC(2026, 2, 2), stopMs: Date.UTC(2026, 2, 4) },
      filterSql: 'amount < 50',
    });
    expect(rows).toEqual([['Bern', '7']]);
  });

  it('gives each Metric a time range over its own timestamp', async () => {
    const id = await node.createMetric({
      dataPoolId: pool.id,
      aggregation: { type: 'COUNT' },
      timestamp: 'shipped',
    });
    const timeRange = { startMs: Date.UTC(2026, 2, 9), stopMs: Date.UTC(2026, 2, 10) };
    const metrics = [
      { metric: { id }, sort: 'DESC' },
      { metric: count(pool), sort: 'DESC' },
    ] as const;
    expect((await report({ metrics, timeRange })).rows).toEqual([['1', '0']]);
    const named = { ...timeRange, timestamp: 'shipped' };
    expect((await report({ metrics, timeRange: named })).rows).toEqual([['1', '1']]);
  });

  it('has no date in a range that begins after the midnight of the last day', async () => {
    const ends = await node.createPool({
      columns: [
        { name: 'at', type: 'TIMESTAMP', nullable: false },
        { name: 'day', type: 'DATE', nullable: false },
      ],
      timestamp: 'at',
    });
    await node.insert(ends, [{ at: '2299-12-31 18:00:00.000', day: '2299-12-31' }]);
    const byDay = { dataPoolId: ends.id, aggregation: { type: 'COUNT' }, timestamp: 'day' } as const;
    const metrics = [
      { metric: count(ends), sort: 'DESC' },
      { metric: { id: await node.createMetric(byDay) }, sort: 'DESC' },
    ] as const;
    const timeRange = (startMs: number) => ({ startMs, stopMs: null });
    const midnightMs = Date.UTC(2299, 11, 31);
    expect((await report({ metrics, timeRange: timeRange(midnightMs) })).rows).toEqual([['1', '1']]);
    expect((await report({ metrics, timeRange: timeRange(midnightMs + 1) })).rows).toEqual([['1', '0']]);
  });

  it('counts for each Metric the records that have its timestamp, as a counter does', async () => {
    const id = await node.createMetric({
      dataPoolId: pool.id,
      aggregation: { type: 'COUNT' },
      timestamp: 'shipped',
    });
    const shipped = { metric: { id }, sort: 'DESC' } as const;
    const all = { metric: count(pool), sort: 'DESC' } as const;
    expect((await report({ metrics: [shipped, all] })).rows).toEqual([['1', '5']]);
    expect((await report({ metrics: [all, shipped] })).rows).toEqual([['5', '1']]);
  });

  it('shows the two zeros, and what is not finite, as one row each', async () => {
    const { rows } = await report({
      dimensions: [{ columnName: 'ratio', sort: 'DESC' }],
      metrics: [{ metric: count(pool), sort: 'DESC' }],
      orderByColumn: 1,
    });
    expect(rows).toEqual([
      ['0.1', '2'],
      ['0', '2'],
      [null, '1'],
    ]);
  });

  it('is one row without dimensions', async () => {
    expect((await report({ metrics: [{ metric: count(pool), sort: 'DESC' }] })).rows).toEqual([['5']]);
  });

  it('refuses what it cannot answer, and says why', async () => {
    const other = await createSales();
    const metrics = [{ metric: count(pool), sort: 'DESC' }] as const;
    const adHoc = (aggregation: MetricAggregation) => ({ dataPool: { id: pool.id }, aggregation });
    const refused: [Partial<MetricReportInput>, RegExp][] = [
      [{ metrics: [] }, /metrics: give at least one/],
      [
        { metrics: [...metrics, { metric: count(other), sort: 'DESC' }] },
        new RegExp(`"${other.uniqueName}".*"${pool.uniqueName}"`),
      ],
      [{ dimensions: [{ columnName: 'nope', sort: 'ASC' }] }, /dimensions\[0\].*"nope"/],
      [{ orderByColumn: 2 }, /orderByColumn must be from 1 to 1/],
      [{ page: { first: 0 } }, /first must be from 1 to 1000/],
      [{ page: { last: 1_001 } }, /last must be from 1 to 1000/],
      [
        { metrics: [{ metric: count(pool), sort: 'DESC', filterSql: 'nope = 1' }] },
        /metrics\[0\]\.filterSql.*nope/,
      ],
      [
        {
          metrics: [
            ...metrics,
            {
              metric: count(pool),
              sort: 'DESC',
              filters: [{ column: 'amount', operator: 'EQUALS', value: 'x', and: [], or: [] }],
            },
          ],
        },
        /^metrics\[1\]\.filters, column amount, EQUALS/,
      ],
      [
        { metrics: [...metrics, { metric: adHoc({ type: 'SUM', measure: 'nope' }), sort: 'DESC' }] },
        /^metrics\[1\]\.measure: .*"nope"/,
      ],
      [
        {
          metrics: [...metrics, { metric: adHoc({ type: 'CUSTOM', expression: 'SUM(nope)' }), sort: 'DESC' }],
        },
        /^metrics\[1\]\.expression, line 1, column 5, at "nope"/,
      ],
      [
        { dimensions: Array.from({ length: 51 }, () => ({ columnName: 'city', sort: 'ASC' }) as const) },
        /at most 50/,
      ],
    ];
    for (const [input, message] of refused) {
      await expect(report({ metrics, ...input })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringMatching(message),
      });
    }
  });

  it('refuses cursors that were changed, or that belong to another query or Application', async () => {
    const input = {
      dimensions: [{ columnName: 'city', sort: 'ASC' }],
      metrics: [{ metric: count(pool), sort: 'DESC' }],
    } as const;
    const { pageInfo } = await report({ ...input, page: { first: 1 } });
    const after = pageInfo.endCursor ?? '';
    const refusal = { code: 'BAD_REQUEST', message: expect.stringContaining('after: the cursor') };
    for (const cursor of [
      'x',
      `${after}AA`,
      `${after}!`,
      flipped(after, 3),
      flipped(after, after.length - 2),
    ]) {
      await expect(report({ ...input, page: { after: cursor } })).rejects.toMatchObject(refusal);
    }
    await expect(report({ ...input, filterSql: 'amount > 0', page: { after } })).rejects.toMatchObject(
      refusal,
    );
    await expect(report({ ...input, page: { after } }, node.otherCaller())).rejects.toMatchObject(refusal);
    expect((await report({ ...input, page: { after, first: 5 } })).rows).toHaveLength(2);
    expect((await report({ ...input, page: { after: '', first: 5 } })).rows).toHaveLength(3);
  });

  it('keeps cursors good while a relative time range moves on', async () => {
    const input = {
      dimensions: [{ columnName: 'city', sort: 'ASC' }],
      metrics: [{ metric: count(pool), sort: 'DESC' }],
      timeRange: { relative: 'LAST_N_DAYS', n: 30 },
    } as const;
    const { pageInfo } = await report({ ...input, page: { first: 1 } });
    node.clock.advance(86_400_000);
    const { rows } = await report({ ...input, page: { first: 5, after: pageInfo.endCursor } });
    node.clock.advance(-86_400_000);
    expect(rows).toHaveLength(2);
  });

  it('says whether there are rows before a cursor whose own row has moved', async () => {
    const moving = await createSales();
    await node.insert(moving, [{ at: '2026-03-01 00:00:00.000', city: 'a', amount: 1 }]);
    const input = {
      dimensions: [{ columnName: 'city', sort: 'ASC' }],
      metrics: [{ metric: sum(moving), sort: 'ASC' }],
    } as const;
    const { pageInfo } = await report({ ...input, page: { first: 1 } });
    await node.insert(moving, [{ at: '2026-03-01 00:00:00.000', city: 'a', amount: 1 }]);
    const next = await report({ ...input, page: { first: 1, after: pageInfo.endCursor } });
    expect(next.rows).toEqual([['a', '2']]);
    expect(next.pageInfo).toMatchObject({ hasPreviousPage: false, hasNextPage: false });
  });

  it('can be paged by Metrics of every kind of value', async () => {
    const expressions = [
      'MAX(city)',
      'substring(MAX(city), 1, 2)',
      'MAX(at)',
      'SUM(amount) / COUNT()',
      'AVG(ratio)',
      'medianExact(ratio)',
      'medianExact(amount) - 6',
      'round(SUM(amount))',
      'round(COUNT())',
      'arraySum(groupArray(3)(amount))',
      'quantiles(0.5, 0.9)(amount)',
      'SUM(CAST(amount AS DECIMAL(20, 4))) / 3',
      'MIN(amount) > 5',
      'MAX(at)::date',
      'SUM(amount) / 0.0',
      '0.0 / (COUNT() - 2)',
    ];
    for (const expression of expressions) {
      for (const sort of ['ASC', 'DESC'] as const) {
        const read = (page: MetricReportInput['page']) =>
          report({
            dimensions: [
              { columnName: 'city', sort: 'ASC' },
              { columnName: 'amount', sort },
            ],
            metrics: [
              { metric: { dataPool: { id: pool.id }, aggregation: { type: 'CUSTOM', expression } }, sort },
            ],
            page,
          });
        const { rows } = await read({ first: 1_000 });
        expect(rows).toHaveLength(5);
        expect(await walkForward(read, 2), expression).toEqual(rows);
        expect(await walkBackward(read, 2), expression).toEqual(rows);
      }
    }
  });
});

function flipped(text: string, index: number): string {
  return `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
}

type Cell = string | number | null;

/** Nulls last in either direction; text by its bytes. */
function compare(a: Cell, b: Cell, sort: 'ASC' | 'DESC'): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const order =
    typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : a - Number(b);
  return sort === 'ASC' ? order : -order;
}

describe('pages of a report', () => {
  const sale = fc.record<Sale>({
    at: fc.constant('2026-03-01 00:00:00.000'),
    city: fc.constantFrom(null, 'a', 'B', 'é', '', '\\N', 'NULL', "'"),
    ratio: fc.constantFrom(null, 0.1, -0.5, 0, -0, 16777216),
    amount: fc.integer({ min: -2, max: 2 }),
  });
  const sort = fc.constantFrom('ASC' as const, 'DESC' as const);

  it('one after the other are the whole report in its order, forward and backward', async () => {
    const pool = await createSales();
    let batch = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(sale, { minLength: 1, maxLength: 25 }),
        fc.tuple(sort, sort, sort, sort),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 6 }),
        async (sales, [s0, s1, s2, s3], orderByColumn, size) => {
          batch += 1;
          const day = new Date(Date.UTC(2000, 0, batch));
          const at = day.toISOString().slice(0, 10);
          await node.insert(
            pool,
            sales.map((row) => ({ ...row, at: `${at} 00:00:00.000` })),
          );
          const read = (page: MetricReportInput['page']) =>
            report({
              timeRange: { startMs: day.getTime(), stopMs: day.getTime() + 86_400_000 },
              dimensions: [
                { columnName: 'city', sort: s0 },
                { columnName: 'ratio', sort: s1 },
              ],
              metrics: [
                { metric: sum(pool), sort: s2 },
                {
                  metric: { dataPool: { id: pool.id }, aggregation: { type: 'MAX', measure: 'amount' } },
                  filterSql: 'amount > 0',
                  sort: s3,
                },
              ],
              orderByColumn,
              page,
            });
          const expected = oracle(sales, [s0, s1, s2, s3], orderByColumn);
          expect(await walkForward(read, size)).toEqual(expected);
          expect(await walkBackward(read, size)).toEqual(expected);
        },
      ),
      { numRuns: extent(8, 60) },
    );
  }, 90_000);

  it('neither skip nor repeat the rows that stay as they are, while records arrive', async () => {
    const pool = await createSales();
    let batch = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(sale, { minLength: 5, maxLength: 20 }),
        fc.array(sale, { minLength: 1, maxLength: 4 }),
        fc.tuple(sort, sort),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 4 }),
        async (sales, arriving, [s0, s1], orderByColumn, size) => {
          batch += 1;
          const day = new Date(Date.UTC(2010, 0, batch));
          const at = `${day.toISOString().slice(0, 10)} 00:00:00.000`;
          await node.insert(
            pool,
            sales.map((row) => ({ ...row, at })),
          );
          const read = (page: MetricReportInput['page']) =>
            report({
              timeRange: { startMs: day.getTime(), stopMs: day.getTime() + 86_400_000 },
              dimensions: [
                { columnName: 'city', sort: s0 },
                { columnName: 'ratio', sort: s1 },
              ],
              metrics: [{ metric: sum(pool), sort: s1, filterSql: 'amount <> 2' }],
              orderByColumn,
              page,
            });
          let arrived = 0;
          // Of cities that are not there yet: in the middle of the order, before it, and after it.
          const arrive = async () => {
            arrived += 1;
            if (arrived > 4) return;
            await node.insert(
              pool,
              arriving.map((row) => ({ ...row, at, city: `${['', 'C', 'z'][arrived % 3]} new ${arrived}` })),
            );
          };
          const isNew = ([city]: readonly (string | null)[]) => city?.includes(' new ') ?? false;
          const expected = (await walkForward(read, size)).filter((row) => !isNew(row));
          expect((await walkForward(read, size, arrive)).filter((row) => !isNew(row))).toEqual(expected);
          arrived = 0;
          expect((await walkBackward(read, size, arrive)).filter((row) => !isNew(row))).toEqual(expected);
        },
      ),
      { numRuns: extent(4, 30) },
    );
  }, 90_000);

  it('have each row once while merges change the last digits of sums', async () => {
    const pool = await node.createPool({
      columns: [
        { name: 'at', type: 'TIMESTAMP', nullable: false },
        { name: 'customer', type: 'INT32', nullable: false },
        { name: 'price', type: 'DOUBLE', nullable: false },
      ],
      timestamp: 'at',
    });
    for (const tenths of [1, 3])
      await node.insert(
        pool,
        Array.from({ length: 2_000 }, (_, index) => ({
          at: `2026-03-01 00:${String(index % 59).padStart(2, '0')}:00.000`,
          customer: index % 20,
          price: (index % 20) + (index * tenths) / 1_000,
        })),
      );
    const read = (page: MetricReportInput['page']) =>
      report({
        dimensions: [{ columnName: 'customer', sort: 'ASC' }],
        metrics: [
          {
            metric: { dataPool: { id: pool.id }, aggregation: { type: 'SUM', measure: 'price' } },
            sort: 'DESC',
          },
        ],
        page,
      });
    const { edges } = await read({ first: 20 });
    const customers = edges.map((edge) => edge.node.row[0]);
    await node.engine.command(sql(`OPTIMIZE TABLE ${tableName(pool)} FINAL`));
    for (const [index, { cursor }] of edges.entries()) {
      const [next, last] = [await read({ first: 1, after: cursor }), await read({ last: 1, before: cursor })];
      expect(next.rows.map(([customer]) => customer)).toEqual(customers.slice(index + 1, index + 2));
      expect(last.rows.map(([customer]) => customer)).toEqual(customers.slice(0, index).slice(-1));
      expect([next.pageInfo.hasPreviousPage, last.pageInfo.hasNextPage]).toEqual([true, true]);
    }
  });
});

function oracle(sales: readonly Sale[], sorts: readonly ('ASC' | 'DESC')[], orderByColumn: number) {
  const groups = new Map<string, { city: string | null; ratio: number | null; amounts: number[] }>();
  for (const { city, ratio, amount } of sales) {
    const zero = ratio === 0 ? 0 : ratio;
    const key = JSON.stringify([city, zero]);
    const group = groups.get(key) ?? { city, ratio: zero, amounts: [] };
    group.amounts.push(amount);
    groups.set(key, group);
  }
  const rows = [...groups.values()].map(({ city, ratio, amounts }): Cell[] => {
    const positive = amounts.filter((amount) => amount > 0);
    return [
      city,
      ratio,
      amounts.reduce((a, b) => a + b, 0),
      positive.length > 0 ? Math.max(...positive) : null,
    ];
  });
  const order = [orderByColumn - 1, 0, 1];
  rows.sort((a, b) => {
    for (const index of order) {
      const compared = compare(a[index] ?? null, b[index] ?? null, sorts[index] ?? 'ASC');
      if (compared !== 0) return compared;
    }
    return 0;
  });
  return rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))));
}
