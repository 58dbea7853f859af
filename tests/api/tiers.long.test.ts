/** A higher tier is faster. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql as statement } from '../support/engines.js';
import { type OwnService, setTier, startService } from '../support/service.js';
import { connectEngine } from '../support/stored.js';
import { createWebhook, type Webhook } from '../support/webhook.js';

const records = 3_000_000;
/** A little early, because the engine looks at the pace between blocks. */
const throttledMs = (records / 5_000_000) * 1_000 * 0.8;
/** The quickest of some counts: how long one takes is also up to what else the machine does. */
const triesMax = 10;

let service: OwnService;
let pool: Webhook;
beforeAll(async () => {
  service = await startService();
  pool = await createWebhook(service, [{ name: 'n', type: 'INT64', nullable: false }]);
  const engine = connectEngine(service.directory);
  await engine.command(statement(`INSERT INTO ${pool.table} (n) SELECT number FROM numbers(${records})`));
  await engine.close();
});
afterAll(async () => {
  await service.discard();
});

const metricMs = async (added: number) => {
  const metric = { custom: { dataPool: { id: pool.dataPoolId }, expression: `SUM(n + ${added})` } };
  const { counter } = await service.request<{ counter: { query: { durationInMilliseconds: number } } }>(
    'query ($input: CounterInput!) { counter(input: $input) { query { durationInMilliseconds } } }',
    { input: { metric } },
  );
  return counter.query.durationInMilliseconds;
};

const sqlMs = async (added: number) => {
  const query = `SELECT sum(n - ${added}) FROM ${pool.dataPoolId}`;
  const { sqlV1 } = await service.request<{ sqlV1: { info: { durationInMilliseconds: number } } }>(
    'query ($input: SqlV1Input!) { sqlV1(input: $input) { info { durationInMilliseconds } } }',
    { input: { query } },
  );
  return sqlV1.info.durationInMilliseconds;
};

test.each([
  ['a Metric', metricMs],
  ['a statement', sqlMs],
])('%s takes its time in the lowest tier, and less in a higher one', async (_what, timed) => {
  await setTier(service, 'P1_X_SMALL');
  expect(await timed(1)).toBeGreaterThan(throttledMs);
  await setTier(service, 'P1_X_LARGE');
  let quickest = Number.POSITIVE_INFINITY;
  for (let n = 2; n < 2 + triesMax && quickest >= throttledMs; n += 1)
    quickest = Math.min(quickest, await timed(n));
  expect(quickest).toBeLessThan(throttledMs);
});
