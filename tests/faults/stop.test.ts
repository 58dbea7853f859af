import { describe, expect, it } from 'vitest';
import { createNumbered, Load, until } from '../support/load.js';
import { type Service, startService } from '../support/service.js';
import { stored } from '../support/stored.js';

const stopMsMax = 5_000;

describe('SIGTERM under load', () => {
  it('answers everything that was accepted, and stores nothing that was not acknowledged', async () => {
    let service: Service | undefined = await startService();
    const { directory } = service;
    const webhook = await createNumbered(service);
    const load = new Load({ service: () => service, webhook, senders: 16 });
    for (let round = 0; round < 4; round++) {
      const before = load.acknowledged.size;
      await until(() => load.acknowledged.size > before + 200);
      const startedAt = performance.now();
      expect(await service.stop()).toBe(0);
      expect(performance.now() - startedAt).toBeLessThan(stopMsMax);
      service = undefined;
      service = await startService({ directory });
    }
    await load.stop();
    const rows = await stored(service, `SELECT n FROM ${webhook.table} ORDER BY n`);
    expect(rows.map(([n]) => Number(n))).toEqual([...load.acknowledged].sort((a, b) => a - b));
    expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await service.discard();
  }, 180_000);
});
