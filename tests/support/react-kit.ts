/**
 * The requests of the React kit, recorded: its documents, and variables in every form that its components and hooks send.
 * tests/compatibility/react-kit.test.ts compares them with the kit.
 */
import { expect } from 'vitest';
import type { Service } from './service.js';
import { createWebhook, post } from './webhook.js';

const dayMs = 86_400_000;
const agoMs = (days: number) => Date.now() - days * dayMs;

export const kitOrders = [
  { id: 'o1', country: 'CH', price: 10, at: agoMs(0) },
  { id: 'o2', country: 'CH', price: 20, at: agoMs(1) },
  { id: 'o3', country: 'DE', price: 30, at: agoMs(2) },
  { id: 'o4', country: 'DE', price: 40, at: agoMs(3) },
  { id: 'o5', country: 'FR', price: 50, at: agoMs(10) },
  { id: 'o6', country: 'FR', price: 600, at: agoMs(40) },
  { id: 'o7', country: 'CH', price: 7_000, at: Date.parse('2020-01-01T12:00:00Z') },
  { id: 'o8', country: 'CH', price: 8_000, at: Date.parse('2026-01-01T20:00:00Z') },
];

/** A Data Pool `orders`; answers its ID. */
export async function seedKitOrders(service: Service): Promise<string> {
  const { path, dataPoolId } = await createWebhook(
    service,
    [
      { name: 'id', type: 'STRING', nullable: false },
      { name: 'at', type: 'TIMESTAMP', nullable: false },
      { name: 'country', type: 'STRING', nullable: false },
      { name: 'price', type: 'INT64', nullable: false },
    ],
    { timestamp: 'at', uniqueId: 'id' },
    { uniqueName: 'orders' },
  );
  const events = kitOrders.map((order) => ({ ...order, at: new Date(order.at).toISOString() }));
  expect((await post(service, path, events)).status).toBe(200);
  return dataPoolId;
}

const documents = {
  counter: 'query Counter($counterInput: CounterInput!) { counter(input: $counterInput) { value } }',
  timeSeries: `query TimeSeries($timeSeriesInput: TimeSeriesInput!) {
    timeSeries(input: $timeSeriesInput) { labels values groups { group labels values } } }`,
  leaderboard: `query Leaderboard($leaderboardInput: LeaderboardInput!) {
    leaderboard(input: $leaderboardInput) { headers rows } }`,
  dataGrid: `query DataGrid($dataGridInput: DataGridInput!) { dataGrid(input: $dataGridInput) {
    headers rows pageInfo { hasNextPage hasPreviousPage endCursor startCursor } } }`,
  topValues: `query TopValues($topValuesInput: TopValuesInput!) {
    topValues(input: $topValuesInput) { values } }`,
  recordsByUniqueId: `query RecordsByUniqueId($recordsByUniqueIdInput: RecordsByUniqueIdInput!) {
    recordsByUniqueId(input: $recordsByUniqueIdInput) { columns values } }`,
  sql: 'query Sql($sqlInput: SqlV1Input!) { sqlV1(input: $sqlInput) { columns { columnName type } rows } }',
};

