import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql as statement } from '../support/engines.js';
import { postExport, refusal } from '../support/exports.js';
import { extent } from '../support/extent.js';
import { createNumbered, Load, until } from '../support/load.js';
import { type OwnService, startService } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { connectEngine, stored } from '../support/stored.js';
import { createWebhook } from '../support/webhook.js';

const rounds = extent(1, 20);
/** Nothing but the test's own time-out bounds it while other tests run beside it. */
const stopMsMax = extent(Number.POSITIVE_INFINITY, 5_000);

let service: OwnService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.discard();
});

describe('SIGTERM under load', () => {
  it('answers everything that was accepted, and stores nothing that was not acknowledged', {
    timeout: extent(120_000, 600_000),
  }, async () => {
    const { directory } = service;
    let up: OwnService | undefined = service;
    const webhook = await createNumbered(service);
    const load = new Load({ service: () => up, webhook, senders: 16 });
    for (let round = 0; round < rounds; round++) {
      const before = load.acknowledged.size;
      await until(() => load.acknowledged.size > before + 200);
      const startedAt = performance.now();
      expect(await service.stop()).toBe(0);
      expect(performance.now() - startedAt).toBeLessThan(stopMsMax);
      up = undefined;
      service = await startService({ directory });
      up = service;
    }
    await load.stop();
    const rows = await stored(service, `SELECT n FROM ${webhook.table} ORDER BY n`);
    expect(rows.map(([n]) => Number(n))).toEqual([...load.acknowledged].sort((a, b) => a - b));
    expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });
});

describe('SIGTERM during exports that have not sent a byte', () => {
  it('breaks them off, those that wait for a place too, and closes everything', async () => {
    const columns = [{ name: 'n', type: 'INT64', nullable: false }];
    const { table } = await createWebhook(service, columns, {}, { uniqueName: 'big' });
    const engine = connectEngine(service.directory);
    await engine.command(statement(`INSERT INTO ${table} (n) SELECT number FROM numbers(1000000)`));
    await engine.close();
    // For hours.
    const sql = 'SELECT sum(abs(a.n - b.n)) FROM big a, big b';
    const answers = [1, 2, 3, 4].map(async () => refusal(await postExport(service, { sql, format: 'csv' })));
    await expect.poll(() => scrape(service)).toMatch(/^weir_exports_waiting 1$/m);
    const startedAt = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(stopMsMax);
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject({ status: 503, message: 'The service is stopping' });
  });
});
