/** Webhook senders, with requests as they document them. Their SDKs are in tests/compatibility. */
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { binary, type CloudEventMessage, cloudEvent, structured } from '../support/cloud-events.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { stored } from '../support/stored.js';
import { createWebhook, post, type Sent, type Webhook, type WebhookColumn } from '../support/webhook.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});

const rowsOf = async ({ table }: Webhook, columns: string, order = '_service_received_at') =>
  await stored(service, `SELECT ${columns} FROM ${table} ORDER BY ${order}`);

const payloadsOf = async (webhook: Webhook) =>
  (await rowsOf(webhook, '_service_payload', '_service_payload')).map(([payload]) =>
    JSON.parse(String(payload)),
  );

/** As a sender posts it, without a content type unless it names one. */
async function deliver(webhook: Webhook, body: string | Uint8Array, headers = {}, query = ''): Promise<Sent> {
  const response = await fetch(`${service.url}${webhook.path}${query}`, {
    method: 'POST',
    headers,
    body: Buffer.from(body as string),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('GitHub', () => {
  interface Example {
    readonly name: string;
    readonly examples: readonly Record<string, unknown>[];
  }
  const kinds = createRequire(import.meta.url)(
    '@octokit/webhooks-examples/api.github.com/index.json',
  ) as Example[];
  const columns: WebhookColumn[] = [
    { name: 'event', type: 'STRING', jsonProperty: '$headers.X-GitHub-Event', nullable: false },
    { name: 'action', type: 'STRING' },
  ];
  const headersOf = (name: string, delivery: string) => ({
    'user-agent': 'GitHub-Hookshot/044aadd',
    'x-github-event': name,
    'x-github-delivery': delivery,
    'x-github-hook-id': '292430182',
    'x-hub-signature-256': 'sha256=d57c68ca6f92289e6987922ff26938930f6e66a2d161ef06abdf1859230aa23c',
  });

  it.each(['json', 'x-www-form-urlencoded'])(
    'sends each kind of event as application/%s; a redelivery is stored once',
    async (type) => {
      const webhook = await createWebhook(service, columns);
      const send = async ({ name, examples }: Example, delivery: string) => {
        const json = JSON.stringify(examples[0]);
        const body = type === 'json' ? json : new URLSearchParams({ payload: json }).toString();
        const headers = { ...headersOf(name, delivery), 'content-type': `application/${type}` };
        return await deliver(webhook, body, headers);
      };
      const sent = kinds.slice(0, 30);
      for (const [index, kind] of sent.entries())
        expect((await send(kind, `72d3162e-cc78-11e3-81ab-4c9367dc09${index}`)).status).toBe(200);
      expect((await send(sent[0] as Example, '72d3162e-cc78-11e3-81ab-4c9367dc090')).status).toBe(200);
      expect((await send(sent[1] as Example, '72d3162e-cc78-11e3-81ab-4c9367dc090')).status).toBe(409);
      const rows = await rowsOf(webhook, 'event, action, _service_payload', 'event');
      expect(rows.map(([event, action, payload]) => [event, action, JSON.parse(String(payload))])).toEqual(
        sent
          .map(({ name, examples: [event] }) => [name, event?.['action'] ?? null, event])
          .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      );
    },
  );

  it('is refused without the header that a column needs', async () => {
    const webhook = await createWebhook(service, columns);
    const answer = await post(service, webhook.path, {
      action: 'opened',
      '$headers.x-github-event': 'forged',
    });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({
      errors: [
        { index: 0, column: 'event', message: 'The header x-github-event is required, but it is missing' },
      ],
    });
  });
});

describe('CloudEvents', () => {
  const columns: WebhookColumn[] = [
    { name: 'header_type', type: 'STRING', jsonProperty: '$headers.ce-type' },
    { name: 'subject', type: 'STRING', jsonProperty: '$headers.ce-subject' },
    { name: 'type', type: 'STRING' },
    { name: 'n', type: 'INT64', jsonProperty: 'data.n' },
  ];
  const sendMessage = async (webhook: Webhook, { headers, body }: CloudEventMessage) =>
    await deliver(webhook, body, headers);

  it('arrive as one event, structured', async () => {
    const webhook = await createWebhook(service, columns);
    const message = structured(cloudEvent(1));
    expect((await sendMessage(webhook, message)).status).toBe(200);
    expect(await rowsOf(webhook, 'header_type, type, n')).toEqual([[null, 'order.placed', '1']]);
    expect(await payloadsOf(webhook)).toEqual([JSON.parse(message.body)]);
  });

  it('arrive with their attributes in headers, binary', async () => {
    const webhook = await createWebhook(service, columns);
    const message = binary(cloudEvent(2, 'event 2', 'Zo%C3%AB%20100%25'));
    expect((await sendMessage(webhook, message)).status).toBe(200);
    expect(await rowsOf(webhook, 'header_type, subject, type, _service_payload')).toEqual([
      ['order.placed', 'Zoë 100%', null, '{"n":2}'],
    ]);
  });

  it('arrive in a batch, all or nothing or in part', async () => {
    const webhook = await createWebhook(service, [{ ...columns[3], nullable: false } as WebhookColumn]);
    const type = { 'content-type': 'application/cloudevents-batch+json; charset=utf-8' };
    const batch = [cloudEvent(3), { ...cloudEvent(4), data: { n: 'x' } }, cloudEvent(5)];
    const refused = await deliver(webhook, JSON.stringify(batch), type);
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text).errors).toMatchObject([{ index: 1, column: 'n' }]);
    const partial = await deliver(webhook, JSON.stringify(batch), type, '?partial=true');
    expect(JSON.parse(partial.text)).toMatchObject([
      { statusCode: 200 },
      { statusCode: 400 },
      { statusCode: 200 },
    ]);
    expect(await rowsOf(webhook, 'n', 'n')).toEqual([['3'], ['5']]);
  });

  it('that are sent again are stored once, by source and ID', async () => {
    const webhook = await createWebhook(service, columns);
    for (const [mode, messageOf] of Object.entries({ structured, binary })) {
      const send = async (n: number, id: string) =>
        (await sendMessage(webhook, messageOf(cloudEvent(n, id, mode)))).status;
      // The same moment, as a sender that repeats a request.
      const message = messageOf(cloudEvent(6, `${mode} 6`, mode));
      expect((await sendMessage(webhook, message)).status).toBe(200);
      expect((await sendMessage(webhook, message)).status).toBe(200);
      expect(await send(7, `${mode} 6`)).toBe(409);
      expect(await send(7, `${mode} 7`)).toBe(200);
    }
    expect(await rowsOf(webhook, 'count()', '1')).toEqual([['4']]);
  });

  it('are consented to by the handshake of web hooks', async () => {
    const ask = async (path: string, headers: Record<string, string>) => {
      const { status, headers: answered } = await fetch(service.url + path, { method: 'OPTIONS', headers });
      const of = (name: string) => answered.get(name);
      return [status, of('allow'), of('webhook-allowed-origin'), of('webhook-allowed-rate')];
    };
    const origin = { 'webhook-request-origin': 'eventgrid.azure.net', 'webhook-request-rate': '120' };
    const open = await createWebhook(service);
    expect(await ask(open.path, origin)).toEqual([200, 'POST', 'eventgrid.azure.net', '*']);
    const guarded = await createWebhook(service, [], { basicAuth: { username: 'u', password: 'p' } });
    expect(await ask(guarded.path, origin)).toEqual([200, 'POST', 'eventgrid.azure.net', '*']);
    expect(await ask('/v1/WHKnobody', origin)).toEqual([404, 'POST', null, null]);
    expect(await ask(open.path, { origin: 'https://example.org' })).toEqual([405, 'POST', null, null]);
  });
});

describe('Svix', () => {
  it('sends a message with its ID, which is stored once however often it is sent', async () => {
    const webhook = await createWebhook(service, [
      { name: 'message', type: 'STRING', jsonProperty: '$headers.svix-id' },
      { name: 'sent_at', type: 'TIMESTAMP', jsonProperty: '$headers.svix-timestamp' },
      { name: 'type', type: 'STRING' },
    ]);
    const body = JSON.stringify({ type: 'invoice.paid', data: { id: 'in_1' } });
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    const attempt = async (seconds: number) =>
      await deliver(webhook, body, {
        'content-type': 'application/json',
        'svix-id': id,
        'svix-timestamp': String(seconds),
        'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      });
    expect((await attempt(1_614_265_330)).status).toBe(200);
    expect((await attempt(1_614_265_390)).status).toBe(200);
    expect(await rowsOf(webhook, 'message, toUnixTimestamp(sent_at), type')).toEqual([
      [id, 1_614_265_330, 'invoice.paid'],
    ]);
  });
});

describe('Twilio', () => {
  it('sends a form, which is an object of strings', async () => {
    const webhook = await createWebhook(service, [
      { name: 'Body', type: 'STRING' },
      { name: 'NumMedia', type: 'INT32' },
    ]);
    const body =
      'ToCountry=US&SmsMessageSid=SM1f0e8ae6ade43cb3c0ce4525424e404f&NumMedia=0&FromZip=&SmsStatus=received' +
      '&Body=Caf%C3%A9+%26+%22tea%22%3F%0A%F0%9F%98%80&FromCountry=US&To=%2B15558675310&From=%2B15017122661' +
      '&ApiVersion=2010-04-01&MediaUrl=https%3A%2F%2Fa.example%2F1&MediaUrl=https%3A%2F%2Fa.example%2F2';
    const headers = {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'i-twilio-idempotency-token': 'f6ac1b10-5c2e-4bb6-8b5c-ee1e3f8b6f2e',
      'x-twilio-signature': '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
    };
    expect((await deliver(webhook, body, headers)).status).toBe(200);
    expect(await rowsOf(webhook, 'Body, NumMedia')).toEqual([['Café & "tea"?\n😀', 0]]);
    expect(await payloadsOf(webhook)).toEqual([
      {
        ToCountry: 'US',
        SmsMessageSid: 'SM1f0e8ae6ade43cb3c0ce4525424e404f',
        NumMedia: '0',
        FromZip: '',
        SmsStatus: 'received',
        Body: 'Café & "tea"?\n😀',
        FromCountry: 'US',
        To: '+15558675310',
        From: '+15017122661',
        ApiVersion: '2010-04-01',
        MediaUrl: ['https://a.example/1', 'https://a.example/2'],
      },
    ]);
  });

  it('is refused when a form is not UTF-8, not JSON where it must be, or empty', async () => {
    const webhook = await createWebhook(service);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const [body, message] of [
      ['a=%FF', 'Invalid UTF-8 at byte 6'],
      ['payload=%7B%22a%22%3A%7D', 'at byte 5'],
      ['', 'at byte 0'],
    ] as const) {
      const answer = await deliver(webhook, body, type);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.text).errors[0]).toMatchObject({
        index: null,
        message: expect.stringContaining(message),
      });
    }
  });
});

