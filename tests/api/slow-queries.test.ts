/** What only a running service shows of slow queries: time-outs, cancellation, tiers, and what the history says of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql as statement } from '../support/engines.js';
import { type OwnService, setTier, startService } from '../support/service.js';
import { connectEngine, running } from '../support/stored.js';
import { createWebhook, type Webhook } from '../support/webhook.js';

const timeoutMs = 1_500;
/** At the 5 million records per second of P1_X_SMALL, 0.6 s for the one and longer than the time-out for the other. */
const slowRecords = 3_000_000;
const endlessRecords = 12_000_000;

let service: OwnService;
let slow: Webhook;
let endless: Webhook;

beforeAll(async () => {
  service = await startService({ env: { WEIR_QUERY_TIMEOUT_MS: String(timeoutMs) } });
  await setTier(service, 'P1_X_SMALL');
  slow = await poolOf(slowRecords);
  endless = await poolOf(endlessRecords);
});
afterAll(async () => {
  await service.discard();
});

async function poolOf(records: number): Promise<Webhook> {
  const created = await createWebhook(service, [{ name: 'n', type: 'INT64', nullable: false }]);
  await command(`INSERT INTO ${created.table} (n) SELECT number FROM numbers(${records})`);
  return created;
}

async function command(text: string): Promise<void> {
  const engine = connectEngine(service.directory);
  await engine.command(statement(text));
  await engine.close();
}

async function ask(query: string, variables: object = {}, signal: AbortSignal | null = null) {
  const { status, ...answer } = await service.graphql(query, variables, service.authorization, signal);
  expect(status).toBe(200);
  return answer;
}

const infoFields = `id createdAt createdBy modifiedAt modifiedBy bytesProcessed recordsProcessed
  durationInMilliseconds resultingBytes resultingRecords tier status type subtype sql booster { id used reason }`;

const sql = (query: string, signal: AbortSignal | null = null) =>
  ask(
    `query ($input: SqlV1Input!) { sqlV1(input: $input) { rows info { ${infoFields} } } }`,
    { input: { query } },
    signal,
  );

const historyOf = async (id: string) =>
  (await ask(`query ($id: ID!) { queryInfo(id: $id) { ${infoFields} } }`, { id })).data.queryInfo;

const newest = async (filter = 'type: SQL') =>
  (await ask(`{ queries(first: 1, filter: { ${filter} }) { nodes { ${infoFields} } } }`)).data.queries.nodes;

const metric = ({ dataPoolId }: Webhook, expression: string, filterSql?: string) => ({
  metric: { custom: { dataPool: { id: dataPoolId }, expression } },
  filterSql,
});

const counterOf = (input: object, signal: AbortSignal | null = null) =>
  ask(
    `query ($input: CounterInput!) { counter(input: $input) { value query { ${infoFields} } } }`,
    { input },
    signal,
  );

const longRunning = () => running(service, 'sum[(]|arrayJoin[(]');

/** Takes as long as it is let: by reading records, and by computing without any. */
const longStatements = () => [
  `SELECT sum(n + 1) FROM ${endless.dataPoolId} WHERE n <> 17`,
  'SELECT sum(a * b) FROM generate_series(1, 100000) AS a CROSS JOIN generate_series(1, 100000) AS b',
];

describe('a long statement', () => {
  test('is stopped on the engine when its client goes away, which the history shows', async () => {
    for (const statement of longStatements()) {
      const gone = new AbortController();
      const asked = sql(statement, gone.signal);
      await expect.poll(longRunning).toBe(1);
      gone.abort();
      await expect(asked).rejects.toThrow();
      await expect.poll(longRunning).toBe(0);
      // Had it run on, it would be TIMED_OUT.
      await expect
        .poll(newest)
        .toMatchObject([{ status: 'ERROR', type: 'SQL', sql: statement, resultingRecords: 0 }]);
    }
  });

  test('is stopped on the engine at its time-out, with its QueryInfo in the error and the history', async () => {
    for (const statement of longStatements()) {
      const { data, errors } = await sql(statement);
      expect(data).toBeNull();
      expect(errors).toMatchObject([
        {
          message: expect.stringContaining('time-out'),
          extensions: {
            code: 'QUERY_TIMED_OUT',
            query: { status: 'TIMED_OUT', type: 'SQL', subtype: null, sql: statement, tier: 'P1_X_SMALL' },
          },
        },
      ]);
      const query = errors?.[0]?.extensions.query;
      expect(query.durationInMilliseconds).toBeGreaterThanOrEqual(timeoutMs * 0.9);
      expect(await historyOf(query.id)).toMatchObject({ id: query.id, status: 'TIMED_OUT', sql: statement });
      expect(await newest('type: SQL, status: TIMED_OUT')).toMatchObject([{ id: query.id }]);
      await expect.poll(longRunning).toBe(0);
    }
  });

  test('goes no faster than its tier', async () => {
    const timed = async (added: number) =>
      (await sql(`SELECT sum(n + ${added}) FROM ${slow.dataPoolId}`)).data.sqlV1.info;
    const throttled = await timed(1);
    expect(throttled).toMatchObject({ tier: 'P1_X_SMALL', recordsProcessed: String(slowRecords) });
    // A little early, because the engine looks at the pace between blocks.
    expect(throttled.durationInMilliseconds).toBeGreaterThan((slowRecords / 5_000_000) * 1_000 * 0.8);
    await setTier(service, 'P1_X_LARGE');
    try {
      expect((await timed(2)).tier).toBe('P1_X_LARGE');
    } finally {
      await setTier(service, 'P1_X_SMALL');
    }
  });
});

