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
const eventsBetweenCuts = 200;
const cutMomentMsMax = 2_000;
const waitMsMax = 60_000;
const dataIn = ({ path }: MountedDisk) => join(path, 'data');

describe.each(sample(fileSystems, 1))(
  'power cuts on %s, while events arrive, parts are merged, and jobs of every kind run',
  (fileSystem) => {
    let image: DiskImage;
    let disk: MountedDisk;
    let service: OwnService;

    beforeAll(async () => {
      image = new DiskImage(fileSystem);
      disk = image.mount();
      service = await startService({ directory: dataIn(disk) });
    });
    afterAll(async () => {
      await service?.kill();
      await disk?.unmount();
      await image?.remove();
    });

    it(
      'lose and double nothing that was acknowledged, break no part, and jobs and views go on',
      async () => {
        const work = await WorkUnderWay.begin(service);
        let cutDuringJobs = 0;
        for (let cut = 0; cut < cuts; cut++) {
          const before = work.acknowledged.numbers.size;
          await until(() => work.acknowledged.numbers.size > before + eventsBetweenCuts, waitMsMax);
          await work.begins();
          // The first cut meets jobs at work for sure, the others meet what they meet.
          if (cut > 0) await randomMoment(cutMomentMsMax);
          if ((await newestJobs(service)).some(isOpen)) cutDuringJobs += 1;
          const acknowledged = work.acknowledged;
          const copy = image.cut();
          const { sent } = work;
          const after = await startService({ directory: dataIn(copy) });
          await work.expectKept(after, acknowledged, sent);
          expect(after.out()).not.toMatch(/records are missing|a part was incomplete|was damaged/);
          await after.kill();
          await copy.unmount();
        }
        await work.stop();
        expect(cutDuringJobs).toBeGreaterThan(extent(0, cuts / 4));
      },
      extent(300_000, 3_600_000),
    );
  },
);
