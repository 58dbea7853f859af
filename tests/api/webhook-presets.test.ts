/** Webhooks for senders that Weir knows: only the sender and its secret are given. */
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { extent } from '../support/extent.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { type Signer, signers } from '../support/signers.js';
import { stored } from '../support/stored.js';
import { createWebhook, type Webhook } from '../support/webhook.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});

const signerOf = (scheme: string, isForm = false): Signer => {
  const found = signers.find(
    (signer) => signer.scheme === scheme && (signer.contentType !== undefined) === isForm,
  );
  if (!found) throw new Error(`There is no signer for ${scheme}`);
  return found;
};

const createPreset = async (preset: string, { secret }: Signer): Promise<Webhook> =>
  await createWebhook(service, [], { columns: null, preset, signature: { secrets: [secret] } });

async function send(webhook: Webhook, signer: Signer, body: string, headers = {}, atMs = Date.now()) {
  const url = `${service.url}${webhook.path}`.replace('127.0.0.1', 'localhost');
  const { headers: signed } = await signer.sign(body, atMs, url, signer.secret);
  const response = await fetch(`${service.url}${webhook.path}`, {
    method: 'POST',
    headers: { 'content-type': signer.contentType ?? 'application/json', ...signed, ...headers },
    body,
  });
  return { status: response.status, text: await response.text() };
}

it('GITHUB takes every example of a payload that GitHub publishes', async () => {
  const kinds = createRequire(import.meta.url)('@octokit/webhooks-examples/api.github.com/index.json') as {
    name: string;
    examples: object[];
  }[];
  const signer = signerOf('GITHUB');
  const webhook = await createPreset('GITHUB', signer);
  // One of each kind; the long suite sends all.
  const examples = kinds.flatMap(({ name, examples: events }) =>
    events.slice(0, extent(1, events.length)).map((event) => ({ name, event })),
  );
  expect(examples.length).toBeGreaterThan(extent(30, 100));
  const refused: unknown[] = [];
  for (const [index, { name, event }] of examples.entries()) {
    const headers = { 'x-github-event': name, 'x-github-delivery': `delivery-${index}` };
    const { status, text } = await send(webhook, signer, JSON.stringify(event), headers);
    if (status !== 200) refused.push([name, text]);
  }
  expect(refused).toEqual([]);
  const [counts] = await stored(
    service,
    `SELECT count(), uniqExact(delivery), uniqExact(event), countIf(repository != '') > 0 FROM ${webhook.table}`,
  );
  expect(counts?.slice(0, 3).map(Number)).toEqual([
    examples.length,
    examples.length,
    new Set(examples.map(({ name }) => name)).size,
  ]);
});

interface Sample {
  readonly preset: string;
  readonly isForm?: boolean;
  readonly body: string;
  readonly headers?: Record<string, string>;
  readonly columns: string;
  readonly row: readonly (string | null)[];
}

/** Shortened from the examples in the senders' documentation. */
const samples: readonly Sample[] = [
  {
    preset: 'STRIPE',
    body: JSON.stringify({
      id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
      object: 'event',
      api_version: '2019-02-19',
      created: 1686089970,
      data: { object: { id: 'seti_1NG8Du2eZvKYlo2C9XMqbR0x', object: 'setup_intent', customer: null } },
      livemode: false,
      pending_webhooks: 0,
      request: { id: null, idempotency_key: null },
      type: 'setup_intent.created',
    }),
    columns: 'id, toString(created), type, object, object_id',
    row: [
      'evt_1NG8Du2eZvKYlo2CUI79vXWy',
      '2023-06-06 22:19:30.000',
      'setup_intent.created',
      'setup_intent',
      'seti_1NG8Du2eZvKYlo2C9XMqbR0x',
    ],
  },
  {
    preset: 'SHOPIFY',
    body: '{"id":820982911946154508,"name":"#9999","created_at":"2021-12-31T19:00:00-05:00","total_price":"388.00","currency":"USD"}',
    headers: {
      'x-shopify-topic': 'orders/create',
      'x-shopify-shop-domain': 'shop.myshopify.com',
      'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
    },
    columns: 'topic, shop, toString(id), toString(created_at), toString(total_price)',
    row: ['orders/create', 'shop.myshopify.com', '820982911946154508', '2022-01-01 00:00:00.000', '388'],
  },
  {
    preset: 'SLACK',
    body: JSON.stringify({
      token: 'ZZZZZZWSxiZZZ2yIvs3peJ',
      team_id: 'T061EG9R6',
      api_app_id: 'A0MDYCDME',
      event: { type: 'app_mention', user: 'W021FGA1Z', channel: 'C0LAN2Q65', ts: '1515449483.000108' },
      type: 'event_callback',
      event_id: 'Ev0MDYHUEL',
      event_time: 1515449483,
    }),
    columns: 'event_id, toString(event_time), team, type, channel',
    row: ['Ev0MDYHUEL', '2018-01-08 22:11:23.000', 'T061EG9R6', 'app_mention', 'C0LAN2Q65'],
  },
  {
    preset: 'SEGMENT',
    body: JSON.stringify({
      type: 'track',
      event: 'Report Submitted',
      messageId: 'segment-test-message-r64tkz',
      timestamp: '2023-07-10T09:41:00.000Z',
      receivedAt: '2023-07-10T09:41:01.000Z',
      userId: 'test-user-w8qq5g',
      anonymousId: null,
      properties: { property1: 1 },
    }),
    columns: 'message_id, toString(timestamp), type, event, user_id, anonymous_id',
    row: [
      'segment-test-message-r64tkz',
      '2023-07-10 09:41:00.000',
      'track',
      'Report Submitted',
      'test-user-w8qq5g',
      null,
    ],
  },
  {
    preset: 'TWILIO',
    isForm: true,
    body: new URLSearchParams({
      AccountSid: 'ACXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
      From: '+15017250604',
      MessageSid: 'SM1234567890abcdefghijklmnopqrstuv',
      MessageStatus: 'delivered',
      To: '+15558675310',
    }).toString(),
    columns: 'message_sid, message_status, `from`, `to`, call_sid',
    row: ['SM1234567890abcdefghijklmnopqrstuv', 'delivered', '+15017250604', '+15558675310', null],
  },
  ...['SVIX', 'STANDARD_WEBHOOKS'].map((preset) => ({
    preset,
    body: JSON.stringify({
      type: 'contact.created',
      timestamp: '2022-11-03T20:26:10.344522Z',
      data: { id: '1f81eb52' },
    }),
    columns: 'message_id, type, toString(timestamp)',
    row: [
      preset === 'SVIX' ? 'msg_2Lh9KRb0pzN4LePd3XiA4v12Axj' : 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'contact.created',
      '2022-11-03 20:26:10.344',
    ],
  })),
];

