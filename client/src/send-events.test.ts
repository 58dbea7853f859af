import { afterEach, describe, expect, it } from 'vitest';
import { createWeirClient } from './index.js';
import { type FakeAnswer, type FakeService, fakeService } from './test-support/fake-service.js';

let service: FakeService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const stored: FakeAnswer = { body: [{ statusCode: 200, statusMessage: 'Event processed successfully' }] };

async function sender(answer: (time: number) => FakeAnswer) {
  service = await fakeService((_request, seen) => answer(seen.length));
  const { url, seen } = service;
  const client = createWeirClient({ url, token: 'unused', retry: { waitMsBase: 1 } });
  return { client, seen, webhookUrl: `${url}/v1/WHKKEY` };
}

describe('sendEvents', () => {
  it('posts the events and answers a message for each', async () => {
    const { client, seen, webhookUrl } = await sender(() => stored);
    const results = await client.sendEvents(webhookUrl, [{ hello: 'wörld' }]);
    expect(results).toEqual([{ statusCode: 200, statusMessage: 'Event processed successfully' }]);
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/v1/WHKKEY', body: '[{"hello":"wörld"}]' });
    expect(seen[0]!.headers['content-type']).toBe('application/json');
    expect(seen[0]!.headers.authorization).toBeUndefined();
  });

  it('posts JSON text as it is, with every digit', async () => {
    const { client, seen, webhookUrl } = await sender(() => stored);
    await client.sendEvents(webhookUrl, '{"id": 9007199254740993}');
    expect(seen[0]).toMatchObject({ body: '{"id": 9007199254740993}' });
    expect(seen[0]!.headers['content-type']).toBe('application/json');
  });

  it('sends further headers, but none in place of its own', async () => {
    const { client, seen, webhookUrl } = await sender(() => stored);
    await client.sendEvents(webhookUrl, [{}], {
      idempotencyKey: 'mine',
      headers: { 'X-Tenant': 'acme', 'Content-Type': 'text/plain', 'Idempotency-Key': 'other' },
    });
    expect(seen[0]!.headers).toMatchObject({
      'x-tenant': 'acme',
      'content-type': 'application/json',
      'idempotency-key': 'mine',
    });
  });

  it('repeats under the same idempotency key, also when the answer was lost', async () => {
    const { client, seen, webhookUrl } = await sender((time) =>
      time === 1 ? { hangUp: true } : time === 2 ? { status: 503 } : stored,
    );
    await client.sendEvents(webhookUrl, [{}]);
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('takes a key, credentials and partial acceptance', async () => {
    const { client, seen, webhookUrl } = await sender(() => stored);
    await client.sendEvents(webhookUrl, [{}], {
      idempotencyKey: 'order-17',
      basicAuth: { username: 'ü', password: 'p' },
      partial: true,
    });
    expect(seen[0]!.url).toBe('/v1/WHKKEY?partial=true');
    expect(seen[0]!.headers).toMatchObject({
      'idempotency-key': 'order-17',
      authorization: `Basic ${Buffer.from('ü:p').toString('base64')}`,
    });
  });

  it('raises a refusal with what is wrong with which event', async () => {
    const errors = [{ index: 1, column: 'price', message: 'price: "x" is not a DOUBLE' }];
    const { client, webhookUrl } = await sender(() => ({ status: 400, body: { errors } }));
    await expect(client.sendEvents(webhookUrl, [{}, {}])).rejects.toMatchObject({
      name: 'WeirError',
      code: 'BAD_REQUEST',
      status: 400,
      message: 'price: "x" is not a DOUBLE',
      details: { errors },
    });
  });

  it('keeps the secret path out of messages', async () => {
    const { client, webhookUrl } = await sender(() => ({ hangUp: true }));
    const error = await client.sendEvents(webhookUrl, [{}]).catch((reason: Error) => reason);
    expect(String(error)).toContain('could not be reached');
    expect(String(error)).not.toContain('WHKKEY');
  });
});
