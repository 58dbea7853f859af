import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskImage, fileSystems, type MountedDisk } from '../support/disk-image.js';
import { sql } from '../support/engines.js';
import { extent, sample } from '../support/extent.js';
import { createNumbered, expectExactlyOnce, Load, until } from '../support/load.js';
import { type OwnService, startService } from '../support/service.js';
import { connectEngine } from '../support/stored.js';
import type { Webhook } from '../support/webhook.js';

const cuts = extent(1, 100);
const eventsBetweenCuts = 200;
const dataIn = ({ path }: MountedDisk) => join(path, 'data');

describe.each(sample(fileSystems, 1))(
  'power cuts on %s, while events arrive and parts are merged',
  (fileSystem) => {
    let image: DiskImage;
    let disk: MountedDisk;
    let service: OwnService;
    let webhook: Webhook;

    beforeAll(async () => {
      image = new DiskImage(fileSystem);
      disk = image.mount();
      service = await startService({ directory: dataIn(disk) });
      webhook = await createNumbered(service);
    });
    afterAll(async () => {
      await service?.kill();
      await disk?.unmount();
      await image?.remove();
    });

    it(
      'lose no acknowledged event, double none, and break no part',
      async () => {
        const engine = connectEngine(service.directory);
        const load = new Load({ service: () => service, webhook, senders: 5 });
        for (let cut = 0; cut < cuts; cut++) {
          const before = load.acknowledged.size;
          await until(() => load.acknowledged.size > before + eventsBetweenCuts);
          await engine.command(sql(`OPTIMIZE TABLE ${webhook.table} FINAL`));
          const acknowledged = new Set(load.acknowledged);
          const copy = image.cut();
          const { sent } = load;
          const after = await startService({ directory: dataIn(copy) });
          await expectExactlyOnce(after, webhook, { acknowledged, sent });
          expect(after.out()).not.toMatch(/records are missing|a part was incomplete/);
          await after.kill();
          await copy.unmount();
        }
        await load.stop();
        await engine.close();
      },
      extent(120_000, 3_600_000),
    );
  },
);