describe('a sender that Weir knows', () => {
  it.each(samples.map((sample) => [sample.preset, sample] as const))(
    '%s fills its columns, and a retry is stored once',
    async (preset, { isForm = false, body, headers = {}, columns, row }) => {
      const signer = signerOf(preset, isForm);
      const webhook = await createPreset(preset, signer);
      const retryHeaders = preset === 'TWILIO' ? { 'i-twilio-idempotency-token': 'a-token' } : headers;
      const nowMs = Date.now();
      expect(await send(webhook, signer, body, retryHeaders, nowMs)).toMatchObject({ status: 200 });
      // A later attempt of the sender has another time, and so another signature.
      expect(await send(webhook, signer, body, retryHeaders, nowMs - 5_000)).toMatchObject({ status: 200 });
      const { dataPool } = await service.request<{
        dataPool: { uniqueId: { columnName: string } | null };
      }>(`{ dataPool(id: "${webhook.dataPoolId}") { uniqueId { columnName } } }`);
      const final = dataPool.uniqueId === null ? '' : ' FINAL';
      expect(await stored(service, `SELECT ${columns} FROM ${webhook.table}${final}`)).toEqual([row]);
    },
  );

  it('may have other columns, and then no other defaults than its signature', async () => {
    const signer = signerOf('STRIPE');
    const webhook = await createWebhook(service, [{ name: 'type', type: 'STRING' }], {
      preset: 'STRIPE',
      signature: { secrets: [signer.secret] },
    });
    expect(await send(webhook, signer, '{"type":"ping"}')).toMatchObject({ status: 200 });
    expect(await stored(service, `SELECT type FROM ${webhook.table}`)).toEqual([['ping']]);
  });

  it('changes its secrets alone', async () => {
    const signer = signerOf('STRIPE');
    const webhook = await createPreset('STRIPE', signer);
    const { modifyWebhookDataSource } = await service.request<{
      modifyWebhookDataSource: { dataSource: { connectionSettings: object } };
    }>(
      `mutation ($input: ModifyWebhookDataSourceInput!) { modifyWebhookDataSource(input: $input) { dataSource {
        connectionSettings { ... on WebhookConnectionSettings { signature { scheme secretCount } } } } } }`,
      {
        input: {
          idOrUniqueName: { id: webhook.dataSourceId },
          connectionSettings: { signature: { secrets: ['whsec_old12345', 'whsec_new12345'] } },
        },
      },
    );
    expect(modifyWebhookDataSource.dataSource.connectionSettings).toEqual({
      signature: { scheme: 'STRIPE', secretCount: 2 },
    });
  });

  it('needs a scheme where there is no preset', async () => {
    const { errors } = await service.graphql(
      'mutation ($input: CreateWebhookDataSourceInput!) { createWebhookDataSource(input: $input) { dataSource { id } } }',
      { input: { connectionSettings: { signature: { secrets: ['long enough'] } } } },
    );
    expect(errors?.[0]?.message).toContain('give the scheme, or a preset');
  });
});
