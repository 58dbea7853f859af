import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskImage, fileSystems, type MountedDisk } from '../support/disk-image.js';
import { sql } from '../support/engines.js';
import { sample } from '../support/extent.js';
import { createNumbered, expectExactlyOnce, numbered, until } from '../support/load.js';
import { type OwnService, startService } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { launch } from '../support/service-process.js';
import { connectEngine, stored } from '../support/stored.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

const parts = 3;
const partRows = 20_000;
const waitMsMax = 60_000;
const content = ({ table }: Webhook) =>
  `SELECT count(), countIf(n = 0), sum(n), sum(cityHash64(_service_payload)) FROM ${table}`;

describe.each(sample(fileSystems, 1))('a disk with %s that fails to read', (fileSystem) => {
  let image: DiskImage;
  let disk: MountedDisk;
  let service: OwnService;
  let webhook: Webhook;
  let large: Webhook;
  let whole: unknown;
  const sent = { acknowledged: new Set<number>(), sent: 0 };

  beforeAll(async () => {
    image = new DiskImage(fileSystem);
    disk = image.mount();
    service = await startService({ directory: join(disk.path, 'data') });
    webhook = await createNumbered(service);
    large = await createWebhook(service, [{ name: 'n', type: 'INT64', nullable: false }]);
    const engine = connectEngine(service.directory);
    // As of a large Data Pool: a file for each column.
    await engine.command(sql(`ALTER TABLE ${large.table} MODIFY SETTING min_bytes_for_wide_part = 0`));
    for (let part = 0; part < parts; part++)
      await engine.command(
        sql(
          `INSERT INTO ${large.table} (n, _service_received_at, _weir_request, _service_payload) SELECT ${part * partRows} + number + 1, now64(3) - 60, generateUUIDv4(), randomPrintableASCII(50) FROM numbers(${partRows})`,
        ),
      );
    await engine.close();
    whole = await stored(service, content(large));
  });
  afterAll(async () => {
    await service?.kill();
    await disk?.unmount();
    await image?.remove();
  });

  /** Acknowledged from the journal, and perhaps not in the table when the engine ends. */
  const send = async () => {
    const n = sent.sent++;
    expect((await post(service, webhook.path, [numbered(n)])).status).toBe(200);
    sent.acknowledged.add(n);
  };
  const spoil = async (file: string) => {
    const names = `SELECT path FROM system.parts WHERE active AND table = '${large.dataPoolId}' ORDER BY min_block_number`;
    const [, [path] = []] = await stored(service, names);
    image.badSectors.spoil(join(String(path), file));
  };
  const said = (message: string) => service.log.filter(({ msg }) => String(msg).startsWith(message));
  /** The second part alone is missing, and no row has values that it never had. */
  const expectLeftOut = async () => {
    await until(() => said('records are missing').length > 0, waitMsMax);
    expect(said('records are missing').at(-1)).toMatchObject({
      dataPoolId: large.dataPoolId,
      records: partRows,
      parts: 1,
    });
    const [[count, defaults] = []] = await stored(service, content(large));
    expect([count, defaults]).toEqual([String((parts - 1) * partRows), '0']);
    const damage = `{ dataPool(id: "${large.dataPoolId}") { damage { recordCount } } }`;
    expect(await service.request(damage)).toEqual({
      dataPool: { damage: { recordCount: String(partRows) } },
    });
    expect(await scrape(service)).toContain('\nweir_engine_missing_parts 1\n');
  };
  const expectBack = async () => {
    image.badSectors.repair();
    const { directory } = service;
    await service.stop();
    service = await startService({ directory });
    expect(said('parts that could not be read can be read again')).toHaveLength(1);
    expect(said('records are missing')).toEqual([]);
    expect(await stored(service, content(large))).toEqual(whole);
  };

  it('in a merge: no record gets other values, the part is left out and named, and is used again at a start when it can be read', async () => {
    await spoil('n.bin');
    await send();
    const engine = connectEngine(service.directory);
    await expect(engine.command(sql(`OPTIMIZE TABLE ${large.table} FINAL`))).rejects.toThrow();
    await engine.close();
    await expectLeftOut();
    expect(await scrape(service)).toMatch(/^weir_engine_failed_reads_total [1-9]/m);
    await expectBack();
  });

  it('at the start of the engine, as in a merge', async () => {
    await spoil('checksums.txt');
    await send();
    const { directory } = service;
    await service.kill();
    service = await startService({ directory });
    await expectLeftOut();
    await expectBack();
  });

  it('in a query: no answer has values that no record has', async () => {
    await spoil('n.bin');
    await send();
    const query = `{ sqlV1(input: { query: "SELECT count(*) FILTER (WHERE n = 0) AS defaults, count(*) AS records FROM \\"${large.dataPoolId}\\"" }) { rows } }`;
    expect(await service.request(query)).toEqual({
      sqlV1: { rows: [['0', String((parts - 1) * partRows)]] },
    });
    await expectLeftOut();
    await expectExactlyOnce(service, webhook, sent);
  });

  it('in the journal: the service does not start without what was acknowledged, and stores it when it can be read', async () => {
    await send();
    const { directory } = service;
    await service.kill();
    const [segment = ''] = readdirSync(join(directory, 'journal'));
    image.badSectors.spoil(join(directory, 'journal', segment));
    const refused = launch({ WEIR_DATA_DIR: directory, WEIR_PORT: '0' });
    expect((await refused.ended).code).toBe(1);
    expect(refused.out()).toContain(`${segment} cannot be read, and has events that were acknowledged`);
    image.badSectors.repair();
    service = await startService({ directory });
    await expectExactlyOnce(service, webhook, sent);
  });
});
