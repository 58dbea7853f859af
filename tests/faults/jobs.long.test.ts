import { describe, expect, it } from 'vitest';
import {
  changedColumns,
  createChangingJobs,
  expectChangedOnce,
  fillChanged,
  isOpen,
  newestJobs,
} from '../support/changing-jobs.js';
import { randomMoment } from '../support/random-moment.js';
import { startService } from '../support/service.js';
import { stored } from '../support/stored.js';
import { createWebhook } from '../support/webhook.js';

const records = 40_000;
const killMomentMsMax = 700;
const kills = 40;

describe('SIGKILL of the service or its engine during jobs, at random moments', () => {
  it('changes each record once, deletes all that it should, and fills the column: jobs go on after the start', {
    timeout: 1_200_000,
  }, async () => {
    let service = await startService();
    const { directory } = service;
    const append = await createWebhook(service, changedColumns);
    const mutable = await createWebhook(service, changedColumns, { uniqueId: 'id' });
    await fillChanged(service, append, records);
    await fillChanged(service, mutable, records, 0);
    await fillChanged(service, mutable, records);
    for (const webhook of [append, mutable]) await createChangingJobs(service, webhook);
    for (let kill = 0; kill < kills; kill += 1) {
      const atWork = async () => (await newestJobs(service)).some(({ status }) => status === 'IN_PROGRESS');
      // The first kill meets a job at work for sure, the others meet what they meet.
      if (kill === 0) await expect.poll(atWork).toBe(true);
      else await randomMoment(killMomentMsMax);
      // Every other time only the engine, which the service starts again.
      if (kill % 2 === 1) {
        process.kill(service.enginePid(), 'SIGKILL');
        continue;
      }
      await service.kill();
      service = await startService({ directory });
    }
    await expect.poll(async () => (await newestJobs(service)).filter(isOpen)).toEqual([]);
    expect((await newestJobs(service)).map(({ status, error }) => ({ status, error }))).toEqual(
      Array.from({ length: 6 }, () => ({ status: 'SUCCEEDED', error: null })),
    );
    // The jobs may have ended before the last kill of the engine.
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).ok).toBe(true);
    await expectChangedOnce(service, append, records);
    await expectChangedOnce(service, mutable, records, ' FINAL');
    expect(await stored(service, "SELECT name FROM system.tables WHERE startsWith(name, 'JOB')")).toEqual([]);
    expect(await service.discard()).toBe(0);
  });
});