export interface KitRequest {
  /** On one line. */
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** A query of a component or a hook, with its input. */
export const kitRequest = (of: keyof typeof documents, input: object): KitRequest => ({
  query: onOneLine(documents[of]),
  variables: { [`${of}Input`]: input },
});

export type KitOperation = readonly [what: string, request: KitRequest, answer: object];

const labels = ['2025-12-31T18:30:00Z', '2026-01-01T18:30:00Z', '2026-01-02T18:30:00Z'];

/** Where the caller of the kit gives a Data Pool by ID, the kit adds its name. */
export function kitOperations(id: string): readonly KitOperation[] {
  const dataPool = { id, name: 'orders' };
  const count = { count: { dataPool } };
  const sum = { sum: { measure: { columnName: 'price' }, dataPool } };
  const timeZone = 'Asia/Calcutta';
  const days = (n: number) => ({ relative: 'LAST_N_DAYS', n });
  const grid = { dataPool: { name: 'orders' }, orderByColumn: 3, sort: 'ASC', timeRange: days(30) };
  return [
    [
      'a counter without filters yet',
      kitRequest('counter', { metric: count, timeZone, timeRange: days(30) }),
      { counter: { value: '5' } },
    ],
    [
      'a counter in UTC',
      kitRequest('counter', { metric: sum, timeZone: 'Z', timeRange: days(90) }),
      { counter: { value: '750' } },
    ],
    [
      'a relative range with a start and a stop',
      kitRequest('counter', {
        metric: count,
        timeZone: '-03:00',
        timeRange: { ...days(30), start: '2020-01-01T00:00:00Z', stop: '2020-01-02T00:00:00Z' },
        filterSql: null,
      }),
      { counter: { value: '5' } },
    ],
    [
      'a time series without groups',
      kitRequest('timeSeries', {
        metric: sum,
        timeZone,
        timeRange: days(30),
        granularity: 'DAY',
        groupBy: [],
      }),
      { timeSeries: { labels: expect.objectContaining({ length: 30 }), groups: null } },
    ],
    [
      'a time series with groups and an offset',
      kitRequest('timeSeries', {
        metric: count,
        timeZone: '+05:30',
        timeRange: { start: '2026-01-01T00:00:00+05:30', stop: '2026-01-04T00:00:00+05:30' },
        granularity: 'DAY',
        groupBy: ['country'],
        filterSql: null,
      }),
      {
        timeSeries: {
          labels,
          values: ['0', '1', '0'],
          groups: [{ group: ['CH'], labels, values: ['0', '1', '0'] }],
        },
      },
    ],
    [
      'a leaderboard',
      kitRequest('leaderboard', {
        metric: sum,
        rowLimit: 5,
        dimensions: [{ columnName: 'country' }],
        timeZone,
        timeRange: days(30),
      }),
      {
        leaderboard: {
          headers: ['country', 'SUM'],
          rows: [
            ['DE', '70'],
            ['FR', '50'],
            ['CH', '30'],
          ],
        },
      },
    ],
    [
      'a leaderboard of a hook',
      kitRequest('leaderboard', {
        metric: count,
        rowLimit: 2,
        dimensions: [{ columnName: 'country' }],
        timeZone: 'Z',
        filterSql: null,
      }),
      {
        leaderboard: {
          headers: ['country', 'COUNT'],
          rows: [
            ['CH', '4'],
            ['DE', '2'],
          ],
        },
      },
    ],
    [
      'a grid without columns yet, with both page sizes',
      kitRequest('dataGrid', { ...grid, columns: [], first: 2, last: 50 }),
      { dataGrid: { headers: [], pageInfo: { hasNextPage: true, hasPreviousPage: false } } },
    ],
    [
      'a grid with columns',
      kitRequest('dataGrid', {
        ...grid,
        columns: ['_service_received_at', '_service_payload', 'id', 'at', 'country', 'price'],
        first: 2,
        last: 50,
      }),
      {
        dataGrid: {
          rows: [
            [expect.any(String), expect.any(String), 'o1', expect.any(String), 'CH', '10'],
            [expect.any(String), expect.any(String), 'o2', expect.any(String), 'CH', '20'],
          ],
          pageInfo: { hasNextPage: true, hasPreviousPage: false },
        },
      },
    ],
    [
      'the grid of a hook',
      kitRequest('dataGrid', {
        columns: ['id', 'price'],
        dataPool: { name: 'orders' },
        sort: 'DESC',
        first: 50,
        last: 1,
        filterSql: null,
      }),
      { dataGrid: { headers: ['id', 'price'], rows: { 0: ['o1', '10'], 7: ['o7', '7000'], length: 8 } } },
    ],
    [
      'the values to filter by',
      kitRequest('topValues', {
        columnName: 'country',
        dataPool: { name: 'orders' },
        timeRange: days(30),
        timeZone,
      }),
      { topValues: { values: expect.arrayContaining(['CH', 'DE', 'FR']) } },
    ],
    [
      'the values of a hook',
      kitRequest('topValues', { columnName: 'country', dataPool: { name: 'orders' }, timeZone: '+05:30' }),
      { topValues: { values: ['CH', 'DE', 'FR'] } },
    ],
    [
      'records by ID',
      kitRequest('recordsByUniqueId', {
        dataPool,
        uniqueIds: ['o3', 'none', 'o1'],
        columns: ['id', 'price'],
      }),
      {
        recordsByUniqueId: {
          columns: ['id', 'price'],
          values: [
            ['o3', '30'],
            ['o1', '10'],
          ],
        },
      },
    ],
    [
      'SQL',
      kitRequest('sql', { query: 'SELECT COUNT(*) AS n FROM "orders"' }),
      { sqlV1: { columns: [{ columnName: 'n', type: 'INT64' }], rows: [['8']] } },
    ],
    [
      'the columns to group by',
      {
        query:
          'query DataPoolColumns($dataPoolId: ID!) { dataPool(id: $dataPoolId) { columns { nodes { columnName type } } } }',
        variables: { dataPoolId: id },
      },
      {
        dataPool: {
          columns: { nodes: expect.arrayContaining([{ columnName: 'country', type: 'STRING' }]) },
        },
      },
    ],
  ];
}
