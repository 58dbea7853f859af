import { describe, expect, it } from 'vitest';
import { RowsTooLarge } from '../../ingest/refusal.js';
import { SegmentBody } from './segment-body.js';

const limits = { eventsMax: 3, eventBytesMax: 10_000 };
const nowMs = Date.parse('2026-03-01T12:00:00Z');

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));
const read = (body: unknown, type?: string) =>
  SegmentBody.read(Buffer.from(textOf(body)), type === undefined);
async function eventsOf(body: unknown, type?: string) {
  const { bytes, key } = await (await read(body, type)).events(type, nowMs, limits);
  return { text: bytes.toString(), key };
}
const parsed = async (body: unknown, type?: string) => JSON.parse((await eventsOf(body, type)).text);

const whole = { type: 'track', messageId: 'm1', timestamp: '2026-01-01T00:00:00Z', event: 'e' };

describe('one message', () => {
  it('is an event as it was written', async () => {
    const text =
      '{"type":"track", "messageId":"m1","timestamp":"t","n":12345678901234567890,"e":"\\u00e9","a":[{"b":"}"}]}';
    expect((await eventsOf(text, 'track')).text).toBe(`[${text}]`);
    expect(await parsed(' { } ', 'page')).toEqual([
      { type: 'page', messageId: expect.any(String), timestamp: '2026-03-01T12:00:00.000Z' },
    ]);
  });

  it.each([{ event: 'e' }, { event: 'e', type: null, messageId: null, timestamp: null }])(
    'gets what it lacks: %j',
    async (message) => {
      const [event] = await parsed(message, 'track');
      expect(event).toEqual({
        event: 'e',
        type: 'track',
        messageId: expect.stringMatching(/^[\da-f-]{36}$/),
        timestamp: '2026-03-01T12:00:00.000Z',
      });
      const [other] = await parsed(message, 'track');
      expect(other.messageId).not.toBe(event.messageId);
    },
  );

  it('keeps its own type, and its time on the device', async () => {
    const message = { type: 'screen', messageId: 'm', originalTimestamp: '2026-02-02T02:02:02Z' };
    expect(await parsed(message, 'page')).toEqual([{ ...message, timestamp: message.originalTimestamp }]);
    expect(await parsed({ ...message, timestamp: 'x' }, 'page')).toEqual([{ ...message, timestamp: 'x' }]);
  });

  it('loses its write key, however it is written', async () => {
    const text = `{"writeKey":"a","write\\u004bey":"b",${JSON.stringify(whole).slice(1)}`;
    expect(await parsed(text, 'track')).toEqual([whole]);
    expect(await parsed({ properties: { writeKey: 'mine' }, ...whole }, 'track')).toMatchObject([
      { properties: { writeKey: 'mine' } },
    ]);
  });
});

