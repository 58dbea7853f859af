import { describe, expect, it } from 'vitest';
import { createNumbered, expectExactlyOnce, Load, until } from '../support/load.js';
import { startService } from '../support/service.js';

const killMomentMsMax = 400;

/** A moment that nothing chose. */
const randomMoment = () => new Promise((resolve) => setTimeout(resolve, Math.random() * killMomentMsMax));

describe('SIGKILL of the engine under load, at random moments', () => {
  it('loses nothing and doubles nothing, and no request is cut off', async () => {
    const service = await startService();
    const webhook = await createNumbered(service);
    const load = new Load({ service: () => service, webhook });
    for (let kill = 0; kill < 6; kill++) {
      const before = load.acknowledged.size;
      await until(() => load.acknowledged.size > before);
      await randomMoment();
      const pid = service.enginePid();
      process.kill(pid, 'SIGKILL');
      await until(() => service.enginePid() !== pid);
    }
    await until(async () => (await fetch(`${service.url}/readyz`)).ok);
    await load.stop();
    await expectExactlyOnce(service, webhook, load);
    expect(load.cutOff).toBe(0);
    expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(service.log.some(({ msg }) => msg === 'an insert failed; looking up its rows')).toBe(true);
    expect(await service.discard()).toBe(0);
  }, 300_000);
});
