import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../support/engines.js';
import { type Service, setTier } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { openService } from '../support/shared-service.js';
import { connectEngine } from '../support/stored.js';
import { createWebhook, type Webhook } from '../support/webhook.js';

/** At the 5 million records per second of P1_X_SMALL, more than a second: they wait more than they work. */
const slowRecords = 6_000_000;
const slowQueries = 24;

let service: Service;
let webhook: Webhook;
let modest: string;

beforeAll(async () => {
  service = await openService();
  await setTier(service, 'P1_X_SMALL');
  webhook = await createWebhook(service, [{ name: 'n', type: 'INT64', nullable: false }]);
  const engine = connectEngine(service.directory);
  const text = `INSERT INTO ${webhook.table} (n) SELECT number FROM numbers(${slowRecords})`;
  await engine.command(sql(text));
  await engine.close();
  const { createApplication } = await service.request<{
    createApplication: { application: { id: string; secret: string } };
  }>(`mutation { createApplication(input: { uniqueName: "modest", scopes: [ADMIN] }) {
    ... on ApplicationResponse { application { id secret } } } }`);
  const { id, secret } = createApplication.application;
  modest = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
});

async function ask(authorization: string, sql: string) {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({
      query: 'query ($sql: String!) { sqlV1(input: { query: $sql }) { rows } }',
      variables: { sql },
    }),
  });
  const { data, errors } = (await response.json()) as {
    data?: { sqlV1: { rows: string[][] } };
    errors?: { extensions: { code: string } }[];
  };
  return {
    value: data?.sqlV1?.rows[0]?.[0],
    code: errors?.[0]?.extensions.code,
  };
}

async function metric(name: string): Promise<number> {
  const text = await scrape(service);
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

describe('an Application with many slow queries', () => {
  it('keeps no other one waiting, and is told itself when it has too many', async () => {
    let ended = false;
    const slow = Promise.all(
      Array.from({ length: slowQueries }, (_, index) =>
        ask(service.authorization, `SELECT count(*) FROM "${webhook.dataPoolId}" WHERE n >= ${index}`),
      ),
    ).finally(() => {
      ended = true;
    });
    await expect.poll(() => metric('weir_queries_waiting')).toBeGreaterThan(0);
    const others: Awaited<ReturnType<typeof ask>>[] = [];
    for (let asked = 0; asked < 4; asked += 1) others.push(await ask(modest, `SELECT ${asked} AS v`));
    // They did not wait until those were through.
    expect(ended).toBe(false);
    expect(others.map(({ value, code }) => value ?? code)).toEqual(others.map((_, asked) => String(asked)));
    const outcomes = (await slow).map(({ value, code }, index) =>
      value === String(slowRecords - index) ? 'answered' : code,
    );
    expect(outcomes.filter((outcome) => outcome !== 'answered' && outcome !== 'RATE_LIMITED')).toEqual([]);
    expect(outcomes).toContain('answered');
    expect(await metric('weir_queries_running')).toBe(0);
    expect(await metric('weir_queries_waiting')).toBe(0);
  }, 60_000);
});
