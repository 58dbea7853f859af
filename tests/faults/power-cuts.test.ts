import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpen, newestJobs } from '../support/changing-jobs.js';
import { DiskImage, fileSystems, type MountedDisk } from '../support/disk-image.js';
import { extent, sample } from '../support/extent.js';
import { until } from '../support/load.js';
import { randomMoment } from '../support/random-moment.js';
import { type OwnService, startService } from '../support/service.js';
import { WorkUnderWay } from '../support/work-under-way.js';

const cuts = extent(1, 100);
const engineKills = extent(1, 20);
const eventsBetween = 200;
const momentMsMax = 2_000;
const waitMsMax = 60_000;
const timeout = extent(300_000, 3_600_000);
const dataIn = ({ path }: MountedDisk) => join(path, 'data');

describe.each(sample(fileSystems, 1))(
  'on %s, while events arrive, parts are merged, and jobs of every kind run',
  (fileSystem) => {
    let image: DiskImage;
    let disk: MountedDisk;
    let service: OwnService;
    let work: WorkUnderWay;

    beforeAll(async () => {
      image = new DiskImage(fileSystem);
      disk = image.mount();
      service = await startService({ directory: dataIn(disk) });
      work = await WorkUnderWay.begin(service);
    });
    afterAll(async () => {
      await service?.kill();
      await disk?.unmount();
      await image?.remove();
    });

    /** The first time jobs are at work for sure, the other times they may be. Says whether they are. */
    async function reachMoment(isFirst: boolean): Promise<boolean> {
      const before = work.acknowledged.numbers.size;
      await until(() => work.acknowledged.numbers.size > before + eventsBetween, waitMsMax);
      await work.begins();
      if (!isFirst) await randomMoment(momentMsMax);
      return (await newestJobs(service)).some(isOpen);
    }

    it('power cuts lose and double nothing that was acknowledged, break no part, and jobs and views go on', {
      timeout,
    }, async () => {
      let cutDuringJobs = 0;
      for (let cut = 0; cut < cuts; cut++) {
        if (await reachMoment(cut === 0)) cutDuringJobs += 1;
        const acknowledged = work.acknowledged;
        const copy = image.cut();
        const { sent } = work;
        const after = await startService({ directory: dataIn(copy) });
        await work.expectKept(after, acknowledged, sent);
        expect(after.out()).not.toMatch(/records are missing|a part was incomplete|was damaged/);
        await after.kill();
        await copy.unmount();
      }
      expect(cutDuringJobs).toBeGreaterThan(extent(0, cuts / 4));
    });

    it('SIGKILL of the engine loses and doubles nothing, and jobs and views go on', { timeout }, async () => {
      for (let kill = 0; kill < engineKills; kill++) {
        await reachMoment(kill === 0);
        const killed = service.enginePid();
        process.kill(killed, 'SIGKILL');
        await until(() => service.enginePid() !== killed, waitMsMax);
      }
      await until(async () => (await fetch(`${service.url}/readyz`)).ok, waitMsMax);
      await work.stop();
      await work.expectKept(service, work.acknowledged, work.sent);
    });
  },
);
