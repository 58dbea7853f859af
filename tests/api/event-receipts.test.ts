/** What has become of the record of an event, by its unique ID. */
import { beforeAll, describe, expect, it } from 'vitest';
import { givePolicy } from '../support/api-policies.js';
import { sql } from '../support/engines.js';
import { eventReceipts, eventReceiptsQuery, receiptOf, type ShownEventReceipt } from '../support/receipts.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { connectEngine, settled } from '../support/stored.js';
import { strangerTo } from '../support/stranger.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});

const columns = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'n', type: 'INT64' },
];
const replacing = { uniqueId: 'id' };
const appendOnly = { uniqueId: 'id', tableSettings: { engine: { mergeTree: {} } } };

/** Sends events; answers the receipt's ID. */
const send = async ({ path }: Webhook, body: object, headers: Record<string, string> = {}, query = '') => {
  const answer = await post(service, path + query, body, headers);
  expect(answer.status, answer.text).toBe(200);
  return receiptOf(answer);
};

const runJob = async (name: 'Deletion' | 'UpdateDataPoolRecords', input: object): Promise<string> => {
  const created = await service.request<Record<string, { job: { id: string } }>>(
    `mutation ($input: Create${name}JobInput!) { create${name}Job(input: $input) { job { id } } }`,
    { input },
  );
  const { id } = created[`create${name}Job`]?.job ?? { id: '' };
  const status = async () =>
    (
      await service.request<{ job: { status: string } }>('query ($id: ID!) { job(id: $id) { status } }', {
        id,
      })
    ).job.status;
  await expect.poll(status).toBe('SUCCEEDED');
  return id;
};
const deletion = ({ dataPoolId }: Webhook, filterSql: string) =>
  runJob('Deletion', { dataPool: dataPoolId, filterSql });
const update = ({ dataPoolId }: Webhook, filterSql: string) =>
  runJob('UpdateDataPoolRecords', {
    dataPool: dataPoolId,
    filterSql,
    set: [{ column: 'n', expression: 'n + 100' }],
  });

const shown = (receipt: string, state: string, more: Partial<ShownEventReceipt> = {}) => ({
  receipt: { id: receipt },
  eventIndex: 0,
  state,
  jobs: [],
  replacedBy: null,
  ...more,
});
const jobsOf = async (id: string) =>
  (
    await service.request<{ receipt: { jobs: { id: string }[] } }>(
      'query ($id: ID!) { receipt(id: $id) { jobs { id } } }',
      { id },
    )
  ).receipt.jobs.map((job) => job.id);

describe('an event in quarantine', () => {
  const correct = async ({ dataSourceId }: Webhook, payload: object) => {
    const { quarantinedEvents } = await service.request<{
      quarantinedEvents: { nodes: readonly { id: string }[] };
    }>('query ($dataSource: ID!) { quarantinedEvents(dataSource: $dataSource) { nodes { id } } }', {
      dataSource: dataSourceId,
    });
    const input = {
      dataSource: dataSourceId,
      id: quarantinedEvents.nodes[0]?.id,
      payload: JSON.stringify(payload),
    };
    await service.request(
      'mutation ($input: CorrectQuarantinedEventInput!) { correctQuarantinedEvent(input: $input) { id } }',
      { input },
    );
  };

  it('is found by its unique ID, replaces nothing, and is stored once it is corrected', async () => {
    const webhook = await createWebhook(service, columns, { ...replacing, errorHandling: 'QUARANTINE' });
    const dataPool = { id: webhook.dataPoolId };
    const first = await send(webhook, { id: 'odd', n: 1 });
    const second = await send(webhook, [{ id: 'even', n: 2 }, { n: 3 }, { id: 'odd', n: 'x' }]);
    const at = { eventIndex: 2 };
    expect(await eventReceipts(service, 'odd', dataPool)).toEqual([
      shown(second, 'QUARANTINED', at),
      shown(first, 'STORED'),
    ]);
    expect(await eventReceipts(service, 'even', dataPool)).toEqual([shown(second, 'STORED')]);
    const discarding = `mutation ($input: DiscardQuarantinedEventsInput!) {
      discardQuarantinedEvents(input: $input) { discardedEvents }
    }`;
    const filter = { column: 'id' };
    await service.request(discarding, { input: { dataSource: webhook.dataSourceId, filter } });
    await correct(webhook, { id: 'odd', n: 4 });
    expect(await eventReceipts(service, 'odd', dataPool)).toEqual([
      shown(second, 'STORED', at),
      shown(first, 'REPLACED', { replacedBy: { id: second } }),
    ]);
  });

  it('is gone when it is discarded', async () => {
    const webhook = await createWebhook(service, columns, { ...appendOnly, errorHandling: 'QUARANTINE' });
    const receipt = await send(webhook, { id: 'discarded', n: 'x' });
    await service.request(
      `mutation ($input: DiscardQuarantinedEventsInput!) {
        discardQuarantinedEvents(input: $input) { discardedEvents }
      }`,
      { input: { dataSource: webhook.dataSourceId, filter: {} } },
    );
    const dataPool = { id: webhook.dataPoolId };
    expect(await eventReceipts(service, 'discarded', dataPool)).toEqual([shown(receipt, 'GONE')]);
  });
});

