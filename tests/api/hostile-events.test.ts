import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extent } from '../support/extent.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { stored } from '../support/stored.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

/** Hostile input through the real route: stored exactly as it was sent, or a 4xx that says why. Never a 500. */

const columns = [
  { name: 'b', type: 'BOOLEAN' },
  { name: 'i8', type: 'INT8' },
  { name: 'i16', type: 'INT16' },
  { name: 'i32', type: 'INT32' },
  { name: 'i64', type: 'INT64' },
  { name: 'f', type: 'FLOAT' },
  { name: 'd', type: 'DOUBLE' },
  { name: 's', type: 'STRING' },
  { name: 'j', type: 'JSON' },
  { name: 'day', type: 'DATE' },
  { name: 'at', type: 'TIMESTAMP' },
  { name: 'x', type: 'STRING', jsonProperty: '__proto__.x' },
];

let service: Service;
let webhook: Webhook;

beforeAll(async () => {
  service = await openService({ env: { WEIR_MAX_NESTING_DEPTH: '500' } });
  webhook = await createWebhook(service, columns);
});
afterAll(async () => {
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect(service.log.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
});

const clear = () =>
  stored(service, `SELECT count() FROM ${webhook.table}`).then((rows) => Number(rows[0]?.[0]));

/** The texts of a column's newest row, after one event was accepted. */
async function storedOf(body: string, select: string): Promise<unknown> {
  const before = await clear();
  const answer = await post(service, webhook.path, body);
  expect([body.slice(0, 200), answer.status, answer.text.slice(0, 200)]).toEqual([
    body.slice(0, 200),
    200,
    expect.any(String),
  ]);
  expect(await clear()).toBe(before + 1);
  const rows = await stored(
    service,
    `SELECT ${select} FROM ${webhook.table} ORDER BY _service_received_at DESC, _weir_request DESC LIMIT 1`,
  );
  return rows[0]?.[0];
}

async function refusedOf(body: string | Uint8Array): Promise<string> {
  const before = await clear();
  const answer = await post(service, webhook.path, body);
  expect(answer.status).toBe(400);
  const { errors } = JSON.parse(answer.text) as { errors: { message: string }[] };
  expect(errors.length).toBeGreaterThan(0);
  for (const { message } of errors) expect(message).not.toBe('');
  expect(await clear()).toBe(before);
  return errors[0]?.message ?? '';
}

describe('what cannot be kept faithfully is a 400 that says why', () => {
  it.each<[string, string | Uint8Array]>([
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0x73, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['an overlong form', Buffer.from([0x7b, 0x22, 0x73, 0x22, 0x3a, 0x22, 0xc0, 0x80, 0x22, 0x7d])],
    ['a surrogate in UTF-8', Buffer.from([0x7b, 0x22, 0x73, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d])],
    ['a lone surrogate', '{"s":"\\ud800"}'],
    ['a lone surrogate in a key', '{"\\udc00":1}'],
    ['a duplicate key', '{"a":1,"a":2}'],
    ['a duplicate key by an escape', '{"a":1,"\\u0061":2}'],
    ['a duplicate __proto__', '{"__proto__":1,"__proto__":2}'],
    ['1e400', '{"d":1e400}'],
    ['1e400 anywhere', '{"other":[1e400]}'],
    ['-1e400', '{"d":-1e400}'],
    ['1e39 in a FLOAT', '{"f":1e39}'],
    ['NaN', '{"d":NaN}'],
    ['Infinity as a string', '{"d":"Infinity"}'],
    ['128 in an INT8', '{"i8":128}'],
    ['-129 in an INT8', '{"i8":-129}'],
    ['32768 in an INT16', '{"i16":32768}'],
    ['2^31 in an INT32', '{"i32":2147483648}'],
    ['2^63 in an INT64', '{"i64":9223372036854775808}'],
    ['2^63 as a string', '{"i64":"9223372036854775808"}'],
    ['-2^63 - 1', '{"i64":-9223372036854775809}'],
    ['1.5 in an INT64', '{"i64":1.5}'],
    ['a leading zero', '{"i64":"007"}'],
    ['an empty string as a number', '{"i64":""}'],
    ['30 February', '{"day":"2026-02-30"}'],
    ['29 February of a common year', '{"day":"2026-02-29"}'],
    ['month 13', '{"at":"2026-13-01 00:00:00"}'],
    ['24:01', '{"at":"2026-01-01 24:01:00"}'],
    ['1899', '{"at":"1899-12-31 23:59:59"}'],
    ['2300', '{"at":"2300-01-01 00:00:00"}'],
    ['yes', '{"b":"yes"}'],
    ['1 as a BOOLEAN', '{"b":1}'],
    ['an array of non-objects', '[1,"a",null,[]]'],
    ['a string', '"text"'],
    ['null', 'null'],
    ['nothing', ''],
    ['white space', '  \n '],
    ['two bodies', '{}{}'],
    ['a trailing comma', '[{},]'],
    ['a comment', '[{}] // all'],
    ['a control character in a string', '{"s":"a\nb"}'],
    ['1,000-deep nesting', `{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}`],
    ['100,000-deep nesting', `{"a":${'['.repeat(100_000)}`],
    ['1,000-deep objects', `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`],
  ])('%s', async (_what, body) => {
    expect(await refusedOf(body)).toMatch(/./);
  });
});

describe('what can be kept is kept', () => {
  it.each<[string, string, string, unknown]>([
    ['-0', '{"d":-0}', 'toString(d)', '-0'],
    ['2^53 + 1', '{"i64":9007199254740993}', 'toString(i64)', '9007199254740993'],
    ['2^63 - 1 as a string', '{"i64":"9223372036854775807"}', 'toString(i64)', '9223372036854775807'],
    ['-2^63', '{"i64":-9223372036854775808}', 'toString(i64)', '-9223372036854775808'],
    ['-128', '{"i8":-128}', 'toString(i8)', '-128'],
    ['a number as a string', '{"d":"1.5"}', 'toString(d)', '1.5'],
    ['a NUL character', '{"s":"a\\u0000b"}', 'hex(s)', '610062'],
    ['an empty string', '{"s":""}', 's', ''],
    ['a paired surrogate', '{"s":"\\ud83d\\ude00"}', 's', '😀'],
    ['__proto__', '{"__proto__":{"x":"kept"}}', 'x', 'kept'],
    [
      'constructor and toString',
      '{"constructor":1,"toString":2}',
      '_service_payload',
      '{"constructor":1,"toString":2}',
    ],
    [
      'a number past every width in the payload',
      '{"big":123456789012345678901234567890}',
      '_service_payload',
      '{"big":123456789012345678901234567890}',
    ],
    ['29 February', '{"day":"2024-02-29"}', 'toString(day)', '2024-02-29'],
    ['the first day', '{"day":"1900-01-01"}', 'toString(day)', '1900-01-01'],
    ['the last moment', '{"at":"2299-12-31T23:59:59.999Z"}', 'toString(at)', '2299-12-31 23:59:59.999'],
    ['an offset', '{"at":"2026-01-01T00:30:00+05:45"}', 'toString(at)', '2025-12-31 18:45:00.000'],
    ['the spec’s format', '{"at":"2026-01-02 03:04:05"}', 'toString(at)', '2026-01-02 03:04:05.000'],
    ['epoch seconds', '{"at":1767225600}', 'toString(at)', '2026-01-01 00:00:00.000'],
    ['epoch milliseconds', '{"at":1767225600123}', 'toString(at)', '2026-01-01 00:00:00.123'],
    ['epoch microseconds', '{"at":1767225600123456}', 'toString(at)', '2026-01-01 00:00:00.123'],
    ['epoch nanoseconds', '{"at":"1767225600123456789"}', 'toString(at)', '2026-01-01 00:00:00.123'],
    ['a byte order mark', '\ufeff{"s":"bom"}', 's', 'bom'],
    [
      'nesting at the limit',
      `{"a":${'['.repeat(499)}${']'.repeat(499)}}`,
      'length(_service_payload)',
      String(499 * 2 + 6),
    ],
  ])('%s', async (_what, body, select, expected) => {
    expect(await storedOf(body, select)).toEqual(expected);
  });

  it('50,000 keys in one event, and one more is refused', async () => {
    const eventOf = (keys: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, index])));
    const event = eventOf(50_000);
    expect(await storedOf(event, '_service_payload')).toBe(event);
    const refused = await post(service, webhook.path, eventOf(50_001));
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('More than 50000 keys in one object'),
    ]);
  });

  it('1,000 partitions in one batch', async () => {
    const wide = await createWebhook(service, [{ name: 'at', type: 'TIMESTAMP', nullable: false }], {
      timestamp: 'at',
    });
    const events = Array.from({ length: 1_000 }, (_, index) => {
      const month = String((index % 12) + 1).padStart(2, '0');
      return { at: `${1950 + Math.floor(index / 12)}-${month}-01 00:00:00` };
    });
    expect((await post(service, wide.path, events)).status).toBe(200);
    const rows = await stored(service, `SELECT count(), uniqExact(toYYYYMM(at)) FROM ${wide.table}`);
    expect(rows).toEqual([['1000', '1000']]);
  });
});

