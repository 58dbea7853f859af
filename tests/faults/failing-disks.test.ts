import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileSystems } from '../support/disk-image.js';
import { sql } from '../support/engines.js';
import { extent, sample } from '../support/extent.js';
import { FailingDisk } from '../support/failing-disk.js';
import { createNumbered, expectExactlyOnce, Load, until } from '../support/load.js';
import { type OwnService, startService } from '../support/service.js';
import { connectEngine, stored } from '../support/stored.js';
import { createVersioned, expectNewest, VersionLoad } from '../support/version-load.js';
import { createWebhook, type Webhook } from '../support/webhook.js';

const diskBytes = 1024 * 1024 * 1024;
const failures = extent(1, 20);
const partRows = 20_000;
const parts = 3;
const waitMsMax = 60_000;
const env = { WEIR_INTAKE_TIMEOUT_MS: '2000' };

describe.each(sample(fileSystems, 1))(
  'a disk with %s that fails in the middle of inserts and merges',
  (name) => {
    let disk: FailingDisk;
    let service: OwnService | undefined;
    let appended: Webhook;
    let versioned: Webhook;
    let large: Webhook;
    const content = () => `SELECT count(), sum(n), sum(cityHash64(_service_payload)) FROM ${large.table}`;

    beforeAll(async () => {
      disk = new FailingDisk(name, diskBytes);
      service = await startService({ directory: join(disk.path, 'data'), env });
      appended = await createNumbered(service);
      versioned = await createVersioned(service);
      large = await createWebhook(service, [{ name: 'n', type: 'INT64', nullable: false }]);
      const engine = connectEngine(service.directory);
      for (let part = 0; part < parts; part++)
        await engine.command(
          sql(
            `INSERT INTO ${large.table} (n, _service_received_at, _weir_request, _service_payload) SELECT ${part * partRows} + number, now64(3) - 60, generateUUIDv4(), randomPrintableASCII(500) FROM numbers(${partRows})`,
          ),
        );
      await engine.close();
    });
    afterAll(async () => {
      await service?.kill();
      await disk?.remove();
    });

    it(
      'loses nothing that was acknowledged, before or after it failed',
      async () => {
        const before = await stored(service as OwnService, content());
        // They pause while there is no service.
        const load = new Load({ service: () => service, webhook: appended, senders: 2 });
        const versions = new VersionLoad({ service: () => service, webhook: versioned });
        for (let failure = 0; failure < failures; failure++) {
          const running = service;
          if (!running) throw new Error('The service is not running');
          const acknowledgedBefore = load.acknowledged.size;
          await until(() => load.acknowledged.size > acknowledgedBefore + 50, waitMsMax);
          const engine = connectEngine(running.directory);
          const merging = engine
            .command(sql(`OPTIMIZE TABLE ${large.table} FINAL`))
            .catch(() => undefined)
            .finally(() => engine.close());
          const refused = () => (load.statuses.get(503) ?? 0) + load.cutOff;
          const refusedBefore = refused();
          disk.fail();
          await until(() => refused() > refusedBefore + 4, waitMsMax);
          service = undefined;
          await running.kill();
          await merging;
          await disk.repair();
          const after = await startService({ directory: join(disk.path, 'data'), env });
          expect(after.out()).not.toMatch(/records are missing/);
          await expectExactlyOnce(after, appended, load);
          await expectNewest(after, versioned, versions);
          expect(await stored(after, content())).toEqual(before);
          service = after;
        }
        await Promise.all([load.stop(), versions.stop()]);
      },
      extent(300_000, 3_600_000),
    );
  },
);
