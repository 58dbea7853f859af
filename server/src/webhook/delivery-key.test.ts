import { expect, it } from 'vitest';
import { deliveryKey, structuredKey } from './delivery-key.js';

it('is the first of the known headers', () => {
  const headers = {
    'idempotency-key': 'a',
    'webhook-id': 'b',
    'svix-id': 'c',
    'x-github-delivery': 'd',
    'x-amz-sns-message-id': 'e',
    'i-twilio-idempotency-token': 'f',
    'ce-source': '/s',
    'ce-id': 'g',
  };
  const keys: (string | undefined)[] = [];
  for (const header of Object.keys(headers)) {
    keys.push(deliveryKey(headers));
    delete headers[header as keyof typeof headers];
  }
  expect(keys).toEqual(['a', 'b', 'c', 'd', 'e', 'f', '["/s","g"]', undefined]);
});

it('has 1 to 512 characters', () => {
  expect(deliveryKey({ 'svix-id': 'k'.repeat(512) })).toHaveLength(512);
  for (const key of ['', 'k'.repeat(513)])
    expect(() => deliveryKey({ 'svix-id': key })).toThrow(expect.objectContaining({ statusCode: 400 }));
});

it('is the source and the ID of one CloudEvent in the body', () => {
  const event = { specversion: '1.0', source: '/s', id: 'e', type: 't' };
  const of = (body: unknown, type = 'application/cloudevents+json; charset=utf-8') =>
    structuredKey(type, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
  expect(of(event)).toBe(deliveryKey({ 'ce-source': '/s', 'ce-id': 'e' }));
  for (const body of [{ ...event, id: 1 }, { id: 'e' }, [event], null, 'no JSON', ' '.repeat(256 * 1024 + 1)])
    expect(of(body)).toBeUndefined();
  for (const type of ['application/json', 'application/cloudevents-batch+json'])
    expect(of(event, type)).toBeUndefined();
});
