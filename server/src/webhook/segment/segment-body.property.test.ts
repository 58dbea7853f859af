import fc from 'fast-check';
import { expect, it } from 'vitest';
import { extent } from '../../../../tests/support/extent.js';
import { BodyRefusal, RowsTooLarge } from '../../ingest/refusal.js';
import { SegmentBody } from './segment-body.js';

const numRuns = extent(50, 200);
const limits = { eventsMax: 100, eventBytesMax: 100_000 };
const nowMs = 0;
const now = '1970-01-01T00:00:00.000Z';

type Fields = Record<string, unknown>;

const value = fc.oneof(fc.jsonValue({ stringUnit: 'binary' }), fc.constant(null), fc.constant({}));
const knownName = fc.constantFrom(
  'type',
  'messageId',
  'timestamp',
  'originalTimestamp',
  'sentAt',
  'context',
  'integrations',
  'writeKey',
);
const fields = fc.dictionary(fc.oneof(knownName, fc.string({ unit: 'binary' })), value, { maxKeys: 8 });
const body = fc.record({ batch: fc.array(fc.oneof(fields, value), { maxLength: 5 }), envelope: fields });

const isObject = (given: unknown): given is Fields =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
const without = (object: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** What a message of a batch becomes, computed with objects. An ID that was made up is left out. */
function expected(message: unknown, envelope: Fields): unknown {
  if (!isObject(message)) return message;
  const shared = Object.entries(envelope).filter(
    ([name, given]) => ['context', 'integrations', 'sentAt'].includes(name) && given !== null,
  );
  const event: Fields = without(message, ['writeKey']);
  for (const [name, given] of shared) {
    const own = event[name];
    if (own === undefined || own === null) event[name] = given;
    else if (isObject(own) && isObject(given)) event[name] = { ...given, ...own };
  }
  event['timestamp'] ??= event['originalTimestamp'] ?? now;
  return event['messageId'] === null ? without(event, ['messageId']) : event;
}

it('each message is what the objects make of it, however the body is spaced', async () => {
  await fc.assert(
    fc.asyncProperty(body, fc.constantFrom(undefined, 1, '\t'), async ({ batch, envelope }, indent) => {
      const given = without(envelope, ['batch']);
      const text = JSON.stringify({ ...given, batch }, null, indent);
      const read = await SegmentBody.read(Buffer.from(text), true);
      const { bytes } = await read.events(undefined, nowMs, limits);
      const events = JSON.parse(bytes.toString()) as unknown[];
      // JSON.parse of what was sent, because -0 and the like have no text of their own.
      const sent = JSON.parse(text) as Fields & { batch: unknown[] };
      expect(
        events.map((event, index) => {
          const message = sent.batch[index];
          const hadId = isObject(message) && (message['messageId'] ?? null) !== null;
          return isObject(event) && !hadId ? without(event, ['messageId']) : event;
        }),
      ).toEqual(sent.batch.map((message) => expected(message, sent)));
    }),
    { numRuns },
  );
});

it('no bytes cause another error than a refusal', async () => {
  const damaged = fc
    .tuple(
      body,
      fc.nat(),
      fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '\\', '\\u', '\n', '\xff', '1'),
    )
    .map(([{ batch, envelope }, at, inserted]) => {
      const text = Buffer.from(JSON.stringify({ ...envelope, batch }));
      const cut = at % (text.length + 1);
      return Buffer.concat([text.subarray(0, cut), Buffer.from(inserted, 'latin1'), text.subarray(cut + 1)]);
    });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(damaged, fc.uint8Array().map(Buffer.from)),
      fc.boolean(),
      async (bytes, isBatch) => {
        try {
          await (await SegmentBody.read(bytes, isBatch)).events(isBatch ? undefined : 'track', nowMs, limits);
        } catch (error) {
          expect([BodyRefusal, RowsTooLarge]).toContain((error as Error).constructor);
        }
      },
    ),
    { numRuns },
  );
});
