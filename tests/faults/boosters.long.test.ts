import { expect, it } from 'vitest';
import { sql } from '../support/engines.js';
import { randomMoment } from '../support/random-moment.js';
import { type Service, startService } from '../support/service.js';
import { connectEngine, stored } from '../support/stored.js';
import { createWebhook } from '../support/webhook.js';

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'kind', type: 'STRING', nullable: false },
  { name: 'x', type: 'INT64', nullable: false },
];
const records = 400_000;
const kills = 40;
const killMomentMsMax = 900;

interface BoosterAnswer {
  readonly status: string;
  readonly error: { readonly message: string } | null;
}

async function sums(service: Service, metric: string, useBooster: boolean) {
  const { data, errors } = await service.graphql(
    `query ($input: LeaderboardInput!) { leaderboard(input: $input) { rows query { booster { used } } } }`,
    {
      input: {
        metric: { id: metric },
        dimensions: [{ columnName: 'kind' }],
        rowLimit: 100,
        timeRange: { start: '2026-01-01T00:01:00Z', stop: '2026-01-10T00:00:00Z' },
        useBooster,
      },
    },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data.leaderboard as { rows: string[][]; query: { booster: { used: boolean } } };
}

it('a booster that is being built when the service or its engine is killed ends LIVE, and never answers wrongly', {
  timeout: 1_200_000,
}, async () => {
  let service = await startService();
  const { directory } = service;
  const webhook = await createWebhook(service, columns, { timestamp: 'at' });
  const engine = connectEngine(directory);
  await engine.command(
    sql(`INSERT INTO ${webhook.table} (at, kind, x, _service_received_at, _weir_request, _service_payload)
SELECT toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + number * 3, toString(number % 50), number, now64(3) - 60, generateUUIDv4(), '{}' FROM numbers(${records})`),
  );
  await engine.close();
  const created = await service.request<{ createSumMetric: { metric: { id: string } } }>(
    `mutation { createSumMetric(input: { dataPool: "${webhook.dataPoolId}" dimensions: [] measure: { columnName: "x" } }) { metric { id } } }`,
  );
  const metric = created.createSumMetric.metric.id;
  const { rows: expected } = await sums(service, metric, false);
  const { createBooster } = await service.request<{ createBooster: { booster: { id: string } } }>(
    `mutation { createBooster(input: { metric: "${metric}" dimensions: [{ columnName: "kind" }] }) { booster { id } } }`,
  );
  const { id } = createBooster.booster;
  const booster = async () =>
    (
      await service.request<{ booster: BoosterAnswer }>(
        `{ booster(id: "${id}") { status error { message } } }`,
      )
    ).booster;
  for (let kill = 0; kill < kills; kill += 1) {
    await randomMoment(killMomentMsMax);
    if (kill % 2 === 1) {
      process.kill(service.enginePid(), 'SIGKILL');
      continue;
    }
    await service.kill();
    service = await startService({ directory });
    expect((await sums(service, metric, true)).rows).toEqual(expected);
  }
  await expect.poll(booster).toEqual({ status: 'LIVE', error: null });
  await expect.poll(async () => (await fetch(`${service.url}/readyz`)).ok).toBe(true);
  expect(await sums(service, metric, true)).toEqual({ rows: expected, query: { booster: { used: true } } });

  // Deleted as surely, and the table has nothing of it left.
  await service.request(`mutation { deleteBooster(id: "${id}") }`);
  await service.kill();
  service = await startService({ directory });
  await expect
    .poll(async () => (await service.graphql(`{ booster(id: "${id}") { id } }`)).errors?.length)
    .toBe(1);
  expect((await sums(service, metric, true)).rows).toEqual(expected);
  expect(await stored(service, 'SELECT name FROM system.projections')).toEqual([]);
  expect(await service.discard()).toBe(0);
});