describe('a batch', () => {
  it('is an event for each message', async () => {
    const batch = [whole, { ...whole, messageId: 'm2', writeKey: 'k' }];
    expect(await parsed({ batch, writeKey: 'k' })).toEqual([whole, { ...whole, messageId: 'm2' }]);
    expect(await parsed({ batch: [] })).toEqual([]);
  });

  it('shares its context, integrations and time of sending, and messages win', async () => {
    const shared = { context: { a: 1, b: { c: 1 } }, integrations: { All: true }, sentAt: 's' };
    const batch = [
      whole,
      { ...whole, context: { b: 2 }, integrations: {}, sentAt: 'own' },
      { ...whole, context: null, integrations: 'text' },
    ];
    expect(await parsed({ ...shared, batch })).toEqual([
      { ...whole, ...shared },
      { ...whole, context: { b: 2, a: 1 }, integrations: { All: true }, sentAt: 'own' },
      { ...whole, ...shared, integrations: 'text' },
    ]);
    expect(await parsed({ batch: [{ ...whole, context: null }], context: null, sentAt: null })).toEqual([
      { ...whole, context: null },
    ]);
    expect(await parsed({ batch: [{ ...whole, context: { a: 1 } }], context: 'text' })).toEqual([
      { ...whole, context: { a: 1 } },
    ]);
  });

  it('has no type for its messages, and leaves what is no object to the pipeline', async () => {
    const { type: _, ...untyped } = whole;
    expect(await parsed({ batch: [untyped, 1, [], null].slice(0, 3) })).toEqual([untyped, 1, []]);
  });

  it('has the limits of any request', async () => {
    const four = { batch: Array(4).fill(whole) };
    await expect(eventsOf(four)).rejects.toMatchObject({ reason: 'too_many_events' });
    const context = { text: 'x'.repeat(4_000) };
    await expect(eventsOf({ context, batch: [{}, {}, {}] })).rejects.toThrow(RowsTooLarge);
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 1]));
    await expect(read({ context: many, batch: [] })).rejects.toMatchObject({ reason: 'too_many_fields' });
  });

  it.each([
    ['{}', 'an array of messages in "batch"'],
    ['{"batch":{}}', 'an array of messages in "batch" at byte 9'],
    ['{"batch":[],"batch":[{}]}', 'one "batch" at byte 12'],
    ['[]', 'an object at byte 0'],
    ['', 'an object at byte 0'],
    ['{"batch":[]} {}', 'the end of the body at byte 13'],
    ['{"batch":[', 'a JSON value'],
    ['{"batch":[}', 'a JSON value'],
    ['{"batch":[{', 'the end of an object or array'],
    ['{"batch":"', 'the closing quote'],
    ['{"batch" []}', "':' after a key"],
    ['{"batch":,}', 'a JSON value'],
    ['{batch:[]}', 'a key in double quotes'],
    ['{"batch":[] "a":1}', "',' or '}'"],
  ])('%s is refused: %s', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it.each(['{"batch":[{} {}]}', '{"batch":[{}}]}', '{"batch":[{"a" 1}]}', '{"batch":[,]}'])(
    '%s is refused when its messages are read, at the latest',
    async (text) => {
      await expect(eventsOf(text)).rejects.toMatchObject({ reason: 'not_json' });
    },
  );

  it('is read whatever its nesting', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const body = await read(`{"batch":[],"other":${deep}}`);
    expect(body.writeKey).toBeUndefined();
  });
});

describe('the write key', () => {
  it.each([
    ['{"batch":[],"writeKey":"WHK1"}', 'WHK1'],
    ['{"write\\u004bey":"W\\u0048K1","batch":[]}', 'WHK1'],
    ['{"batch":[],"writeKey":1}', undefined],
    ['{"batch":[{"writeKey":"WHK1"}]}', undefined],
    [`{"batch":[],"writeKey":"${'x'.repeat(200)}"}`, undefined],
  ])('of %s is %s', async (text, key) => {
    expect((await read(text)).writeKey).toBe(key);
  });
});

describe('the key', () => {
  const keyOf = async (...ids: readonly unknown[]) =>
    (await eventsOf({ batch: ids.map((messageId) => ({ messageId })), sentAt: Math.random() })).key;

  it('is the same for the same IDs in the same order, whenever they are sent', async () => {
    expect(await keyOf('a', 'b')).toBe(await keyOf('a', 'b'));
    const keys = [await keyOf('a', 'b'), await keyOf('b', 'a'), await keyOf('ab'), await keyOf('a')];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is the same for one message alone and in a batch', async () => {
    expect((await eventsOf({ messageId: 'a' }, 'track')).key).toBe(await keyOf('a'));
  });

  it('does not exist unless every message has an ID', async () => {
    expect(await keyOf('a', undefined)).toBeUndefined();
    expect(await keyOf('a', null)).toBeUndefined();
    expect((await eventsOf({ batch: [{ messageId: 'a' }, 1] })).key).toBeUndefined();
  });
});