describe('a record that others replace', () => {
  it('is stored, then replaced by the next one, also when the engine has merged both', async () => {
    const webhook = await createWebhook(service, columns, replacing);
    const dataPool = { id: webhook.dataPoolId };
    const first = await send(webhook, [{ id: 'other' }, { id: 'replaced', n: 1 }]);
    const at = { eventIndex: 1 };
    expect(await eventReceipts(service, 'replaced', dataPool)).toEqual([shown(first, 'STORED', at)]);
    const second = await send(webhook, { id: 'replaced', n: 2 });
    const expected = [
      shown(second, 'STORED'),
      shown(first, 'REPLACED', { ...at, replacedBy: { id: second } }),
    ];
    expect(await eventReceipts(service, 'replaced', dataPool)).toEqual(expected);
    await settled(service);
    const engine = connectEngine(service.directory);
    await engine.command(sql(`OPTIMIZE TABLE ${webhook.table} FINAL`));
    await engine.close();
    expect(await eventReceipts(service, 'replaced', dataPool)).toEqual(expected);
    // The latest of one request wins, too.
    const third = await send(webhook, [
      { id: 'replaced', n: 3 },
      { id: 'replaced', n: 4 },
    ]);
    expect(await eventReceipts(service, 'replaced', dataPool)).toEqual([
      shown(third, 'STORED', { eventIndex: 1 }),
      shown(third, 'REPLACED', { replacedBy: { id: third } }),
      shown(second, 'REPLACED', { replacedBy: { id: third } }),
      shown(first, 'REPLACED', { ...at, replacedBy: { id: second } }),
    ]);
  });

  it('names the jobs that updated and deleted it, and is stored when it is sent again', async () => {
    const webhook = await createWebhook(service, columns, replacing);
    const [first, other] = [
      await send(webhook, { id: 'changed', n: 1 }),
      await send(webhook, { id: 'x', n: 9 }),
    ];
    const updating = await update(webhook, 'n = 1');
    expect(await eventReceipts(service, 'changed')).toEqual([
      shown(first, 'UPDATED', { jobs: [{ id: updating }] }),
    ]);
    const deleting = await deletion(webhook, 'n = 101');
    const deleted = shown(first, 'DELETED', { jobs: [{ id: updating }, { id: deleting }] });
    expect(await eventReceipts(service, 'changed')).toEqual([deleted]);
    const again = await send(webhook, { id: 'changed', n: 2 });
    expect(await eventReceipts(service, 'changed')).toEqual([shown(again, 'STORED'), deleted]);
    expect(await jobsOf(first)).toEqual([updating, deleting]);
    expect(await jobsOf(again)).toEqual([]);
    expect(await jobsOf(other)).toEqual([]);
  });

  it('was replaced before a job deleted the newer one', async () => {
    const webhook = await createWebhook(service, columns, replacing);
    const [first, second] = [
      await send(webhook, { id: 'both', n: 1 }),
      await send(webhook, { id: 'both', n: 2 }),
    ];
    const id = await deletion(webhook, 'n = 2');
    const [newer, older] = await eventReceipts(service, 'both');
    expect(newer).toEqual(shown(second, 'DELETED', { jobs: [{ id }] }));
    expect(older).toMatchObject({ receipt: { id: first }, state: 'REPLACED', replacedBy: { id: second } });
  });
});

describe('a record that stays beside others with its unique ID', () => {
  it('is stored, updated or deleted by itself', async () => {
    const webhook = await createWebhook(service, columns, appendOnly);
    const sent: string[] = [];
    for (const n of [1, 2, 3]) sent.push(await send(webhook, { id: 'beside', n }));
    const [first = '', second = '', third = ''] = sent;
    const updating = await update(webhook, 'n = 2');
    const deleting = await deletion(webhook, 'n = 1');
    expect(await eventReceipts(service, 'beside')).toEqual([
      shown(third, 'STORED'),
      shown(second, 'UPDATED', { jobs: [{ id: updating }] }),
      shown(first, 'DELETED', { jobs: [{ id: deleting }] }),
    ]);
  });

  it('is one record, however often its request is repeated', async () => {
    const webhook = await createWebhook(service, columns, appendOnly);
    const key = { 'idempotency-key': 'event-receipts' };
    const first = await send(webhook, { id: 'repeated' }, key);
    const again = await send(webhook, { id: 'repeated' }, key);
    expect(await eventReceipts(service, 'repeated')).toEqual([
      shown(again, 'STORED'),
      shown(first, 'STORED'),
    ]);
    const id = await deletion(webhook, "id = 'repeated'");
    const jobs = { jobs: [{ id }] };
    expect(await eventReceipts(service, 'repeated')).toEqual([
      shown(again, 'DELETED', jobs),
      shown(first, 'DELETED', jobs),
    ]);
  });
});

