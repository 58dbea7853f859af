/** Files on their way into a Data Pool while everything around them fails. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createWeirClient, WeirError } from '@weir/client';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/engines.js';
import { extent } from '../support/extent.js';
import { randomMoment } from '../support/random-moment.js';
import { type OwnService, startService } from '../support/service.js';
import { stored } from '../support/stored.js';
import { createWebhook } from '../support/webhook.js';

const columns = [
  { name: 'n', type: 'INT64', nullable: false },
  { name: 'at', type: 'TIMESTAMP', nullable: false },
];
const months = 3;

/** Rows of several months, so that they are in several partitions. */
function csvOf(from: number, rows: number): Buffer {
  const row = (n: number) => `${n},2026-0${1 + (n % months)}-01T00:00:00Z\n`;
  return Buffer.from(`n,at\n${Array.from({ length: rows }, (_, k) => row(from + k)).join('')}`);
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe('SIGKILL at random moments', () => {
  const kills = extent(2, 100);
  const rowsPerFile = extent(10_000, 40_000);
  const momentMsMax = extent(700, 1_500);

  it('of the service and of its engine: every row of every file is there once', {
    timeout: extent(300_000, 1_800_000),
  }, async () => {
    let service: OwnService | undefined = await startService();
    const { directory } = service;
    const webhook = await createWebhook(service, columns, { timestamp: 'at' });
    let isOver = false;
    let files = 0;
    const failures: unknown[] = [];
    const loading = (async () => {
      while (!isOver) {
        const content = csvOf(files * rowsPerFile, rowsPerFile);
        const key = `file ${files}`;
        for (let isLoaded = false; !isLoaded; ) {
          const { url = 'http://127.0.0.1:1', clientId = '', clientSecret = '' } = service ?? {};
          const client = createWeirClient({
            url,
            credentials: { clientId, clientSecret },
            retry: { waitMsBase: 20 },
          });
          isLoaded = await client
            .loadFile(webhook.dataPoolId, content, {
              format: 'csv',
              idempotencyKey: key,
              partBytes: 200_000,
            })
            .then(
              () => true,
              (error: unknown) => {
                failures.push(error);
                return false;
              },
            );
          if (!isLoaded) await new Promise((resolve) => setTimeout(resolve, 20));
        }
        files += 1;
      }
    })();
    for (let kill = 0; kill < kills; kill++) {
      const before = files;
      await randomMoment(momentMsMax);
      // Every other time only the engine, which the service starts again.
      if (kill % 2 === 1) await killEngine(service);
      else {
        const dying: OwnService = service;
        service = undefined;
        await dying.kill();
        service = await startService({ directory });
        // Of every file, all rows are visible or none.
        const [found = []] = await stored(service, `SELECT count() % ${rowsPerFile} FROM ${webhook.table}`);
        expect(found).toEqual([0]);
      }
      await expect.poll(() => files).toBeGreaterThan(before);
    }
    isOver = true;
    await loading;
    const rows = files * rowsPerFile;
    expect(
      await stored(
        service,
        `SELECT count(), uniqExact(n), sum(n), uniqExact(_weir_request) FROM ${webhook.table}`,
      ),
    ).toEqual([[String(rows), String(rows), String((rows * (rows - 1)) / 2), String(rows)]]);
    expect(files).toBeGreaterThan(kills);
    for (const failure of failures) expect(failure).toBeInstanceOf(WeirError);
    expect(readdirSync(join(directory, 'files'))).toEqual([]);
    expect(await stored(service, "SELECT name FROM system.tables WHERE startsWith(name, 'JOB')")).toEqual([]);
    await service.discard();
  });
});

/** It may just be starting again. */
const killEngine = (service: OwnService) =>
  expect
    .poll(() => {
      try {
        return process.kill(service.enginePid(), 'SIGKILL');
      } catch {
        return false;
      }
    })
    .toBe(true);

describe('a disk that fills up', () => {
  const diskBytes = 700 * 1024 * 1024;

  it('is 507, the file is deleted, and the intake and queries go on', async () => {
    const mount = temporaryDirectory();
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', mount]);
    closing.push(async () => {
      // The engine needs a moment to end.
      await expect.poll(() => isUnmounted(mount), { timeout: 10_000 }).toBe(true);
      rmSync(mount, { recursive: true, force: true });
    });
    const directory = join(mount, 'data');
    mkdirSync(directory);
    const service = await startService({ directory });
    closing.push(() => service.kill());
    const webhook = await createWebhook(service, columns, { timestamp: 'at' });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        `${service.url}/v1/load/${webhook.dataPoolId}`,
        { method: 'POST', headers: { authorization: service.authorization, 'content-type': 'text/csv' } },
        ({ statusCode }) => resolve(statusCode),
      );
      sent.on('error', reject);
      Readable.from(endless()).pipe(sent);
    });
    expect(status).toBe(507);
    await expect.poll(() => readdirSync(join(directory, 'files'))).toEqual([]);
    expect(readdirSync(join(directory, 'uploads'))).toEqual([]);
    const declared = await fetch(`${service.url}/v1/load/${webhook.dataPoolId}`, {
      method: 'POST',
      headers: {
        authorization: service.authorization,
        'content-type': 'text/csv',
        'upload-complete': '?0',
        'upload-length': String(diskBytes),
      },
    });
    expect(declared.status).toBe(507);
    const event = await fetch(service.url + webhook.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ n: 1, at: '2026-01-01T00:00:00Z' }),
    });
    expect(event.status).toBe(200);
    expect(await stored(service, `SELECT count() FROM ${webhook.table}`)).toEqual([['1']]);
  }, 120_000);
});

function* endless() {
  const chunk = csvOf(0, 40_000);
  for (;;) yield chunk;
}

function isUnmounted(mount: string): boolean {
  try {
    execFileSync('umount', [mount], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
