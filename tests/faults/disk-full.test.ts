import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keptFreeBytes } from '../../server/src/engine/embedded/host-files.js';
import { read, sql, temporaryDirectory } from '../support/engines.js';
import { createNumbered, expectExactlyOnce, Load, numbered, until } from '../support/load.js';
import { type OwnService, startService } from '../support/service.js';
import { connectEngine, stored } from '../support/stored.js';
import { post, type Webhook } from '../support/webhook.js';

/** Room enough for the journal to be used at first, and no longer when but `nearlyFullBytes` are free. */
const diskBytes = 512 * 1024 * 1024;
const nearlyFullBytes = 64 * 1024 * 1024;
/** Less than the engine leaves free. */
const keptBytes = keptFreeBytes / 2;
const boostedRecords = 200_000;

let mount: string;
let service: OwnService;
let webhook: Webhook;

beforeAll(async () => {
  if (process.getuid?.() !== 0) throw new Error('This test mounts a small disk of its own: run it as root');
  mount = temporaryDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', mount]);
  mkdirSync(join(mount, 'data'));
  service = await startService({ directory: join(mount, 'data'), env: { WEIR_INTAKE_TIMEOUT_MS: '500' } });
  webhook = await createNumbered(service);
});
afterAll(async () => {
  await service?.kill();
  // The engine needs a moment to notice; until it has let go, the disk is busy.
  for (let tries = 0; tries < 300 && !unmounted(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  rmSync(mount, { recursive: true, force: true });
});

function unmounted(): boolean {
  try {
    execFileSync('umount', [mount], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Takes every block but what is to be left. */
function fill(path: string, leaveBytes = 0): void {
  const { bavail, bsize } = statfsSync(mount);
  writeFileSync(path, Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes)));
}

it('a full disk is 503, reads go on, nothing is corrupt, and all is well when there is space again', async () => {
  const load = new Load({ service: () => service, webhook, senders: 2 });
  await until(() => load.acknowledged.size > 50);
  const fillers: string[] = [join(mount, 'filler')];
  fill(join(mount, 'filler'), nearlyFullBytes);
  const acknowledgedBefore = load.acknowledged.size;
  await until(() => load.acknowledged.size > acknowledgedBefore + 50);
  // Merges give some space back: fill again until nothing is begun any more.
  const fillUntilRefused = async (leaveBytes: number) => {
    const refused = () => load.statuses.get(503) ?? 0;
    const refusedBefore = refused();
    await until(() => {
      const path = join(mount, `filler${fillers.length}`);
      fillers.push(path);
      fill(path, leaveBytes);
      return refused() > refusedBefore + 4;
    });
  };
  await fillUntilRefused(keptBytes);
  const engine = connectEngine(service.directory);
  await until(async () => (await read(engine, 'SELECT count() FROM system.merges')).rows[0]?.[0] === '0');
  await engine.close();
  await fillUntilRefused(0);
  await load.stop();
  const refused = await post(service, webhook.path, [numbered(load.sent++)], { 'idempotency-key': 'during' });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.text).not.toContain(mount);
  await expectExactlyOnce(service, webhook, load);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);

  for (const path of fillers) rmSync(path);
  const again = () => post(service, webhook.path, [numbered(load.sent - 1)], { 'idempotency-key': 'during' });
  await until(async () => (await again()).status === 200);
  const after = new Load({ service: () => service, webhook, senders: 2, firstNumber: load.sent });
  await until(() => after.acknowledged.size > 50);
  await after.stop();
  await expectExactlyOnce(service, webhook, after);
  await service.stop();
  service = await startService({ directory: join(mount, 'data') });
  await expectExactlyOnce(service, webhook, after);
  const rows = await stored(service, `SELECT count() FROM ${webhook.table} WHERE n = {n:Int64}`, {
    n: load.sent - 1,
  });
  expect(rows).toEqual([['1']]);
}, 180_000);

const jobTables = "SELECT name FROM system.tables WHERE startsWith(name, 'JOB')";

async function rebuild({ dataPoolId }: Webhook) {
  const { createRebuildDataPoolJob: created } = await service.request<{
    createRebuildDataPoolJob: { job: { id: string } };
  }>(`mutation { createRebuildDataPoolJob(input: { dataPool: "${dataPoolId}" }) { job { id } } }`);
  const ended = async () => {
    const { job } = await service.request<{ job: { status: string; error: { message: string } | null } }>(
      `{ job(id: "${created.job.id}") { status error { message } } }`,
    );
    return job.status === 'SUCCEEDED' || job.status === 'FAILED' ? job : undefined;
  };
  await expect.poll(ended).toBeDefined();
  return await ended();
}

it('a booster or a rebuild that finds the disk full is FAILED with the reason, the Data Pool whole, and succeeds when there is space', async () => {
  await expect.poll(async () => (await fetch(`${service.url}/readyz`)).ok).toBe(true);
  const pool = await createNumbered(service);
  const engine = connectEngine(service.directory);
  await engine.command(
    sql(`INSERT INTO ${pool.table} (at, n, _service_received_at, _weir_request, _service_payload)
SELECT toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + number % 86400, number, now64(3) - 60, generateUUIDv4(), randomPrintableASCII(100) FROM numbers(${boostedRecords})`),
  );
  const intact = `SELECT count(), sum(n), sum(length(_service_payload)) FROM ${pool.table}`;
  const before = await stored(service, intact);
  const { createSumMetric } = await service.request<{ createSumMetric: { metric: { id: string } } }>(
    `mutation { createSumMetric(input: { dataPool: "${pool.dataPoolId}" dimensions: [] measure: { columnName: "n" } }) { metric { id } } }`,
  );
  const build = async () => {
    const { createBooster } = await service.request<{ createBooster: { booster: { id: string } } }>(
      `mutation { createBooster(input: { metric: "${createSumMetric.metric.id}" dimensions: [] }) { booster { id } } }`,
    );
    const outcome = async () => {
      const { booster } = await service.request<{
        booster: { status: string; error: { message: string } | null };
      }>(`{ booster(id: "${createBooster.booster.id}") { status error { message } } }`);
      return booster.status === 'LIVE' || booster.status === 'FAILED' ? booster : undefined;
    };
    await expect.poll(outcome).toBeDefined();
    return { id: createBooster.booster.id, ...(await outcome()) };
  };
  const filler = join(mount, 'filler');
  fill(filler, keptBytes);
  const failed = await build();
  expect(failed).toMatchObject({
    status: 'FAILED',
    error: { message: expect.stringContaining('not have enough free space') },
  });
  expect(await stored(service, intact)).toEqual(before);
  expect(await stored(service, 'SELECT name FROM system.projections')).toEqual([]);
  expect(await rebuild(pool)).toMatchObject({
    status: 'FAILED',
    error: { message: expect.stringMatching(/needs about \d+ bytes of free disk space/) },
  });
  expect(await stored(service, intact)).toEqual(before);
  expect(await stored(service, jobTables)).toEqual([]);
  rmSync(filler);
  expect(await rebuild(pool)).toMatchObject({ status: 'SUCCEEDED', error: null });
  expect(await stored(service, intact)).toEqual(before);
  await service.request(`mutation { deleteBooster(id: "${failed.id}") }`);
  const gone = () => service.graphql(`{ booster(id: "${failed.id}") { id } }`);
  await expect.poll(async () => (await gone()).errors?.length).toBe(1);
  expect(await build()).toMatchObject({ status: 'LIVE', error: null });
  expect(await stored(service, intact)).toEqual(before);
  await engine.close();
}, 180_000);
