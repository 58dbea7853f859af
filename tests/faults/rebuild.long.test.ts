import { expect, it } from 'vitest';
import { sql } from '../support/engines.js';
import { createNumbered, expectExactlyOnce, Load, until } from '../support/load.js';
import { createView, expectSame } from '../support/materialized-views.js';
import { randomMoment } from '../support/random-moment.js';
import { type OwnService, startService } from '../support/service.js';
import { connectEngine, stored } from '../support/stored.js';
import type { Webhook } from '../support/webhook.js';

const records = 200_000;
const kills = 60;
const killMomentMsMax = 2_500;
const orders = [['n', 'at'], ['at']];
const allNumbers = 'SELECT count(), uniqExact(n), sum(n) FROM $table';

/** Rows as the intake would have stored them. */
async function fill({ directory }: OwnService, { table }: Webhook): Promise<void> {
  const engine = connectEngine(directory);
  const payload = `concat('{"n":', toString(number), ',"text":"event ', toString(number), '"}')`;
  await engine.command(
    sql(`INSERT INTO ${table} (n, at, _service_received_at, _weir_request, _service_payload)
SELECT number, toDateTime64(concat('2026-0', toString(1 + number % 4), '-01'), 3, 'UTC'), now64(3) - 60, generateUUIDv4(), ${payload} FROM numbers(${records})`),
  );
  await engine.close();
}

interface JobAnswer {
  readonly status: string;
  readonly error: unknown;
  readonly orderBy: readonly string[];
  readonly dataPool: { readonly id: string };
}

const jobsOf = async (service: OwnService) =>
  (
    await service.request<{ jobs: { nodes: JobAnswer[] } }>(
      '{ jobs { nodes { dataPool { id } status error { message } ... on RebuildDataPoolJob { orderBy } } } }',
    )
  ).jobs.nodes;
const isOpen = ({ status }: JobAnswer) => status === 'CREATED' || status === 'IN_PROGRESS';

const rebuild = (service: OwnService, dataPool: string, orderBy: string[]) =>
  service.request(
    `mutation ($input: CreateRebuildDataPoolJobInput!) { createRebuildDataPoolJob(input: $input) { job { id } } }`,
    { input: { dataPool, orderBy } },
  );

it('rebuilds under load, with the service or its engine killed at random moments, lose and double nothing, nor do views', {
  timeout: 3_600_000,
}, async () => {
  let service: OwnService | undefined = await startService();
  const { directory } = service;
  const webhook = await createNumbered(service);
  await fill(service, webhook);
  const load = new Load({ service: () => service, webhook, firstNumber: records, senders: 2 });
  for (let n = 0; n < records; n += 1) load.acknowledged.add(n);
  const view = await createView(service, {
    sql: `SELECT at, n FROM ${webhook.dataPoolId}`,
    destination: { newDataPool: { timestamp: { columnName: 'at' } } },
    backfillOptions: { backfill: true },
  });
  for (let kill = 0; kill < kills; kill += 1) {
    const running: OwnService = service;
    if (!(await jobsOf(running)).some(isOpen)) {
      const dataPool = kill % 4 === 1 ? view.destination.id : webhook.dataPoolId;
      await rebuild(running, dataPool, orders[kill % 2] ?? []);
    }
    const atWork = async () => (await jobsOf(running)).some(({ status }) => status === 'IN_PROGRESS');
    // The first kill meets a rebuild at work for sure, the others meet what they meet.
    if (kill === 0) await expect.poll(atWork).toBe(true);
    else await randomMoment(killMomentMsMax);
    // Every other time only the engine, which the service starts again.
    if (kill % 2 === 1) {
      const pid = running.enginePid();
      process.kill(pid, 'SIGKILL');
      await until(() => running.enginePid() !== pid, 60_000);
      continue;
    }
    service = undefined;
    await running.kill();
    service = await startService({ directory });
  }
  const last: OwnService = service;
  await expect.poll(async () => (await jobsOf(last)).filter(isOpen), { timeout: 240_000 }).toEqual([]);
  await load.stop();
  const jobs = await jobsOf(last);
  expect(jobs.filter(({ status }) => status !== 'SUCCEEDED')).toEqual([]);
  await expect.poll(async () => (await fetch(`${last.url}/readyz`)).ok).toBe(true);
  await expectExactlyOnce(last, webhook, load);
  await expectSame(last, webhook, view, [allNumbers, allNumbers], 60_000);
  expect(load.acknowledged.size).toBeGreaterThan(records + 100);
  const newest = jobs.find(({ dataPool }) => dataPool.id === webhook.dataPoolId);
  const [tables] = await stored(
    last,
    "SELECT countIf(startsWith(name, 'JOB')), anyIf(sorting_key, name = {id:String}) FROM system.tables",
    { id: webhook.dataPoolId },
  );
  expect(tables).toEqual(['0', [...(newest?.orderBy ?? []), '_weir_request'].join(', ')]);
  expect(await last.discard()).toBe(0);
});
