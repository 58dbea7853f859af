import { describe, expect, it } from 'vitest';
import { createNumbered, expectExactlyOnce, Load, until } from '../support/load.js';
import { type Service, startService } from '../support/service.js';

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
});