describe('AWS SNS', () => {
  const notification = `{
  "Type" : "Notification",
  "MessageId" : "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
  "TopicArn" : "arn:aws:sns:us-west-2:123456789012:MyTopic",
  "Subject" : "My First Message",
  "Message" : "Hello world!",
  "Timestamp" : "2012-05-02T00:54:06.655Z",
  "SignatureVersion" : "1",
  "Signature" : "EXAMPLEw6JRN..."
}`;

  it('sends JSON as plain text', async () => {
    const webhook = await createWebhook(service, [
      { name: 'at', type: 'TIMESTAMP', jsonProperty: 'Timestamp' },
      { name: 'kind', type: 'STRING', jsonProperty: '$headers.x-amz-sns-message-type' },
    ]);
    const headers = {
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': 'Notification',
      'user-agent': 'Amazon Simple Notification Service Agent',
    };
    expect((await deliver(webhook, notification, headers)).status).toBe(200);
    expect(await rowsOf(webhook, 'kind, toUnixTimestamp(at)')).toEqual([['Notification', 1_335_920_046]]);
    expect(await payloadsOf(webhook)).toEqual([JSON.parse(notification)]);
  });
});

describe('other senders', () => {
  it.each([
    [undefined, '{"n":1}', 1],
    ['application/vnd.example.event.v2+json; version=1', '[{"n":1},{"n":2}]', 2],
    ['application/jsonl', '{"n":1}\n{"n":2}\n', 2],
    ['application/ndjson', '{"n":1}\n{"n":2}', 2],
    ['application/x-ndjson', '{"n":1}\n', 1],
  ])('send %s', async (type, body, events) => {
    const webhook = await createWebhook(service);
    const answer = await deliver(webhook, body, type === undefined ? {} : { 'content-type': type });
    expect([answer.status, JSON.parse(answer.text).length]).toEqual([200, events]);
    expect(await payloadsOf(webhook)).toHaveLength(events);
  });
});

