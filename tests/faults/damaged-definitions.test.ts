import { execFileSync } from 'node:child_process';
import {
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/engines.js';
import { createNumbered, expectExactlyOnce, numbered } from '../support/load.js';
import { type OwnService, startService } from '../support/service.js';
import { launch } from '../support/service-process.js';
import { stored } from '../support/stored.js';
import { post, type Webhook } from '../support/webhook.js';

const mount = temporaryDirectory();
const directory = join(mount, 'data');
const diskBytes = 512 * 1024 * 1024;
let service: OwnService;
let webhook: Webhook;
const sent = { acknowledged: new Set<number>(), sent: 0 };

async function send(): Promise<void> {
  const numbers = Array.from({ length: 40 }, () => sent.sent++);
  expect((await post(service, webhook.path, numbers.map(numbered))).status).toBe(200);
  for (const n of numbers) sent.acknowledged.add(n);
}

beforeAll(async () => {
  if (process.getuid?.() !== 0) throw new Error('This test mounts a small disk of its own: run it as root');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', mount]);
  service = await startService({ directory });
  webhook = await createNumbered(service);
  await send();
  await service.stop();
});
afterAll(async () => {
  await service?.kill();
  execFileSync('umount', ['--lazy', mount]);
  rmSync(mount, { recursive: true, force: true });
});

/** The definitions of all databases and tables. A database has a link to the folder with those of its tables. */
function definitions(): string[] {
  const metadata = join(directory, 'engine', 'metadata');
  const folders = readdirSync(metadata).map((name) => join(metadata, name));
  return [metadata, ...folders.filter((path) => statSync(path).isDirectory())].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .map((name) => join(folder, name)),
  );
}

it('a start on a full disk is refused in words and changes nothing', async () => {
  const before = definitions().map((path) => [path, statSync(path).mtimeMs]);
  const filler = join(mount, 'filler');
  const { bavail, bsize } = statfsSync(mount);
  writeFileSync(filler, Buffer.alloc(bavail * bsize));
  const refused = launch({ WEIR_DATA_DIR: directory, WEIR_PORT: '0' });
  expect((await refused.ended).code).toBe(1);
  expect(refused.out()).toMatch(/^weir: The disk of the data directory \S+ has \d+ bytes of free space/);
  rmSync(filler);
  expect(definitions().map((path) => [path, statSync(path).mtimeMs])).toEqual(before);
});

it('a start writes no definition that has not changed', async () => {
  const before = definitions().map((path) => [path, statSync(path).mtimeMs]);
  service = await startService({ directory });
  await service.stop();
  expect(definitions().map((path) => [path, statSync(path).mtimeMs])).toEqual(before);
});

it('every definition that is empty or cut is restored, and the rows are there', async () => {
  const before = new Map(definitions().map((path) => [path, readFileSync(path, 'utf8')]));
  expect(before.size).toBeGreaterThan(7);
  for (const [index, path] of [...before.keys()].entries())
    truncateSync(path, index % 2 === 0 ? 0 : statSync(path).size - 1);
  for (const path of tableFiles('format_version.txt')) truncateSync(path);
  for (const path of tableFiles('format_version.txt'))
    writeFileSync(path.replace('format_version', 'mutation_99999'), '');
  service = await startService({ directory });
  await expectExactlyOnce(service, webhook, sent);
  const [[requests = '0'] = []] = await stored(service, 'SELECT sum(requests) FROM weir.intake_statistics');
  expect(Number(requests)).toBeGreaterThan(0);
  expect(service.out()).toContain('the definition of a table was damaged');
  await send();
  await service.stop();
  service = await startService({ directory });
  await expectExactlyOnce(service, webhook, sent);
});

it('a definition that is gone is restored with its rows, and a table that is gone is created again', async () => {
  const dataPool = ({ dataPoolId }: Record<string, unknown>) => dataPoolId === webhook.dataPoolId;
  const removeDefinition = () => {
    for (const path of definitions()) if (path.includes(webhook.dataPoolId)) rmSync(path);
  };
  await service.stop();
  removeDefinition();
  service = await startService({ directory });
  await expectExactlyOnce(service, webhook, sent);
  expect(service.log.find(dataPool)).toBeUndefined();
  await service.stop();
  removeDefinition();
  rmSync(join(directory, 'engine', 'data', webhook.environmentId, webhook.dataPoolId));
  service = await startService({ directory });
  expect(service.log.find(dataPool)?.['msg']).toMatch(/was missing; an empty one is created/);
  sent.acknowledged.clear();
  await send();
  await expectExactlyOnce(service, webhook, sent);
});

function tableFiles(name: string): string[] {
  const store = join(directory, 'engine', 'store');
  return readdirSync(store, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(`/${name}`))
    .map((path) => join(store, path));
}
