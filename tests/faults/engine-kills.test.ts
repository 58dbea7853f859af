import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiptsTable } from '../../server/src/sql/receipts.js';
import { extent } from '../support/extent.js';
import { createNumbered, expectExactlyOnce, Load, until } from '../support/load.js';
import { randomMoment } from '../support/random-moment.js';
import { receiptOf } from '../support/receipts.js';
import { type OwnService, startService } from '../support/service.js';
import { stored } from '../support/stored.js';
import { createWebhook, post } from '../support/webhook.js';

const kills = extent(3, 100);
const killMomentMsMax = 400;

let service: OwnService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect(await service.discard()).toBe(0);
});

/** What pages of the console ask for besides metrics. */
const around = `query ($dataSource: ID!, $dataPool: String!, $receipt: ID!) {
  quarantinedEvents(dataSource: $dataSource) { totalCount nodes { id } }
  dataPoolByName(uniqueName: $dataPool) { recordCount sizeInBytes columnSizes { columnName } }
  receipt(id: $receipt) { statusCode quarantinedEvents }
  queries { nodes { id } }
}`;

describe('SIGKILL of the engine', () => {
  it('makes lists, sizes and receipts wait for the next one, as queries do', async () => {
    const uniqueName = 'kept';
    const settings = { errorHandling: 'QUARANTINE' };
    const webhook = await createWebhook(service, [{ name: 'n', type: 'INT64' }], settings, { uniqueName });
    const receipt = receiptOf(await post(service, webhook.path, [{ n: 1 }, { n: 'one' }]));
    // Until then the receipt is in memory.
    await until(async () => (await stored(service, `SELECT 1 FROM ${receiptsTable}`)).length > 0);
    const { dataSourceId: dataSource } = webhook;
    const ask = () => service.request(around, { dataSource, dataPool: uniqueName, receipt });
    const before = await ask();
    expect(before).toMatchObject({
      quarantinedEvents: { totalCount: 1 },
      dataPoolByName: { recordCount: '1' },
      receipt: { statusCode: 200, quarantinedEvents: 1 },
    });
    process.kill(service.enginePid(), 'SIGKILL');
    expect(await ask()).toEqual(before);
  });
});

describe('SIGKILL of the engine under load, at random moments', () => {
  it('loses nothing and doubles nothing, and no request is cut off', {
    timeout: extent(300_000, 1_800_000),
  }, async () => {
    const webhook = await createNumbered(service);
    const load = new Load({ service: () => service, webhook });
    for (let kill = 0; kill < kills; kill++) {
      const before = load.acknowledged.size;
      await until(() => load.acknowledged.size > before);
      await randomMoment(killMomentMsMax);
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
  });
});
