import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
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
/** The definition of the one will be gone, and the table of the other, too. */
let withoutDefinition: Webhook;
let withoutTable: Webhook;
const sent = { acknowledged: new Set<number>(), sent: 0 };

/** The events of the other Data Pools. */
const few = [0, 1, 2];
const fewSent = { acknowledged: new Set(few), sent: few.length };

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
  withoutDefinition = await createNumbered(service);
  withoutTable = await createNumbered(service);
  await send();
  for (const { path } of [withoutDefinition, withoutTable]) await post(service, path, few.map(numbered));
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

it('every definition that is empty, cut or gone is restored with its rows, and a table that is gone is created again', async () => {
  const ofPool = ({ dataPoolId }: Webhook) => definitions().filter((path) => path.includes(dataPoolId));
  for (const path of [...ofPool(withoutDefinition), ...ofPool(withoutTable)]) rmSync(path);
  rmSync(join(directory, 'engine', 'data', withoutTable.environmentId, withoutTable.dataPoolId));
  const others = definitions();
  expect(others.length).toBeGreaterThan(7);
  for (const [index, path] of others.entries())
    truncateSync(path, index % 2 === 0 ? 0 : statSync(path).size - 1);
  for (const path of tableFiles('format_version.txt')) truncateSync(path);
  for (const path of tableFiles('format_version.txt'))
    writeFileSync(path.replace('format_version', 'mutation_99999'), '');
  service = await startService({ directory });
  await expectExactlyOnce(service, webhook, sent);
  await expectExactlyOnce(service, withoutDefinition, fewSent);
  const [[requests = '0'] = []] = await stored(service, 'SELECT sum(requests) FROM weir.intake_statistics');
  expect(Number(requests)).toBeGreaterThan(0);
  expect(service.out()).toContain('the definition of a table was damaged');
  const messages = ({ dataPoolId }: Webhook) =>
    service.log.filter((line) => line['dataPoolId'] === dataPoolId).map(({ msg }) => msg);
  expect(messages(withoutDefinition)).toEqual([]);
  expect(messages(withoutTable)).toEqual([expect.stringMatching(/was missing; an empty one is created/)]);
  await send();
  await post(service, withoutTable.path, few.map(numbered));
  await service.stop();
  service = await startService({ directory });
  await expectExactlyOnce(service, webhook, sent);
  for (const pool of [withoutDefinition, withoutTable]) await expectExactlyOnce(service, pool, fewSent);
});

function tableFiles(name: string): string[] {
  const store = join(directory, 'engine', 'store');
  return readdirSync(store, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(`/${name}`))
    .map((path) => join(store, path));
}
