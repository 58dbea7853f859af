import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keptFreeBytes } from '../../server/src/engine/embedded/host-files.js';
import { read, temporaryDirectory } from '../support/engines.js';
import { createNumbered, expectExactlyOnce, Load, numbered, until } from '../support/load.js';
import { type Service, startService } from '../support/service.js';
import { connectEngine, stored } from '../support/stored.js';
import { post, type Webhook } from '../support/webhook.js';

/** Room enough for the journal to be used at first, and no longer when but `nearlyFullBytes` are free. */
const diskBytes = 512 * 1024 * 1024;
const nearlyFullBytes = 64 * 1024 * 1024;
/** Less than the engine leaves free. */
const keptBytes = keptFreeBytes / 2;

let mount: string;
let service: Service;
let webhook: Webhook;

beforeAll(async () => {
  if (process.getuid?.() !== 0) throw new Error('This test mounts a small disk of its own: run it as root');
  mount = temporaryDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', mount]);
  mkdirSync(join(mount, 'data'));
  service = await startService({ directory: join(mount, 'data'), env: { WEIR_INTAKE_TIMEOUT_MS: '1000' } });
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
