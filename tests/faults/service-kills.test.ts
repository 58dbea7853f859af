import { describe, expect, it } from 'vitest';
import { createNumbered, expectExactlyOnce, Load, until } from '../support/load.js';
import { type Service, startService } from '../support/service.js';
import { stored } from '../support/stored.js';
import { createWebhook, post } from '../support/webhook.js';

const killMomentMsMax = 400;

/** A moment that nothing chose. */
const randomMoment = () => new Promise((resolve) => setTimeout(resolve, Math.random() * killMomentMsMax));

describe('SIGKILL of the service under load, at random moments', () => {
  it('loses nothing: every acknowledged event is there once, and it starts again by itself', async () => {
    let service: Service | undefined = await startService();
    const { directory } = service;
    const webhook = await createNumbered(service);
    const load = new Load({ service: () => service, webhook });
    for (let kill = 0; kill < 26; kill++) {
      const before = load.acknowledged.size;
      await until(() => load.acknowledged.size > before);
      await randomMoment();
      const dying: Service = service;
      service = undefined;
      await dying.kill();
      service = await startService({ directory });
    }
    await load.stop();
    await expectExactlyOnce(service, webhook, load);
    expect(load.cutOff).toBeGreaterThan(0);
    expect(load.acknowledged.size).toBeGreaterThan(100);
    expect(await service.discard()).toBe(0);
  }, 300_000);

  it('keeps the values of headers: they are in the journal with their events', async () => {
    const before = await startService();
    const webhook = await createWebhook(before, [
      { name: 'n', type: 'INT64' },
      { name: 'tenant', type: 'STRING', jsonProperty: '$headers.x-tenant', nullable: false },
    ]);
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    const answers = await Promise.all(
      numbers.map((n) => post(before, webhook.path, { n }, { 'x-tenant': `tenant ${n}` })),
    );
    await before.kill();
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 200));
    const after = await startService({ directory: before.directory });
    const rows = await stored(after, `SELECT n, tenant FROM ${webhook.table} ORDER BY n`);
    expect(rows).toEqual(numbers.map((n) => [String(n), `tenant ${n}`]));
    await after.discard();
  });
});
