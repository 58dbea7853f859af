/** What only a running service shows of sqlV1: time-outs, cancellation, tiers, limits of the result, history. */
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
  durationInMilliseconds resultingBytes resultingRecords tier status type subtype sql`;

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
      await expect.poll(longRunning, { timeout: 5_000, interval: 20 }).toBe(1);
      const goneAt = performance.now();
      gone.abort();
      await expect(asked).rejects.toThrow();
      await expect.poll(longRunning, { timeout: 5_000, interval: 20 }).toBe(0);
      expect(performance.now() - goneAt).toBeLessThan(timeoutMs / 2);
      await expect
        .poll(newest, { timeout: 5_000 })
        .toMatchObject([{ status: 'ERROR', type: 'SQL', sql: statement, resultingRecords: 0 }]);
    }
  });

  test('is stopped on the engine at its time-out, with its QueryInfo in the error and the history', async () => {
    for (const statement of longStatements()) {
      const startedAt = performance.now();
      const { data, errors } = await sql(statement);
      expect(performance.now() - startedAt).toBeLessThan(timeoutMs + 1_000);
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
      await expect.poll(longRunning, { timeout: 5_000, interval: 20 }).toBe(0);
    }
  });

  test('goes no faster than its tier, and faster with a higher one', async () => {
    const timed = async (added: number) =>
      (await sql(`SELECT sum(n + ${added}) FROM ${slow.dataPoolId}`)).data.sqlV1.info;
    // A little early, because the engine looks at the pace between blocks.
    const throttledMs = (slowRecords / 5_000_000) * 1_000 * 0.8;
    const throttled = await timed(1);
    expect(throttled).toMatchObject({ tier: 'P1_X_SMALL', recordsProcessed: String(slowRecords) });
    expect(throttled.durationInMilliseconds).toBeGreaterThan(throttledMs);
    await setTier(service, 'P1_X_LARGE');
    try {
      // The quickest of some: how long one takes is also up to what else the machine does.
      const quickest: number[] = [];
      for (let n = 2; n < 12 && !(Math.min(...quickest) < throttledMs); n++) {
        const info = await timed(n);
        expect(info.tier).toBe('P1_X_LARGE');
        quickest.push(info.durationInMilliseconds);
      }
      expect(Math.min(...quickest)).toBeLessThan(throttledMs);
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

describe('a result', () => {
  const rowsOf = (rows: number) => `SELECT x FROM generate_series(1, ${rows}) AS x`;

  test('has at most 100,000 rows, and the error past them says so', async () => {
    const most = await sql(rowsOf(100_000));
    expect(most.data.sqlV1.info.resultingRecords).toBe(100_000);
    const { data, errors } = await sql(`${rowsOf(100_000)} UNION ALL ${rowsOf(1)}`);
    expect(data).toBeNull();
    expect(errors).toMatchObject([
      {
        message: 'The result has more than 100000 rows, the limit for one query. Add a LIMIT clause',
        extensions: { code: 'QUERY_FAILED', query: { status: 'ERROR', type: 'SQL', resultingRecords: 0 } },
      },
    ]);
    expect(await historyOf(errors?.[0]?.extensions.query.id)).toMatchObject({ status: 'ERROR' });
  });

  test('has at most 64 MB, and the error past them says so', async () => {
    const wide = (rows: number) => `SELECT x, repeat('y', 1000) AS y FROM generate_series(1, ${rows}) AS x`;
    expect((await sql(wide(10_000))).data.sqlV1.info.resultingBytes).toBeGreaterThan(10_000_000);
    // However the engine holds it: once for all rows, once for the rows of a join, in every row.
    const text = 'y'.repeat(1_000);
    const series = 'generate_series(1, 90000) AS x';
    for (const statement of [
      wide(90_000),
      `SELECT x, '${text}' AS y FROM ${series}`,
      `SELECT s.y FROM (SELECT '${text}' AS y, x FROM ${series}) AS s`,
      `SELECT s.y FROM ${series} CROSS JOIN (SELECT '${text}' AS y) AS s`,
      `SELECT x || repeat('y', 1000) AS y FROM (SELECT x::text AS x FROM ${series}) AS s`,
      `SELECT generate_series(1, 90000) AS x, '${text}' AS y`,
      `SELECT '${text}' AS y FROM ${slow.dataPoolId} WHERE n < 90000`,
    ]) {
      const { errors } = await sql(statement);
      expect(errors, statement).toMatchObject([
        {
          message:
            'The result is larger than 67108864 bytes, the limit for one query. Request fewer rows or columns',
          extensions: { code: 'QUERY_FAILED', query: { status: 'ERROR', type: 'SQL' } },
        },
      ]);
    }
  });

  test('whose limit is passed behind access policies says no more than that', async () => {
    const set = (accessControlEnabled: boolean) =>
      ask('mutation ($input: modifyDataPoolInput!) { modifyDataPool(input: $input) { __typename } }', {
        input: { idOrUniqueName: { id: slow.dataPoolId }, accessControlEnabled },
      });
    const created = await ask(
      `mutation ($input: CreateDataPoolAccessPolicyInput!) {
        createDataPoolAccessPolicy(input: $input) { dataPoolAccessPolicy { id } } }`,
      { input: { dataPool: slow.dataPoolId, uniqueName: 'rows', columns: ['*'], filterSql: 'n < 200000' } },
    );
    const { id } = created.data.createDataPoolAccessPolicy.dataPoolAccessPolicy;
    const [{ createdBy: application }] = await newest();
    await ask(
      `mutation ($policy: ID!, $application: ID!) {
        assignDataPoolAccessPolicyToApplication(dataPoolAccessPolicy: $policy, application: $application) }`,
      { policy: id, application },
    );
    await set(true);
    const { errors } = await sql(`SELECT n FROM ${slow.dataPoolId}`);
    expect(errors?.[0]?.message).toBe(
      'The result has more than 100000 rows, the limit for one query. Add a LIMIT clause',
    );
    await set(false);
  });
});
