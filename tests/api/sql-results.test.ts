/** How large the result of sqlV1 may be, and what the error past a limit says. */
import { beforeAll, describe, expect, test } from 'vitest';
import { givePolicy } from '../support/api-policies.js';
import { sql as statement } from '../support/engines.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { connectEngine } from '../support/stored.js';
import { createWebhook, type Webhook } from '../support/webhook.js';

const records = 200_000;

let service: Service;
let pool: Webhook;

beforeAll(async () => {
  service = await openService();
  pool = await createWebhook(service, [{ name: 'n', type: 'INT64', nullable: false }]);
  const engine = connectEngine(service.directory);
  await engine.command(statement(`INSERT INTO ${pool.table} (n) SELECT number FROM numbers(${records})`));
  await engine.close();
});

async function ask(query: string, variables: object = {}) {
  const { status, ...answer } = await service.graphql(query, variables);
  expect(status).toBe(200);
  return answer;
}

const sql = (query: string) =>
  ask(
    `query ($input: SqlV1Input!) { sqlV1(input: $input) { rows info { resultingBytes resultingRecords } } }`,
    { input: { query } },
  );

const statusOf = async (id: string) =>
  (await ask(`query ($id: ID!) { queryInfo(id: $id) { status } }`, { id })).data.queryInfo;

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
    expect(await statusOf(errors?.[0]?.extensions.query.id)).toEqual({ status: 'ERROR' });
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
      `SELECT '${text}' AS y FROM ${pool.dataPoolId} WHERE n < 90000`,
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
    await givePolicy(service, pool.dataPoolId, { filterSql: `n < ${records}` });
    const { errors } = await sql(`SELECT n FROM ${pool.dataPoolId}`);
    expect(errors?.[0]?.message).toBe(
      'The result has more than 100000 rows, the limit for one query. Add a LIMIT clause',
    );
    await ask('mutation ($input: modifyDataPoolInput!) { modifyDataPool(input: $input) { __typename } }', {
      input: { idOrUniqueName: { id: pool.dataPoolId }, accessControlEnabled: false },
    });
  });
});
