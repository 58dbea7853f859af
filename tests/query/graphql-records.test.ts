import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ByteBudget } from '../../server/src/base/byte-budget.js';
import { systemClock } from '../../server/src/base/clock.js';
import { DataVersions } from '../../server/src/base/data-versions.js';
import { createLog } from '../../server/src/base/log.js';
import type { Principal } from '../../server/src/base/principal.js';
import { ZstdThread } from '../../server/src/base/zstd-thread.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import { executableSchemas } from '../../server/src/graphql/executable-schema.js';
import { createResolvers } from '../../server/src/graphql/resolvers.js';
import { sdl } from '../../server/src/graphql/schema.js';
import { createApp } from '../../server/src/http/app.js';
import { addGraphqlRoutes } from '../../server/src/http/graphql-routes.js';
import { LiveQuestions } from '../../server/src/live/live-questions.js';
import { Damage } from '../../server/src/provision/damage.js';
import { QueryHistory } from '../../server/src/query/query-history.js';
import { EventReceipts } from '../../server/src/receipts/event-receipts.js';
import { Receipts } from '../../server/src/receipts/receipts.js';
import { temporaryDirectory } from '../support/engines.js';
import { openExportJobs } from '../support/export-jobs.js';
import { startJobs } from '../support/jobs.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';
import { openViews } from '../support/view-node.js';

let node: QueryNode;
let pool: DataPool;
let app: ReturnType<typeof createApp>;
let scopes: Principal['scopes'] = new Set(['admin']);

beforeAll(async () => {
  node = await openQueryNode();
  pool = await node.createPool(
    {
      columns: [
        { name: 'id', type: 'STRING', nullable: false },
        { name: 'amount', type: 'DOUBLE', nullable: true },
      ],
      uniqueId: 'id',
    },
    'orders',
  );
  await node.insert(pool, [
    { id: 'a', amount: 1.5 },
    { id: 'b', amount: 2.5 },
    { id: 'c', amount: null },
  ]);
  await node.createMetric({
    uniqueName: 'revenue',
    dataPoolId: pool.id,
    aggregation: { type: 'SUM', measure: 'amount' },
    dimensions: ['amount'],
  });
  const { catalog, provision, services: query, engine } = node;
  const log = createLog('silent');
  const requestPrincipal = async () => ({ ...node.caller.principal, scopes });
  app = createApp({
    log,
    registry: new Registry(),
    checks: [],
    requestPrincipal,
    metricsToken: undefined,
    requestTimeoutMs: 60_000,
    trustedProxies: [],
    tls: undefined,
  });
  const jobNode = startJobs(node);
  const receipts = new Receipts({ engine, log, directory: temporaryDirectory(), cluster: undefined });
  const resolvers = createResolvers({
    catalog,
    provision,
    parsers: query.parsers,
    sealedTexts: undefined,
    publicUrl: () => 'http://localhost',
    intakeTotals: () => Promise.reject(new Error('nothing is received')),
    intakeMinutes: () => Promise.reject(new Error('nothing is received')),
    recentRefusals: async () => [],
    query,
    history: new QueryHistory({ engine, log, retentionDays: 1, cluster: undefined }),
    jobs: jobNode.jobs,
    exportJobs: openExportJobs(node, jobNode.buckets).jobs,
    boosters: jobNode.boosters,
    s3Sources: jobNode.s3Sources,
    quarantine: jobNode.quarantine,
    views: openViews(node),
    receipts,
    eventReceipts: new EventReceipts({ receipts, catalog, parsers: query.parsers, engine }),
    oldParts: undefined,
    expiredRecords: async () => '0',
    tableSize: async () => ({ recordCount: '0', sizeInBytes: '0' }),
    columnSizes: async () => [],
    damage: new Damage({
      engine,
      catalog,
      log,
      clock: systemClock,
      asidePath: '',
      changed: () => undefined,
      onLooked: () => undefined,
    }),
  });
  addGraphqlRoutes(app, {
    ...executableSchemas(sdl, resolvers),
    requestPrincipal,
    recheckPrincipal: requestPrincipal,
    budget: new ByteBudget(10_000_000, systemClock),
    zstd: new ZstdThread('no body is compressed'),
    corsOrigins: undefined,
    graphiql: (reply) => reply,
    live: new LiveQuestions({
      clock: systemClock,
      versions: new DataVersions(),
      onCatalogChange: () => {},
      registry: new Registry(),
    }),
    dataPoolsRead: async () => new Set(),
  });
});
afterAll(async () => {
  await app.close();
  await node.close();
});