describe('unique IDs', () => {
  it.each([
    ['INT64', 1234567890123, '1234567890123'],
    ['INT32', '12', '12'],
    ['DOUBLE', 1.5e3, '1500.0'],
    ['FLOAT', 0.1, '0.1'],
    ['BOOLEAN', true, 'true'],
    ['TIMESTAMP', '2026-03-01T05:00:00Z', '2026-03-01 05:00:00.000'],
    ['STRING', 'Zürich "✓" \\ \n', 'Zürich "✓" \\ \n'],
  ])('of the type %s are found', async (type, sent, uniqueId) => {
    const webhook = await createWebhook(service, [{ name: 'id', type, nullable: false }], appendOnly);
    const receipt = await send(webhook, { id: sent });
    const found = await eventReceipts(service, uniqueId, { id: webhook.dataPoolId });
    expect(found).toEqual([shown(receipt, 'STORED')]);
  });

  it('from a header are found for each event', async () => {
    const header = [{ name: 'id', type: 'STRING', nullable: false, jsonProperty: '$headers.x-delivery' }];
    const webhook = await createWebhook(service, header, appendOnly);
    const receipt = await send(webhook, [{}, {}], { 'x-delivery': 'delivery-1' });
    expect(await eventReceipts(service, 'delivery-1')).toEqual([
      shown(receipt, 'STORED', { eventIndex: 1 }),
      shown(receipt, 'STORED'),
    ]);
  });

  it('of events that were not stored are not found, and those after them have their places', async () => {
    const webhook = await createWebhook(service, columns, appendOnly);
    const events = [{ id: 'bad', n: 'x' }, { n: 1 }, { id: 'good', n: 1 }];
    const receipt = await send(webhook, events, {}, '?partial=true');
    expect(await eventReceipts(service, 'bad')).toEqual([]);
    expect(await eventReceipts(service, 'good')).toEqual([shown(receipt, 'STORED', { eventIndex: 2 })]);
    expect((await post(service, webhook.path, [{ id: 'refused', n: 'x' }, { id: 'refused' }])).status).toBe(
      400,
    );
    expect(await eventReceipts(service, 'refused')).toEqual([]);
  });

  it('are refused when they are empty or too long, and an event with a long one has no receipt of its own', async () => {
    const webhook = await createWebhook(service, columns, appendOnly);
    await send(webhook, { id: 'x'.repeat(300) });
    for (const uniqueId of ['', 'x'.repeat(257)]) {
      const { errors } = await service.graphql(eventReceiptsQuery, { uniqueId });
      expect(errors?.[0]).toMatchObject({
        message: 'uniqueId: must have 1 to 256 bytes',
        extensions: { code: 'BAD_REQUEST' },
      });
    }
  });

  it('of all Data Pools are found together, or of the one that is named', async () => {
    const one = await createWebhook(service, columns, appendOnly);
    const two = await createWebhook(service, columns, replacing);
    const without = await createWebhook(service, columns);
    const [first, second] = [await send(one, { id: 'shared' }), await send(two, { id: 'shared' })];
    await send(without, { id: 'shared' });
    expect(await eventReceipts(service, 'shared')).toEqual([shown(second, 'STORED'), shown(first, 'STORED')]);
    expect(await eventReceipts(service, 'shared', { id: one.dataPoolId })).toEqual([shown(first, 'STORED')]);
    const variables = { uniqueId: 'shared', dataPool: { id: without.dataPoolId } };
    const { errors } = await service.graphql(eventReceiptsQuery, variables);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('has no unique ID'),
      extensions: { code: 'BAD_REQUEST' },
    });
    await service.request('mutation ($id: ID!) { deleteDataSource(id: $id, cascade: true) }', {
      id: one.dataSourceId,
    });
    expect(await eventReceipts(service, 'shared')).toEqual([shown(second, 'STORED')]);
  });
});

describe('who may ask', () => {
  it('another Environment finds nothing', async () => {
    const webhook = await createWebhook(service, columns, appendOnly);
    await send(webhook, { id: 'private' });
    const stranger = await strangerTo(service);
    const ask = (dataPool?: object) =>
      service.graphql(eventReceiptsQuery, { uniqueId: 'private', dataPool }, stranger);
    expect((await ask()).data).toEqual({ eventReceipts: [] });
    expect((await ask({ id: webhook.dataPoolId })).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('an Application from which access policies hide records learns nothing of them', async () => {
    const webhook = await createWebhook(service, columns, { ...appendOnly, accessControlEnabled: true });
    await send(webhook, { id: 'hidden' });
    // With admin and without a policy it reads everything.
    expect(await eventReceipts(service, 'hidden')).toHaveLength(1);
    await givePolicy(service, webhook.dataPoolId, { filterSql: "id <> 'hidden'" });
    expect(await eventReceipts(service, 'hidden')).toEqual([]);
    const variables = { uniqueId: 'hidden', dataPool: { id: webhook.dataPoolId } };
    const { errors } = await service.graphql(eventReceiptsQuery, variables);
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});
