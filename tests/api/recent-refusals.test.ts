import { beforeAll, expect, test } from 'vitest';
import { basic, type Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { signers } from '../support/signers.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});

/** Of the settings, by default. */
const bodyBytesMax = 10_485_760;

const columns = [
  { name: 'name', type: 'STRING', nullable: false },
  { name: 'amount', type: 'INT64' },
];

interface Refusal {
  receiptId: string;
  receivedAt: string;
  status: number;
  errors: { index: number | null; column: string | null; message: string }[];
  sample: string | null;
}

const listing = `query ($id: ID!, $first: Int) { dataSource(id: $id) {
  recentRefusals(first: $first) { receiptId receivedAt status errors { index column message } sample } } }`;

async function refusalsOf(webhook: Webhook, first?: number): Promise<Refusal[]> {
  const variables = { id: webhook.dataSourceId, first };
  const { dataSource } = await service.request<{ dataSource: { recentRefusals: Refusal[] } }>(
    listing,
    variables,
  );
  return dataSource.recentRefusals;
}

test('a refused request is listed at once, with its errors and the first refused event', async () => {
  const webhook = await createWebhook(service, columns);
  const before = Date.now();
  const { headers } = await post(service, webhook.path, [
    { name: 'fine', amount: 1 },
    { name: 'Zürich', amount: 'many' },
    { amount: 2 },
  ]);
  const [refusal, ...others] = await refusalsOf(webhook);
  expect(others).toEqual([]);
  expect(refusal).toMatchObject({
    receiptId: headers.get('weir-receipt'),
    status: 400,
    sample: '{"name":"Zürich","amount":"many"}',
    errors: [
      { index: 1, column: 'amount' },
      { index: 2, column: 'name', message: 'A value is required, but it is missing' },
    ],
  });
  const receivedAt = Date.parse(refusal?.receivedAt ?? '');
  expect(receivedAt).toBeGreaterThanOrEqual(before);
  expect(receivedAt).toBeLessThanOrEqual(Date.now());
});

test('every kind of refusal is listed, newest first', async () => {
  const webhook = await createWebhook(service, columns);
  const event = '{"name":"a"}';
  await post(service, webhook.path, event, { 'idempotency-key': 'k1' });
  const filler = `[${'{"name":"é"},'.repeat(400)}`;
  const requests: [string, Record<string, string>, number, string | null][] = [
    [`${filler}{"name":oops}]`, {}, 400, '{"name":oops}'],
    [event, { 'content-type': 'text/html' }, 415, null],
    [`{"name":"b"}`, { 'idempotency-key': 'k1' }, 409, '{"name":"b"}'],
    [JSON.stringify({ name: 'x'.repeat(bodyBytesMax) }), {}, 413, null],
    [event, { 'content-encoding': 'gzip' }, 400, null],
  ];
  for (const [body, headers, status] of requests)
    expect((await post(service, webhook.path, body, headers)).status).toBe(status);
  const refusals = await refusalsOf(webhook);
  expect(refusals.map(({ status }) => status)).toEqual(requests.map(([, , status]) => status).reverse());
  for (const [index, [, , , sample]] of requests.toReversed().entries()) {
    const refusal = refusals[index];
    expect(refusal?.errors).toEqual([{ index: null, column: null, message: expect.stringMatching(/./) }]);
    if (sample === null) expect(refusal?.sample).toBeNull();
    else expect(refusal?.sample).toContain(sample);
  }
  // The part around the byte that is wrong, cut between characters.
  const around = refusals.at(-1)?.sample ?? '';
  expect(Buffer.byteLength(around)).toBeLessThanOrEqual(2_048);
  expect(around).not.toContain('\ufffd');
  expect((await refusalsOf(webhook, 2)).map(({ status }) => status)).toEqual([400, 413]);
});

test('a sample is at most 2 KB of a large event', async () => {
  const webhook = await createWebhook(service, columns);
  await post(service, webhook.path, { note: '€'.repeat(5_000) });
  const sample = (await refusalsOf(webhook))[0]?.sample ?? '';
  expect(sample.startsWith('{"note":"€€')).toBe(true);
  expect(sample.endsWith('€')).toBe(true);
  expect(Buffer.byteLength(sample)).toBeGreaterThan(2_040);
  expect(Buffer.byteLength(sample)).toBeLessThanOrEqual(2_048);
});

test('a request of which only some events were stored is listed with its status 200', async () => {
  const webhook = await createWebhook(service, columns);
  expect((await post(service, `${webhook.path}?partial=true`, [{ name: 'a' }, { amount: 1 }])).status).toBe(
    200,
  );
  expect(await refusalsOf(webhook)).toMatchObject([
    { status: 200, sample: '{"amount":1}', errors: [{ index: 1, column: 'name' }] },
  ]);
});

test('requests without valid credentials keep no body, and cannot push out those of a sender', async () => {
  const webhook = await createWebhook(service, columns, {
    basicAuth: { username: 'sender', password: 'correct horse' },
  });
  const authorization = basic('sender', 'correct horse');
  for (let sent = 0; sent < 30; sent++)
    await post(service, webhook.path, { amount: sent }, { authorization });
  for (let sent = 0; sent < 30; sent++) await post(service, webhook.path, { stranger: 'a secret' });
  const refusals = await refusalsOf(webhook);
  expect(refusals).toHaveLength(30);
  expect(refusals.slice(0, 5).map(({ status, sample }) => [status, sample])).toEqual(
    Array(5).fill([401, null]),
  );
  expect(refusals.slice(5).map(({ sample }) => sample)).toEqual(
    Array.from({ length: 25 }, (_, index) => `{"amount":${29 - index}}`),
  );
  expect(JSON.stringify(refusals)).not.toContain('secret');
});

test('on a signed webhook, a sender without a signature is a stranger, whatever is refused first', async () => {
  const github = signers.find(({ scheme }) => scheme === 'GITHUB');
  if (!github) throw new Error('GITHUB has a signer');
  const { secret } = github;
  const webhook = await createWebhook(service, columns, {
    signature: { scheme: 'GITHUB', secrets: [secret] },
  });
  const unsigned = '{"amount":"unsigned"}';
  const signed = '{"amount":"signed"}';
  await post(service, webhook.path, unsigned);
  await post(service, webhook.path, unsigned, { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` });
  await post(service, webhook.path, unsigned, { 'content-type': 'text/html' });
  const { headers } = await github.sign(signed, Date.now(), `${service.url}${webhook.path}`, secret);
  await post(service, webhook.path, signed, headers);
  expect((await refusalsOf(webhook)).map(({ status, sample }) => [status, sample])).toEqual([
    [400, signed],
    [415, null],
    [401, null],
    [401, null],
  ]);
});

test('requests that are stored are not listed, and the number to return is limited', async () => {
  const webhook = await createWebhook(service, columns);
  await post(service, webhook.path, { name: 'a' });
  expect(await refusalsOf(webhook)).toEqual([]);
  await expect(refusalsOf(webhook, 31)).rejects.toThrow('first must be from 1 to 30');
});
