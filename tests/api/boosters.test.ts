import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: Service;
let webhook: Webhook;
let metric: string;

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'country', type: 'STRING' },
  { name: 'customer', type: 'STRING' },
  { name: 'price', type: 'DOUBLE' },
];
const startMs = Date.UTC(2026, 0, 1);
const events = Array.from({ length: 2_000 }, (_, n) => ({
  at: new Date(startMs + n * 400_000).toISOString(),
  country: ['CH', 'DE', 'FR'][n % 3],
  customer: `c${n}`,
  price: n / 4,
}));

beforeAll(async () => {
  service = await openService();
  webhook = await createWebhook(service, columns, { timestamp: 'at' }, { uniqueName: 'orders' });
  expect((await post(service, webhook.path, events)).status).toBe(200);
  metric = await createMetric('createSumMetric', 'measure: { columnName: "price" }');
});

async function createMetric(mutation: string, more: string): Promise<string> {
  const { [mutation]: created } = await service.request<Record<string, { metric: { id: string } }>>(
    `mutation { ${mutation}(input: { dataPool: "${webhook.dataPoolId}" dimensions: [] ${more} }) { metric { id } } }`,
  );
  return created?.metric.id ?? '';
}

const create = (input: object) =>
  service.graphql(
    'mutation ($input: CreateBoosterInput!) { createBooster(input: $input) { booster { id status } } }',
    { input },
  );

async function created(metricId: string, ...dimensions: string[]): Promise<string> {
  const { data, errors } = await create({
    metric: metricId,
    dimensions: dimensions.map((columnName) => ({ columnName })),
  });
  expect(errors).toBeUndefined();
  return data.createBooster.booster.id;
}

const fields =
  'id status progress error { code message } recordCount diskSizeInBytes dimensions { columnName }';
const boosterOf = async (id: string) =>
  (await service.graphql(`{ booster(id: "${id}") { ${fields} metric { id } } }`)).data.booster;
const settled = async (id: string) => {
  await expect.poll(async () => (await boosterOf(id)).status).toMatch(/^(LIVE|FAILED)$/);
  return await boosterOf(id);
};

interface Counted {
  readonly value: string;
  readonly query: {
    readonly recordsProcessed: string;
    readonly sql: string;
    readonly booster: { readonly id: string | null; readonly used: boolean; readonly reason: string };
  };
}

async function count(input: object): Promise<Counted> {
  const { data, errors } = await service.graphql(
    `query ($input: CounterInput!) { counter(input: $input) {
      value query { recordsProcessed sql booster { id used reason } } } }`,
    { input: { metric: { id: metric }, ...input } },
  );
  expect(errors).toBeUndefined();
  return data.counter;
}

const range = (start: string, stop: string) => ({ timeRange: { start, stop } });
const january = range('2026-01-01T00:07:00Z', '2026-01-09T12:34:56.789Z');

