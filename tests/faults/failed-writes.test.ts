import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFreeBytesMin } from '../../server/src/engine/embedded/host-files.js';
import { read, sql } from '../support/engines.js';
import { createNumbered, expectExactlyOnce, Load, numbered, until } from '../support/load.js';
import { MemoryDisk } from '../support/memory-disk.js';
import { type OwnService, startService } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { connectEngine, stored } from '../support/stored.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

const diskBytes = 1024 * 1024 * 1024;
const partRows = 40_000;
const parts = 3;

let disk: MemoryDisk;
let service: OwnService;
let webhook: Webhook;
let large: Webhook;

beforeAll(async () => {
  disk = new MemoryDisk(diskBytes);
  mkdirSync(join(disk.path, 'data'));
  service = await startService({
    directory: join(disk.path, 'data'),
    env: { WEIR_INTAKE_TIMEOUT_MS: '1000' },
  });
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
  disk?.remove();
});

const mergesRunning = async () => {
  const engine = connectEngine(service.directory);
  const merges = 'SELECT count() FROM system.merges WHERE bytes_written_uncompressed > 0';
  const { rows } = await read(engine, merges);
  await engine.close();
  return rows[0]?.[0] !== '0';
};
const ends = () => service.log.filter(({ msg }) => msg === 'engine ended').length;

it('a disk that becomes nearly full stops merges that run, so that no write fails when it is full; queries go on, and merges when there is space', async () => {
  const content = `SELECT count(), sum(n), sum(cityHash64(_service_payload)) FROM ${large.table}`;
  const before = await stored(service, content);
  const engine = connectEngine(service.directory);
  const merging = engine.command(sql(`OPTIMIZE TABLE ${large.table} FINAL`));
  await until(mergesRunning);
  disk.fill(startFreeBytesMin / 2);
  await expect(merging).rejects.toThrow();
  await until(async () => !(await mergesRunning()));
  disk.fill(0);
  const refused = await post(service, webhook.path, [numbered(0)]);
  expect(refused.status).toBe(503);
  expect(await stored(service, content)).toEqual(before);
  expect(ends()).toBe(0);
  disk.free();
  await until(() =>
    engine.command(sql(`OPTIMIZE TABLE ${large.table} FINAL`)).then(
      () => true,
      () => false,
    ),
  );
  await engine.close();
  expect(await stored(service, content)).toEqual(before);
});

it('a disk that fills while parts are merged stops the intake and the engine, and nothing is lost', async () => {
  const content = `SELECT count(), sum(n), sum(cityHash64(_service_payload)) FROM ${large.table}`;
  const before = await stored(service, content);
  const load = new Load({ service: () => service, webhook, senders: 2 });
  await until(() => load.acknowledged.size > 50);
  const engine = connectEngine(service.directory);
  const merging = engine.command(sql(`OPTIMIZE TABLE ${large.table} FINAL`)).catch(() => undefined);
  await until(mergesRunning);
  disk.fill(0);
  await merging;
  // The merge may have been stopped before it wrote: then this is the write that fails.
  await engine.command(sql(`ALTER TABLE ${large.table} MODIFY COMMENT 'full'`)).catch(() => undefined);
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
  disk.free();
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
  disk.fill(0);
  await expect(engine.command(sql(`ALTER TABLE ${large.table} ${change}`))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  await until(() => ends() > endsBefore);
  await engine.close();
  disk.free();
  expect(await stored(service, content)).toEqual(before);
});
