import { describe, expect, it } from 'vitest';
import { extent } from '../support/extent.js';
import { Load, numbered, numberedColumns, until } from '../support/load.js';
import { randomMoment } from '../support/random-moment.js';
import { type OwnService, startService } from '../support/service.js';
import { stored } from '../support/stored.js';
import { createWebhook, type Webhook } from '../support/webhook.js';

const killMomentMsMax = 400;

const kills = extent(2, 150);

/** Every third event cannot be stored where it is sent to, but in a Data Pool that takes its time as text. */
const isValid = (n: number) => n % 3 !== 0;
const event = (n: number) => (isValid(n) ? numbered(n) : { ...numbered(n), at: 'some day' });

const replay = (service: OwnService, { dataSourceId }: Webhook, { dataPoolId }: Webhook) =>
  service.request(
    'mutation ($input: CreateReplayJobInput!) { createReplayJob(input: $input) { job { id } } }',
    { input: { dataSource: dataSourceId, dataPool: dataPoolId } },
  );

const openJobs = async (service: OwnService) => {
  const { jobs } = await service.request<{ jobs: { nodes: { status: string; error: unknown }[] } }>(
    '{ jobs(first: 100) { nodes { status error { message } } } }',
  );
  expect(jobs.nodes.filter(({ status }) => status === 'FAILED')).toEqual([]);
  return jobs.nodes.filter(({ status }) => status !== 'SUCCEEDED').length;
};

const numbersIn = async (service: OwnService, table: string) =>
  (await stored(service, `SELECT JSONExtractInt(_service_payload, 'n') FROM ${table}`)).map(([n]) =>
    Number(n),
  );

describe('SIGKILL of the service under load, at random moments', () => {
  it('loses nothing: every acknowledged event is a record or in quarantine, once, also while events are replayed', {
    timeout: extent(300_000, 3_600_000),
  }, async () => {
    let service: OwnService | undefined = await startService();
    const { directory } = service;
    const webhook = await createWebhook(service, numberedColumns, {
      timestamp: 'at',
      errorHandling: 'QUARANTINE',
    });
    const other = await createWebhook(service, [
      { name: 'n', type: 'INT64', nullable: false },
      { name: 'at', type: 'STRING' },
    ]);
    const load = new Load({ service: () => service, webhook, event });
    for (let kill = 0; kill < kills; kill++) {
      const before = load.acknowledged.size;
      if ((await openJobs(service)) < 2) await replay(service, webhook, other);
      await until(() => load.acknowledged.size > before);
      await randomMoment(killMomentMsMax);
      const dying: OwnService = service;
      service = undefined;
      await dying.kill();
      service = await startService({ directory });
    }
    await load.stop();
    const alive = service;
    await until(async () => (await openJobs(alive)) === 0, 120_000);
    const records = await numbersIn(alive, webhook.table);
    const inQuarantine = await numbersIn(alive, webhook.table.replace('DPO', 'DPQ'));
    const replayed = await numbersIn(alive, other.table);
    expect(replayed.length).toBeGreaterThan(0);
    expect(records.filter((n) => !isValid(n))).toEqual([]);
    expect([...inQuarantine, ...replayed].filter(isValid)).toEqual([]);
    const all = [...records, ...inQuarantine, ...replayed];
    const once = new Set(all);
    expect(all).toHaveLength(once.size);
    expect([...load.acknowledged].filter((n) => !once.has(n))).toEqual([]);
    expect(all.filter((n) => n >= load.sent)).toEqual([]);
    for (const { table } of [webhook, other])
      expect(
        await stored(alive, `SELECT count() FROM ${table} WHERE JSONExtractInt(_service_payload, 'n') != n`),
      ).toEqual([['0']]);
    expect(load.cutOff).toBeGreaterThan(0);
    expect(load.acknowledged.size).toBeGreaterThan(100);
    expect(await alive.discard()).toBe(0);
  });
});