describe('a booster', () => {
  let id: string;

  it('is built, and says how large it is', async () => {
    expect((await count(january)).query.booster).toEqual({
      id: null,
      used: false,
      reason: 'The Data Pool has no booster.',
    });
    id = await created(metric, 'country');
    expect(await settled(id)).toEqual({
      id,
      status: 'LIVE',
      progress: 1,
      error: null,
      recordCount: expect.stringMatching(/^[1-9]\d*$/),
      diskSizeInBytes: expect.stringMatching(/^[1-9]\d*$/),
      dimensions: [{ columnName: 'country' }],
      metric: { id: metric },
    });
    const listed = await service.graphql(`{ metric(id: "${metric}") { boosters { nodes { id } } } }`);
    expect(listed.data.metric.boosters.nodes).toEqual([{ id }]);
    const jobs = async () =>
      (await service.graphql('{ jobs { nodes { status ... on BoosterJob { task booster { id } } } } }')).data
        .jobs.nodes;
    await expect.poll(jobs).toEqual([{ status: 'SUCCEEDED', task: 'BUILD', booster: { id } }]);
  });

  it('answers to the millisecond what the records answer, and the SQL shown runs again', async () => {
    for (const more of [{}, { filterSql: "country IN ('CH', 'FR')" }, { timeRange: {} }]) {
      const input = { ...january, ...more };
      const boosted = await count(input);
      const plain = await count({ ...input, useBooster: false });
      expect(boosted.value).toBe(plain.value);
      expect(boosted.query.booster).toMatchObject({ id, used: true });
      expect(plain.query.booster).toEqual({
        id: null,
        used: false,
        reason: 'The query asks for no booster: `useBooster` is false.',
      });
      const { data } = await service.graphql(
        'query ($query: String!) { sqlV1(input: { query: $query }) { rows } }',
        {
          query: boosted.query.sql,
        },
      );
      expect(Number(data.sqlV1.rows[0][0])).toBe(Number(plain.value));
    }
  });

  it('answers ad hoc Metrics of the same shape, and sees new events at once', async () => {
    const adHoc = {
      metric: { sum: { dataPool: { name: 'orders' }, measure: { columnName: 'price' } } },
      ...january,
    };
    const before = await count(adHoc);
    expect(before.query.booster).toMatchObject({ id, used: true });
    await post(service, webhook.path, [{ at: '2026-01-03T10:00:00Z', country: 'CH', price: 1000 }]);
    expect(Number((await count(adHoc)).value)).toBe(Number(before.value) + 1000);
  });

  it.each([
    [
      'a filter on another column',
      { ...january, filterSql: "customer = 'c1'" },
      /^Booster BST\w+: the filter reads `customer`, which is not one of its dimensions\.$/,
    ],
    [
      'a range within a quarter of an hour',
      range('2026-01-01T00:01:00Z', '2026-01-01T00:14:00Z'),
      /^The time range contains no whole quarter of an hour\.$/,
    ],
    [
      'a range over another time',
      { timeRange: { ...january.timeRange, timestamp: '_service_received_at' } },
      /: the time range is over `_service_received_at`, but its timestamp is `at`\.$/,
    ],
    [
      'another Metric',
      { ...january, metric: { max: { dataPool: { name: 'orders' }, measure: { columnName: 'price' } } } },
      /: it keeps other aggregates than those of the Metric\.$/,
    ],
    [
      'an aggregate that cannot be kept',
      { ...january, metric: { custom: { dataPool: { name: 'orders' }, expression: 'median(price)' } } },
      /^Boosters do not keep the aggregate \w+\.$/,
    ],
  ])('is not used for %s, and the query says why', async (_case, input, reason) => {
    const { query } = await count(input);
    expect(query.booster).toEqual({ id: null, used: false, reason: expect.stringMatching(reason) });
  });

  it('is not used for buckets that begin within its own', async () => {
    const series = async (granularity: string, more: object = {}) =>
      (
        await service.graphql(
          `query ($input: TimeSeriesInput!) { timeSeries(input: $input) { query { booster { used reason } } } }`,
          {
            input: {
              metric: { id: metric },
              granularity,
              ...range('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
              ...more,
            },
          },
        )
      ).data.timeSeries.query.booster;
    const otherBuckets = {
      used: false,
      reason: 'The buckets of the time series do not begin at quarters of an hour.',
    };
    expect(await series('HOUR')).toMatchObject({ used: true });
    expect(await series('THIRTY_MINUTES')).toMatchObject({ used: true });
    expect(await series('FIVE_MINUTES')).toEqual(otherBuckets);
    const weeks = { weekStart: 'SUNDAY', ...range('2026-01-01T00:00:00Z', '2026-01-20T00:00:00Z') };
    expect(await series('WEEK', { ...weeks, timeZone: 'Asia/Kathmandu' })).toMatchObject({ used: true });
    expect(await series('WEEK', { ...weeks, timeZone: '+05:07' })).toEqual(otherBuckets);
  });

  it('shows in the history of queries which one was used', async () => {
    await count({ ...january, filterSql: "country = 'DE'" });
    const { data } = await service.graphql(
      '{ queries(first: 1, filter: { type: METRIC }) { nodes { booster { id used } } } }',
    );
    expect(data.queries.nodes).toEqual([{ booster: { id, used: true } }]);
  });

  it('is deleted, with its Metric too, and queries read records again', async () => {
    await service.request(`mutation { deleteBooster(id: "${id}") }`);
    expect((await count(january)).query.booster.used).toBe(false);
    await expect
      .poll(async () => (await service.graphql(`{ booster(id: "${id}") { id } }`)).errors?.[0]?.message)
      .toContain('not found');
    const other = await createMetric('createCountMetric', '');
    const second = await created(other, 'country');
    await settled(second);
    await service.request(`mutation { deleteMetric(id: "${other}") }`);
    await expect
      .poll(async () => (await service.graphql(`{ booster(id: "${second}") { id } }`)).errors?.length)
      .toBe(1);
  });
});

describe('is refused, with the reason', () => {
  it.each([
    ['an unknown Metric', { metric: 'MET01ARZ3NDEKTSV4RRFFQ69G5FAV', dimensions: [] }, /not found/],
    ['an unknown column', { dimensions: [{ columnName: 'nope' }] }, /nope/],
    [
      'a column given twice',
      { dimensions: [{ columnName: 'country' }, { columnName: 'country' }] },
      /dimensions\[1\]: the column "country" is given twice/,
    ],
  ])('%s', async (_case, input, message) => {
    const { errors } = await create({ metric, ...input });
    expect(errors?.[0]?.message).toMatch(message);
  });

  it('an aggregate that cannot be kept', async () => {
    const median = await createMetric('createCustomMetric', 'expression: "median(price)"');
    const { errors } = await create({ metric: median, dimensions: [] });
    expect(errors?.[0]?.message).toMatch(/boosters keep counts, sums/);
  });

  it('a table that replaces records', async () => {
    const mutable = await createWebhook(
      service,
      columns.map((column) => ({ ...column, nullable: false })),
      { timestamp: 'at', uniqueId: 'customer' },
    );
    const { data } = await service.graphql(
      `mutation { createCountMetric(input: { dataPool: "${mutable.dataPoolId}" dimensions: [] }) { metric { id } } }`,
    );
    const { errors } = await create({ metric: data.createCountMetric.metric.id, dimensions: [] });
    expect(errors?.[0]?.message).toMatch(/replaces or merges records, and boosters cannot follow that/);
  });
});

describe('suggestions', () => {
  it('come from the queries that read the most records', async () => {
    for (const day of ['02', '03', '04'])
      await count({
        ...range('2026-01-01T00:00:00Z', `2026-01-${day}T00:00:00Z`),
        filterSql: "country = 'CH'",
      });
    const { data, errors } = await service.graphql(
      `{ dataPool(id: "${webhook.dataPoolId}") { suggestedBoosters {
        metric { id } dimensions { columnName } queries savedRecords } } }`,
    );
    expect(errors).toBeUndefined();
    const [best] = data.dataPool.suggestedBoosters;
    expect(best.metric.id).toBe(metric);
    expect(Number(best.savedRecords)).toBeGreaterThan(0);
    expect(Number(best.queries)).toBeGreaterThanOrEqual(3);
    expect(
      data.dataPool.suggestedBoosters.flatMap(({ dimensions }: { dimensions: object[] }) => dimensions),
    ).toContainEqual({
      columnName: 'country',
    });
  });
});
