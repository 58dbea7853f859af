import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { read, sql, temporaryDirectory } from '../support/engines.js';
import { createNumbered, expectExactlyOnce, Load, until } from '../support/load.js';
import { type OwnService, startService } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { connectEngine, stored } from '../support/stored.js';
import { createWebhook, type Webhook } from '../support/webhook.js';

const diskBytes = 1024 * 1024 * 1024;
const partRows = 100_000;
const parts = 3;

let mount: string;
let service: OwnService;
let webhook: Webhook;
let large: Webhook;

beforeAll(async () => {
  if (process.getuid?.() !== 0) throw new Error('This test mounts a small disk of its own: run it as root');
  mount = temporaryDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', mount]);
  mkdirSync(join(mount, 'data'));
  service = await startService({ directory: join(mount, 'data'), env: { WEIR_INTAKE_TIMEOUT_MS: '1000' } });
  webhook = await createNumbered(service);
  large = await createWebhook(service, [{ name: 'n', type: 'INT64', nullable: false }]);
  const engine = connectEngine(service.directory);
  for (let part = 0; part < parts; part++)
    await engine.command(
      sql(
        `INSERT INTO ${large.table} (n, _service_received_at, _weir_request, _service_payload) SELECT ${part * partRows} + number, now64(3) - 60, generateUUIDv4(), randomPrintableASCII(500) FROM numbers(${partRows})`,
      ),
    );
  await engine.close();
});
afterAll(async () => {
  await service?.kill();
  execFileSync('umount', ['--lazy', mount]);
  rmSync(mount, { recursive: true, force: true });
});

const resize = (bytes: number) =>
  execFileSync('mount', ['-o', `remount,size=${bytes}`, mount], { stdio: 'ignore' });

/** Leaves almost nothing, in one step, as another process could. */
function fillDisk(leftBytes: number): void {
  for (;;) {
    const { blocks, bfree, bsize } = statfsSync(mount);
    try {
      resize((blocks - bfree) * bsize + leftBytes);
      return;
    } catch {
      // More than that was used meanwhile.
    }
  }
}

it('a disk that fills while parts are merged stops the intake and the engine, and nothing is lost', async () => {
  const content = `SELECT count(), sum(n), sum(cityHash64(_service_payload)) FROM ${large.table}`;
  const before = await stored(service, content);
  const load = new Load({ service: () => service, webhook, senders: 2 });
  await until(() => load.acknowledged.size > 50);
  const engine = connectEngine(service.directory);
  const merging = engine.command(sql(`OPTIMIZE TABLE ${large.table} FINAL`)).catch(() => undefined);
  const merges = 'SELECT count() FROM system.merges WHERE bytes_written_uncompressed > 0';
  await until(async () => (await read(engine, merges)).rows[0]?.[0] !== '0');
  fillDisk(65_536);
  await merging;
  await engine.close();
  await until(() => service.log.some(({ type }) => type === 'writesFailed'));
  await until(() => service.log.some(({ type }) => type === 'diskFull'));
  const refused = load.statuses.get(503) ?? 0;
  await until(() => (load.statuses.get(503) ?? 0) > refused);
  const acknowledgedWhileFull = load.acknowledged.size;
  await until(() => (load.statuses.get(503) ?? 0) > refused + 4);
  expect(load.acknowledged.size).toBe(acknowledgedWhileFull);
  const ready = await fetch(`${service.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'not ready', parts: { engine: 'disk full', catalog: 'ok', intake: 'disk full' } },
  ]);
  expect(await scrape(service)).toMatch(/^weir_engine_failed_writes_total [1-9]/m);
  resize(diskBytes);
  const acknowledged = load.acknowledged.size;
  await until(() => load.acknowledged.size > acknowledged + 50);
  await load.stop();
  expect(await stored(service, content)).toEqual(before);
  await expectExactlyOnce(service, webhook, load);
  await service.stop();
  service = await startService({ directory: service.directory });
  expect(await stored(service, content)).toEqual(before);
  await expectExactlyOnce(service, webhook, load);
});

it.each([
  ['a definition', "MODIFY COMMENT 'full'"],
  ['a mutation', 'UPDATE n = n + 1 WHERE 1'],
])('%s that finds the disk full is not reported as done, and the table is whole', async (_what, change) => {
  const content = `SELECT count(), sum(length(_service_payload)) FROM ${large.table}`;
  const before = await stored(service, content);
  const engine = connectEngine(service.directory);
  const ends = () => service.log.filter(({ type }) => type === 'writesFailed').length;
  const endsBefore = ends();
  fillDisk(0);
  await expect(engine.command(sql(`ALTER TABLE ${large.table} ${change}`))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  await until(() => ends() > endsBefore);
  await engine.close();
  resize(diskBytes);
  expect(await stored(service, content)).toEqual(before);
});
