/** SIGKILL of the service, and of its engine, in the middle of syncs: every file is loaded once, all of it or nothing at any moment. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { extent } from '../support/extent.js';
import { type S3Server, startS3Server } from '../support/s3-server.js';
import {
  allowsPrivateEndpoints,
  createS3Source,
  createSyncedPool,
  sqlRows,
  syncsOf,
} from '../support/s3-source.js';
import { type OwnService, startService } from '../support/service.js';

const kills = extent(2, 60);
const rowsPerFile = extent(300, 1_000);
const filesPerRound = extent(4, 8);

/** A file with rows in three partitions, and the number of its version in each. */
function content(file: number, version: number): string {
  const rows = Array.from({ length: rowsPerFile }, (_, row) =>
    [file * rowsPerFile + row, file, version, `2026-0${(row % 3) + 1}-15T00:00:00Z`].join(','),
  );
  return `n,file,version,at\n${rows.join('\n')}\n`;
}

const columns = ['n', 'file', 'version'].map((name) => ({ name, type: 'INT64', nullable: false }));

it('loads every version of every file once, and shows no part of one', {
  timeout: extent(300_000, 3_600_000),
}, async () => {
  const s3: S3Server = await startS3Server();
  let service: OwnService = await startService({ env: allowsPrivateEndpoints });
  const { directory } = service;
  const table = {
    name: 't',
    path: 'kills/**',
    format: 'CSV',
    columns: [...columns, { name: 'at', type: 'TIMESTAMP', nullable: false }],
  };
  const dataSource = await createS3Source(service, s3, 'kills', [table]);
  const pool = await createSyncedPool(service, {
    uniqueName: 'kills',
    dataSource,
    table: 't',
    timestamp: { columnName: 'at' },
    syncing: { interval: 'EVERY_24_HOURS' },
  });
  const versions: number[] = [];
  const put = async (file: number, version: number) => {
    versions[file] = version;
    await s3.put(`kills/${file % 3}/${file}.csv`, content(file, version));
  };
  const startSync = () =>
    service.request('mutation ($id: ID!) { syncDataPool(id: $id) { id } }', { id: pool });
  const quiet = async () => (await syncsOf(service, pool)).every(({ status }) => status !== 'SYNCING');
  for (let file = 0; file < filesPerRound; file++) await put(file, 1);
  await expect.poll(quiet).toBe(true);
  const startedAt = performance.now();
  await startSync();
  await expect.poll(quiet).toBe(true);
  /** Later moments would not meet a sync at work. */
  const syncMs = performance.now() - startedAt;
  let interrupted = 0;
  for (let kill = 0; kill < kills; kill++) {
    const known = versions.length;
    for (let file = known; file < known + filesPerRound / 2; file++) await put(file, 1);
    for (let index = 0; index < filesPerRound / 2 && known > 0; index++) {
      const file = Math.floor(Math.random() * known);
      await put(file, (versions[file] ?? 0) + 1);
    }
    await startSync();
    // The first kill meets a sync at work for sure.
    if (kill > 0) await delay(Math.random() * syncMs);
    if ((await syncsOf(service, pool))[0]?.status === 'SYNCING') interrupted += 1;
    if (kill % 2 === 1) {
      // The job itself publishes again what a killed engine may have published in part.
      process.kill(service.enginePid(), 'SIGKILL');
      continue;
    }
    await service.kill();
    service = await startService({ directory, env: allowsPrivateEndpoints });
    // Of the newest visible version of a file, all rows. Those of an earlier one may be on their way out.
    const counts = 'SELECT file, version, count(*) FROM kills GROUP BY file, version ORDER BY file, version';
    const newest = new Map((await sqlRows(service, counts)).map(([file, ...shown]) => [file, shown]));
    for (const [file, [version, count]] of newest)
      expect({ file, version, count }).toEqual({ file, version, count: String(rowsPerFile) });
  }
  await expect.poll(quiet, { timeout: 120_000 }).toBe(true);
  await startSync();
  await expect.poll(quiet, { timeout: 120_000 }).toBe(true);
  const shown = await sqlRows(
    service,
    'SELECT file, version, count(*), count(DISTINCT n) FROM kills GROUP BY file, version ORDER BY file',
  );
  const all = String(rowsPerFile);
  expect(shown).toEqual(versions.map((version, file) => [String(file), String(version), all, all]));
  for (const { status, error } of await syncsOf(service, pool))
    expect({ status, error }).toEqual({ status: 'SUCCEEDED', error: null });
  expect(interrupted).toBeGreaterThan(extent(0, kills / 4));
  expect(await service.discard()).toBe(0);
  await s3.close();
});