describe('a long Metric query', () => {
  test('is stopped on the engine when its client goes away, which the history shows', async () => {
    const gone = new AbortController();
    const asked = counterOf(metric(endless, 'SUM(n + 3)'), gone.signal);
    await expect.poll(longRunning).toBeGreaterThan(0);
    gone.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(longRunning).toBe(0);
    // Had it run on, it would be TIMED_OUT.
    await expect
      .poll(() => newest('type: METRIC'))
      .toMatchObject([{ status: 'ERROR', sql: expect.stringContaining('3') }]);
  });

  test('is stopped on the engine at its time-out, with its QueryInfo in the error and the history', async () => {
    const { data, errors } = await counterOf(metric(endless, 'SUM(n + 4)'));
    expect(data).toEqual({ counter: null });
    expect(errors).toMatchObject([
      {
        path: ['counter'],
        extensions: { code: 'QUERY_TIMED_OUT', query: { status: 'TIMED_OUT', subtype: 'COUNTER' } },
      },
    ]);
    const query = errors?.[0]?.extensions.query;
    expect(await historyOf(query.id)).toEqual(query);
    await expect.poll(longRunning).toBe(0);
    expect(await newest('status: TIMED_OUT, type: METRIC, subtype: COUNTER')).toMatchObject([
      { id: query.id },
    ]);
  });

  test('goes no faster than its tier, which its QueryInfo shows', async () => {
    const timed = async (added: number) =>
      (await counterOf(metric(slow, `SUM(n + ${added})`))).data.counter.query;
    const throttled = await timed(1);
    expect(throttled).toMatchObject({
      tier: 'P1_X_SMALL',
      status: 'COMPLETED',
      type: 'METRIC',
      subtype: 'COUNTER',
      recordsProcessed: String(slowRecords),
      bytesProcessed: String(8 * slowRecords),
      resultingRecords: 1,
      sql: expect.stringContaining(slow.dataPoolId),
    });
    expect(Math.abs(Date.parse(throttled.createdAt) - Date.now())).toBeLessThan(60_000);
    expect(await historyOf(throttled.id)).toEqual(throttled);
    // A little early, because the engine looks at the pace between blocks.
    expect(throttled.durationInMilliseconds).toBeGreaterThan((slowRecords / 5_000_000) * 1_000 * 0.8);
    await setTier(service, 'P1_X_LARGE');
    try {
      expect((await timed(2)).tier).toBe('P1_X_LARGE');
    } finally {
      await setTier(service, 'P1_X_SMALL');
    }
  });
});

test('a statement is in the history with the QueryInfo that came with its answer', async () => {
  const statement = `SELECT n % 10 AS last, count(*) FROM ${slow.dataPoolId} WHERE n < 1000 GROUP BY 1 ORDER BY 1`;
  const { data } = await sql(statement);
  const { info, rows } = data.sqlV1;
  expect(rows).toHaveLength(10);
  expect(info).toMatchObject({
    type: 'SQL',
    subtype: null,
    status: 'COMPLETED',
    sql: statement,
    resultingRecords: 10,
    recordsProcessed: String(slowRecords),
    bytesProcessed: String(8 * slowRecords),
  });
  expect(info.resultingBytes).toBeGreaterThan(0);
  expect(await historyOf(info.id)).toEqual(info);
  expect(await newest()).toEqual([info]);
});
