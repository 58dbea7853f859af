import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskImage, fileSystems, type MountedDisk } from '../support/disk-image.js';
import { sql } from '../support/engines.js';
import { extent, sample } from '../support/extent.js';
import { createNumbered, expectExactlyOnce, Load, until } from '../support/load.js';
import { randomMoment } from '../support/random-moment.js';
import { type OwnService, startService } from '../support/service.js';
import { launch } from '../support/service-process.js';
import { connectEngine } from '../support/stored.js';
import { createVersioned, expectNewest, VersionLoad } from '../support/version-load.js';
import type { Webhook } from '../support/webhook.js';

const diskBytes = 768 * 1024 * 1024;
const rounds = extent(1, 15);
const starts = extent(1, 3);
const startMomentMsMax = 2_000;
const waitMsMax = 60_000;
const fillerBytesMin = 65_536;
const env = { WEIR_INTAKE_TIMEOUT_MS: '2000' };

describe.each(sample(fileSystems, 1))(
  'a service that is killed and started while the disk is full, on %s',
  (name) => {
    let image: DiskImage;
    let disk: MountedDisk;
    let service: OwnService | undefined;
    let appended: Webhook;
    let versioned: Webhook;

    beforeAll(async () => {
      image = new DiskImage(name, diskBytes);
      disk = image.mount();
      service = await startService({ directory: join(disk.path, 'data'), env });
      appended = await createNumbered(service);
      versioned = await createVersioned(service);
    });
    afterAll(async () => {
      await service?.kill();
      await disk?.unmount();
      await image?.remove();
    });

    const fillers: string[] = [];
    /** Takes what is free, in few steps. */
    function fill(): void {
      const free = () => {
        const { bfree, bsize } = statfsSync(disk.path);
        return bfree * bsize;
      };
      for (let bytes = free(); bytes >= fillerBytesMin; bytes = Math.min(free(), Math.floor(bytes / 2))) {
        const path = join(disk.path, `filler${fillers.length}`);
        fillers.push(path);
        // Some of it is the file system's own, so it may take less than this, and fail.
        spawnSync('fallocate', ['--length', String(bytes), path]);
      }
    }
    function empty(): void {
      for (const path of fillers.splice(0)) rmSync(path, { force: true });
    }

    it(
      'has all that was acknowledged when there is space again',
      async () => {
        // They pause while there is no service.
        const load = new Load({ service: () => service, webhook: appended, senders: 2 });
        const versions = new VersionLoad({ service: () => service, webhook: versioned });
        for (let round = 0; round < rounds; round++) {
          const running = service;
          if (!running) throw new Error('The service is not running');
          const before = load.acknowledged.size;
          await until(() => load.acknowledged.size > before + 50, waitMsMax);
          const refused = () => load.statuses.get(503) ?? 0;
          const refusedBefore = refused();
          const engine = connectEngine(running.directory);
          const merging = engine
            .command(sql(`OPTIMIZE TABLE ${appended.table} FINAL`))
            .catch(() => undefined)
            .finally(() => engine.close());
          fill();
          await until(() => refused() > refusedBefore + 4, waitMsMax);
          service = undefined;
          await running.kill();
          await merging;
          // Each start has space at first, and the disk is full before it has ended, or soon after.
          for (let start = 0; start < starts; start++) {
            empty();
            const started = launch({ WEIR_DATA_DIR: running.directory, WEIR_PORT: '0', ...env });
            await randomMoment(startMomentMsMax);
            fill();
            await randomMoment(startMomentMsMax);
            started.process.kill('SIGKILL');
            await started.ended;
            const refusedStart = launch({ WEIR_DATA_DIR: running.directory, WEIR_PORT: '0', ...env });
            expect((await refusedStart.ended).code).toBe(1);
            expect(refusedStart.out()).toMatch(/bytes of free space/);
          }
          empty();
          const after = await startService({ directory: running.directory, env });
          expect(after.out()).not.toMatch(/records are missing/);
          await expectExactlyOnce(after, appended, load);
          await expectNewest(after, versioned, versions);
          service = after;
        }
        await Promise.all([load.stop(), versions.stop()]);
      },
      extent(300_000, 3_600_000),
    );
  },
);