describe('columns of headers', () => {
  const create = `mutation ($input: CreateWebhookDataSourceInput!) {
    createWebhookDataSource(input: $input) { dataSource { id } } }`;

  it.each([
    ['$headers.Authorization', 'holds? credentials'],
    ['$headers.cookie', 'holds? credentials'],
    ['$headers.Proxy-Authorization', 'holds? credentials'],
    ['$headers.X-Hub-Signature-256', 'holds? credentials'],
    ['$headers.x-gitlab-token', 'holds? credentials'],
    ['$headers.', 'the name of a header'],
    ['$headers.x y', 'the name of a header'],
  ])('cannot be made of %s', async (jsonProperty, message) => {
    const columns = [{ name: 'c', type: 'STRING', jsonProperty }];
    const { errors } = await service.graphql(create, { input: { connectionSettings: { columns } } });
    expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
    expect(errors?.[0]?.message).toMatch(new RegExp(`^columns\\[0\\]: .*${message}`));
  });

  it('that are added later are null in stored records and filled in new ones', async () => {
    const webhook = await createWebhook(service);
    const send = async (n: number) =>
      await post(service, webhook.path, { n, '$headers.x-tenant': 'forged' }, { 'x-tenant': 'acme' });
    expect((await send(1)).status).toBe(200);
    const input = {
      dataPool: webhook.dataPoolId,
      columnName: 'tenant',
      columnType: 'STRING',
      jsonProperty: '$headers.x-tenant',
    };
    const preview = await service.request<{ preview: object }>(
      `query ($input: CreateAddColumnToDataPoolJobInput!) {
        preview: previewAddColumnToDataPoolJob(input: $input) { fitting { records } empty { records } } }`,
      { input },
    );
    expect(preview.preview).toEqual({ fitting: { records: '0' }, empty: { records: '1' } });
    const { created } = await service.request<{ created: { job: { id: string } } }>(
      `mutation ($input: CreateAddColumnToDataPoolJobInput!) {
        created: createAddColumnToDataPoolJob(input: $input) { job { id } } }`,
      { input },
    );
    await expect
      .poll(
        async () =>
          (
            await service.request<{ job: object }>(
              'query ($id: ID!) { job(id: $id) { status } }',
              created.job,
            )
          ).job,
      )
      .toEqual({ status: 'SUCCEEDED' });
    expect((await send(2)).status).toBe(200);
    expect(await rowsOf(webhook, 'tenant')).toEqual([[null], ['acme']]);
  });
});
