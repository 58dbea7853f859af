/** What only a running service shows of Metric queries: GraphQL's answers and the history. Slow ones are in slow-queries.test.ts. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: Service;
let webhook: Webhook;

beforeAll(async () => {
  service = await openService();
  webhook = await createWebhook(service, [
    { name: 'n', type: 'INT64', nullable: false },
    { name: 'at', type: 'TIMESTAMP', nullable: false },
    { name: 'text', type: 'STRING' },
    { name: 'ratio', type: 'FLOAT' },
  ]);
});

async function ask(query: string, variables: object = {}) {
  const { status, ...answer } = await service.graphql(query, variables);
  expect(status).toBe(200);
  return answer;
}

const info =
  'query { id createdAt createdBy modifiedAt modifiedBy bytesProcessed durationInMilliseconds recordsProcessed resultingBytes resultingRecords tier status type subtype sql booster { id used reason } }';
const counterOf = (input: object) =>
  ask(`query ($input: CounterInput!) { counter(input: $input) { value ${info} } }`, { input });
const sumOf = ({ dataPoolId }: Webhook) => ({
  metric: { sum: { dataPool: { id: dataPoolId }, measure: { columnName: 'n' } } },
});
const countOf = (dataPool: object) => ({ metric: { count: { dataPool } } });
const events = (...ns: number[]) =>
  ns.map((n) => ({ n, at: '2026-03-01 00:00:00', text: n % 2 ? 'odd' : null }));
const send = (...ns: number[]) => post(service, webhook.path, events(...ns));

describe('answers', () => {
  test('come for every way of naming a Metric, deprecated ones too', async () => {
    await send(1, 2, 3);
    const dataPool = { id: webhook.dataPoolId };
    const created = await ask(
      `mutation ($input: CreateSumMetricInput!) { createSumMetric(input: $input) { metric { id } } }`,
      { input: { dataPool: webhook.dataPoolId, uniqueName: 'total', measure: { columnName: 'n' } } },
    );
    const { id } = created.data.createSumMetric.metric;
    const over = { timeRange: { stop: '2026-04-01T00:00:00Z', timestamp: 'at' }, timeZone: 'Asia/Kathmandu' };
    const expected: [object, string][] = [
      [{ metricId: id }, '6'],
      [{ metricName: 'total' }, '6'],
      [{ metric: { id }, metricName: null }, '6'],
      [{ metric: { name: 'total', custom: null } }, '6'],
      [{ metric: { count: { dataPool } } }, '3'],
      [{ metric: { sum: { dataPool, measure: { columnName: 'n' } } } }, '6'],
      [{ metric: { average: { dataPool, measure: { columnName: 'n' } } } }, '2'],
      [{ metric: { min: { dataPool, measure: { columnName: 'n' } } } }, '1'],
      [{ metric: { max: { dataPool, measure: { columnName: 'n' } } } }, '3'],
      [{ metric: { countDistinct: { dataPool, dimension: { columnName: 'text' } } } }, '1'],
      [{ metric: { custom: { dataPool, expression: 'SUM(n) / COUNT()' } } }, '2'],
      [
        {
          metricId: id,
          filters: [{ column: 'n', operator: 'GREATER_THAN', value: '1' }],
          filterSql: 'n < 3',
        },
        '2',
      ],
    ];
    const { data, errors } = await ask(
      'query ($input: [CounterInput!]!) { counters(input: $input) { value } }',
      { input: expected.map(([input]) => ({ ...over, ...input })) },
    );
    expect(errors).toBeUndefined();
    expect(data.counters.map(({ value }: { value: string }) => value)).toEqual(
      expected.map(([, value]) => value),
    );
  });

  test('of a list come each with its own value or its own error', async () => {
    const dataPool = { id: webhook.dataPoolId };
    const { data, errors } = await ask(
      'query ($input: [CounterInput!]!) { counters(input: $input) { value } }',
      {
        input: [
          countOf(dataPool),
          {},
          { metricId: 'MET1', metricName: 'x' },
          countOf({ name: 'nope' }),
          { metric: { custom: { dataPool, expression: 'SUM(' } } },
          { metric: { custom: { dataPool, expression: 'SUM(n) DIV (COUNT() - COUNT())' } } },
          { ...countOf(dataPool), timeRange: { relative: 'LAST_N' } },
          countOf(dataPool),
        ],
      },
    );
    expect(data.counters.map((one: object | null) => one !== null)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
    const byPlace = Object.fromEntries(
      (errors ?? []).map(({ path, extensions }) => [path?.[1], extensions.code]),
    );
    expect(byPlace).toEqual({
      1: 'BAD_REQUEST',
      2: 'BAD_REQUEST',
      3: 'NOT_FOUND',
      4: 'BAD_REQUEST',
      5: 'QUERY_FAILED',
      6: 'BAD_REQUEST',
    });
  });

  test('to longer lists than 100 are refused', async () => {
    const input = Array.from({ length: 101 }, () => countOf({ id: webhook.dataPoolId }));
    const { errors } = await ask('query ($input: [CounterInput!]!) { counters(input: $input) { value } }', {
      input,
    });
    expect(errors).toMatchObject([
      { message: expect.stringMatching(/at most 100/), extensions: { code: 'BAD_REQUEST' } },
    ]);
  });

  test('of time series and leaderboards have their shapes', async () => {
    const metric = { count: { dataPool: { id: webhook.dataPoolId } } };
    const range = { start: '2026-03-01T00:00:00Z', stop: '2026-03-03T00:00:00Z', timestamp: 'at' };
    const { data, errors } = await ask(
      `query ($series: TimeSeriesInput!, $board: LeaderboardInput!) {
        timeSeries(input: $series) { labels values groups { group labels values } query { subtype } }
        leaderboard(input: $board) { headers rows query { subtype resultingRecords } }
      }`,
      {
        series: { metric, timeRange: range, granularity: 'DAY', groupBy: ['text'] },
        board: { metric, timeRange: range, dimensions: [{ columnName: 'text' }], rowLimit: 1, sort: null },
      },
    );
    expect(errors).toBeUndefined();
    const labels = ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'];
    expect(data.timeSeries).toEqual({
      labels,
      values: ['3', '0'],
      groups: [
        { group: ['odd'], labels, values: ['2', '0'] },
        { group: [null], labels, values: ['1', '0'] },
      ],
      query: { subtype: 'TIME_SERIES' },
    });
    expect(data.leaderboard).toEqual({
      headers: ['text', 'COUNT'],
      rows: [['odd', '2']],
      query: { subtype: 'LEADERBOARD', resultingRecords: 1 },
    });
  });
});

test('the SQL of every operation runs again through sqlV1 and gives what it gave', async () => {
  await send(11, 12, 13);
  const metric = {
    custom: { dataPool: { id: webhook.dataPoolId }, expression: 'SUM(n) + COUNT() FILTER (WHERE n > 1)' },
  };
  const range = { start: '2026-02-01T00:00:00Z', stop: '2026-04-03T00:00:00Z', timestamp: 'at' };
  const common = {
    metric,
    timeRange: range,
    timeZone: 'America/New_York',
    filterSql: "text IS NULL OR text <> 'x''y'",
  };
  const asked: [string, object][] = [
    ['counter(input: $input) { query { sql resultingRecords } }', common],
    ['counter(input: $input) { query { sql resultingRecords } }', { metric: sumOf(webhook).metric }],
    [
      'timeSeries(input: $input) { query { sql resultingRecords } }',
      { ...common, granularity: 'DAY', groupBy: ['text', 'at'] },
    ],
    ['timeSeries(input: $input) { query { sql resultingRecords } }', { ...common, granularity: 'MONTH' }],
    [
      'timeSeries(input: $input) { query { sql resultingRecords } }',
      { ...common, timeRange: { timestamp: 'at' }, granularity: 'HOUR', groupBy: ['n'] },
    ],
    [
      'timeSeries(input: $input) { query { sql resultingRecords } }',
      {
        ...common,
        granularity: 'MONTH',
        groupBy: ['ratio'],
        timeRange: { ...range, start: '2016-01-01T00:00:00Z' },
      },
    ],
    [
      'leaderboard(input: $input) { query { sql resultingRecords } }',
      { ...common, dimensions: [{ columnName: 'text' }, { columnName: 'n' }], rowLimit: 5 },
    ],
  ];
  for (const [field, input] of asked) {
    const type = `${field[0]?.toUpperCase()}${field.slice(1, field.indexOf('('))}Input!`;
    const { data, errors } = await ask(`query ($input: ${type}) { answer: ${field} }`, { input });
    expect(errors).toBeUndefined();
    const { sql, resultingRecords } = data.answer.query;
    const again = await ask(
      'query ($input: SqlV1Input!) { sqlV1(input: $input) { rows info { resultingRecords } } }',
      {
        input: { query: sql },
      },
    );
    expect(again.errors, sql).toBeUndefined();
    expect(again.data.sqlV1.info.resultingRecords).toBe(resultingRecords);
  }
});

describe('an answer from memory', () => {
  test('is given up at once for a new record, a change to the Metric, or a removed Data Pool', async () => {
    const own = await createWebhook(service, [{ name: 'n', type: 'INT64', nullable: false }]);
    const created = await ask(
      'mutation ($input: CreateCountMetricInput!) { createCountMetric(input: $input) { metric { id } } }',
      { input: { dataPool: own.dataPoolId, uniqueName: 'remembered' } },
    );
    const metric = created.data.createCountMetric.metric.id;
    const counted = async () => (await counterOf({ metricId: metric })).data.counter;
    for (let n = 1; n <= 20; n++) {
      expect((await post(service, own.path, [{ n }])).status).toBe(200);
      expect((await counted()).value).toBe(String(n));
    }
    // The node looks once more whether the catalog has changed, and may forget what it knows a second time.
    await expect
      .poll(counted)
      .toMatchObject({ value: '20', query: { recordsProcessed: '0', status: 'COMPLETED' } });
    const modified = await ask(
      'mutation ($input: ModifyMetricInput!) { modifyMetric(input: $input) { metric { id } } }',
      { input: { metric, filterSql: 'n > 15' } },
    );
    expect(modified.errors).toBeUndefined();
    expect((await counted()).value).toBe('5');
  });
});

const queryInfo = (id: string) =>
  ask(`query ($id: ID!) { queryInfo(id: $id) { ${info.slice('query { '.length)} }`, { id });

test('the QueryInfo of a failure is with the error, and in the history', async () => {
  const { data, errors } = await counterOf({
    metric: {
      custom: { dataPool: { id: webhook.dataPoolId }, expression: 'SUM(n) DIV (COUNT() - COUNT())' },
    },
  });
  expect(data).toEqual({ counter: null });
  expect(errors).toMatchObject([{ extensions: { code: 'QUERY_FAILED', query: { status: 'ERROR' } } }]);
  const shown = errors?.[0]?.extensions.query;
  expect((await queryInfo(shown.id)).data.queryInfo).toEqual(shown);
});

const history = async (args: string) =>
  (
    await ask(
      `{ queries(${args}) { nodes { id status type subtype sql } edges { cursor } pageInfo { endCursor hasNextPage hasPreviousPage } } }`,
    )
  ).data.queries;

describe('the history', () => {
  test('is read in pages, newest first, and by what is looked for', async () => {
    for (let n = 0; n < 5; n++) await counterOf(countOf({ id: webhook.dataPoolId }));
    const ids: string[] = [];
    let after = '';
    for (;;) {
      const page = await history(`first: 2, after: "${after}"`);
      ids.push(...page.nodes.map(({ id }: { id: string }) => id));
      expect(page.pageInfo.hasPreviousPage).toBe(after !== '');
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(ids.length).toBeGreaterThan(10);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    const failed = await history('filter: { status: ERROR, type: METRIC, subtype: COUNTER }');
    expect(failed.nodes.length).toBeGreaterThan(0);
    expect(failed.nodes.length).toBeLessThan(ids.length);
    expect((await history('filter: { status: TIMED_OUT }')).nodes).toEqual([]);
    expect((await history('filter: { type: STATS }')).nodes).toEqual([]);
    expect((await history('filter: { start: "2100-01-01T00:00:00Z" }')).nodes).toEqual([]);
    expect((await ask('{ queries(first: 101) { nodes { id } } }')).errors).toMatchObject([
      { extensions: { code: 'BAD_REQUEST' } },
    ]);
    const turned = 'start: "2026-02-01T00:00:00Z", stop: "2026-01-01T00:00:00Z"';
    expect((await ask(`{ queries(filter: { ${turned} }) { nodes { id } } }`)).errors).toMatchObject([
      {
        message: 'filter.start 2026-02-01T00:00:00Z is after filter.stop 2026-01-01T00:00:00Z.',
        extensions: { code: 'BAD_REQUEST' },
      },
    ]);
    expect((await queryInfo('QRY01M7EQTAK3GM3ZS8D2H08E0AV2')).errors).toMatchObject([
      { extensions: { code: 'NOT_FOUND' } },
    ]);
  });
});