it('whatever bytes are sent, the answer is 200 with the records stored or a 400 with reasons', async () => {
  const almostJson = fc
    .tuple(
      fc.json({ maxDepth: 4 }),
      fc.nat(),
      fc.constantFrom('', '"', '\\', '}', ']', ',', '\u0000', '1e999', '\\ud800'),
    )
    .map(([json, at, extra]) => {
      const cut = json.length === 0 ? 0 : at % json.length;
      return Buffer.from(`[${json.slice(0, cut)}${extra}${json.slice(cut)}]`);
    });
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
    almostJson,
    fc
      .array(fc.dictionary(fc.constantFrom(...columns.map(({ name }) => name), 'other'), fc.jsonValue()), {
        maxLength: 5,
      })
      .map((events) => Buffer.from(JSON.stringify(events))),
  );
  await fc.assert(
    fc.asyncProperty(body, fc.boolean(), async (bytes, isPartial) => {
      const answer = await post(service, `${webhook.path}${isPartial ? '?partial=true' : ''}`, bytes);
      const answered: unknown = JSON.parse(answer.text);
      if (answer.status === 200) expect(answered).toBeInstanceOf(Array);
      else
        expect([answer.status, answered]).toMatchObject([
          400,
          { error: { code: 'BAD_REQUEST' }, errors: expect.any(Array) },
        ]);
    }),
    { numRuns: extent(100, 2_000) },
  );
});
