import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createWeirClient, WeirError } from '@weir/client';
import { expect, it } from 'vitest';
import { createNumbered, numberedCsv } from '../support/load.js';
import { randomMoment } from '../support/random-moment.js';
import { type OwnService, startService } from '../support/service.js';
import { stored } from '../support/stored.js';

const kills = 100;
const rowsPerFile = 40_000;
const momentMsMax = 1_500;

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

it('loads every row of every file once, with the service or its engine killed at random moments', {
  timeout: 1_800_000,
}, async () => {
  let service: OwnService | undefined = await startService();
  const { directory } = service;
  const webhook = await createNumbered(service);
  let isOver = false;
  let files = 0;
  const failures: unknown[] = [];
  const loading = (async () => {
    while (!isOver) {
      const content = numberedCsv(files * rowsPerFile, rowsPerFile);
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
  expect(await service.discard()).toBe(0);
});