async function ask(query: string, variables: object = {}) {
  const response = await app.inject({ method: 'POST', url: '/graphql', payload: { query, variables } });
  return response.json();
}

// Every document runs twice: the second time as the compiled query.
const both = async (query: string, variables: object = {}) => {
  const first = await ask(query, variables);
  expect(await ask(query, variables)).toEqual(first);
  return first;
};

it('answers a report by deprecated names as by new ones', async () => {
  const document = `query ($metrics: [MetricReportMetricInput!]!) {
    metricReport(input: { dimensions: [{ columnName: "id", displayName: "Order" }], metrics: $metrics, first: 2 }) {
      headers rows nodes { headers row } edges { cursor node { row } }
      pageInfo { hasNextPage hasPreviousPage endCursor } query { type subtype status }
    }
  }`;
  const { data } = await both(document, { metrics: [{ uniqueName: 'revenue' }] });
  expect(data.metricReport).toMatchObject({
    headers: ['Order', 'revenue'],
    rows: [
      ['b', '2.5'],
      ['a', '1.5'],
    ],
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
    query: { type: 'REPORT', subtype: null, status: 'COMPLETED' },
  });
  expect(data.metricReport.edges[1].cursor).toBe(data.metricReport.pageInfo.endCursor);
  const renamed = await ask(document, { metrics: [{ metric: { name: 'revenue' } }] });
  expect(renamed.data.metricReport.rows).toEqual(data.metricReport.rows);
  const twice = await ask(document, { metrics: [{ metric: { name: 'revenue' }, uniqueName: 'revenue' }] });
  expect(twice.errors[0]).toMatchObject({ extensions: { code: 'BAD_REQUEST' } });
});

it('pages through a grid', async () => {
  const document = `query ($after: String) {
    dataGrid(input: { dataPool: { name: "orders" }, columns: ["id", "amount"], orderByColumn: 2, sort: ASC, first: 2, after: $after }) {
      headers rows edges { cursor } nodes { row } pageInfo { endCursor hasNextPage hasPreviousPage } query { type }
    }
  }`;
  const { data } = await both(document, { after: '' });
  expect(data.dataGrid.rows).toEqual([
    ['a', '1.5'],
    ['b', '2.5'],
  ]);
  const next = await ask(document, { after: data.dataGrid.pageInfo.endCursor });
  expect(next.data.dataGrid).toMatchObject({
    rows: [['c', null]],
    pageInfo: { hasNextPage: false, hasPreviousPage: true },
    query: { type: 'RECORDS' },
  });
  const foreign = await ask(document, { after: 'AAAA' });
  expect(foreign.errors[0].extensions.code).toBe('BAD_REQUEST');
});

it('looks records up, and counts top values', async () => {
  const { data } = await both(`{
    recordsByUniqueId(input: { dataPool: { name: "orders" }, columns: ["id"], uniqueIds: ["c", "x", "a"] }) {
      columns values query { type }
    }
    topValues(input: { dataPool: { name: "orders" }, columnName: "id" }) { values query { type } }
  }`);
  expect(data).toEqual({
    recordsByUniqueId: { columns: ['id'], values: [['c'], ['a']], query: { type: 'RECORDS_BY_UNIQUE_ID' } },
    topValues: { values: ['a', 'b', 'c'], query: { type: 'TOP_VALUES' } },
  });
});

it('gives the statistics of a Dimension from one query, to those who may read them', async () => {
  const document = `{ metricByName(uniqueName: "revenue") { dimensions { columnName stats {
    min max average ...Values query { id type }
  } } } }
  fragment Values on DimensionStatistics { all: uniqueValues one: uniqueValues(limit: 1) }`;
  const before = node.recorded.length;
  const { data } = await ask(document);
  expect(data.metricByName.dimensions).toMatchObject([
    {
      columnName: 'amount',
      stats: { min: '1.5', max: '2.5', average: '2', all: ['1.5', '2.5'], one: ['1.5'] },
    },
  ]);
  expect(node.recorded.slice(before).map(({ type }) => type)).toEqual(['STATS']);
  scopes = new Set(['metric:query']);
  const refused = await ask(document);
  scopes = new Set(['admin']);
  expect(refused.errors[0].extensions.code).toBe('FORBIDDEN');
});
