import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import type { Choices } from '../choices.js';
import type { Delivery, Fuzzer, FuzzRequest } from '../fuzz-case.js';
import { texts } from '../generate/texts.js';

/**
 * Webhook bodies: arrays, single events and NDJSON, compressed or not, whole or damaged. An event carries an id
 * that no other has, by which the intake oracle looks for it at the end.
 */
const good: Readonly<Record<string, readonly unknown[]>> = {
  c_boolean: [true, false, null, 'true', 1],
  c_float: [1.5, -0.25, null, '2.5', 0],
  c_double: [1.25, 1e300, null, '7'],
  c_int8: [1, -128, null, '5'],
  c_int16: [32767, 0, null],
  c_int32: [-2147483648, 12, null],
  c_int64: [9007199254740991, '9223372036854775807', null],
  c_date: ['2026-01-31', '1900-01-01', null],
  c_timestamp: ['2026-01-31T10:00:00Z', '2026-01-31 10:00:00.123', 1767225600, null],
  c_json: [{ a: [1, { b: null }] }, [], 'text', 5, null],
};

const bad: readonly unknown[] = [
  Number.MAX_VALUE,
  'x',
  {},
  [],
  -1e30,
  '2026-02-30',
  '9'.repeat(40),
  { $: 1 },
  'NaN',
  '\ud800',
  300,
  0.1,
];

/** Written by hand where JSON.stringify would not: keys twice, numbers that no double holds. */
const oddEvents: readonly string[] = [
  '{"id":"x","id":"y"}',
  '{"c_int64":123456789012345678901234567890}',
  '{"c_double":1e999}',
  '{"c_int8":1,"c_int8":"x"}',
  '{"":{"":1}}',
  '{"__proto__":{"a":1},"constructor":1}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '5',
  'null',
  '"text"',
  '[]',
  '{"deep":{"er":{"value":["x"]}}}',
  '{"deep":5}',
  '{"a":-0,"b":1E+2,"c":0.0000000000000000000001}',
];

let made = 0;

interface Body {
  readonly text: string;
  readonly ids: readonly string[];
  readonly type: string;
}

function bodyOf(choices: Choices): Body {
  const ids: string[] = [];
  const events = choices.many(1, 5, () => {
    made += 1;
    const id = `f${made}-${choices.below(0xffffff)}`;
    ids.push(id);
    const event: Record<string, unknown> = { id };
    for (const [column, values] of Object.entries(good)) {
      if (choices.chance(50)) event[column] = choices.pick(values);
      if (choices.chance(3)) event[column] = choices.pick(bad);
    }
    if (choices.chance(30)) event['deep'] = { er: { value: choices.pick(texts) } };
    if (choices.chance(20)) event[choices.pick(texts)] = choices.pick(texts);
    return JSON.stringify(event);
  });
  const odd = choices.chance(12) ? choices.many(1, 2, () => choices.pick(oddEvents)) : [];
  const all = [...events, ...odd];
  return choices.weighted<Body>([
    [5, () => ({ text: `[${all.join(',')}]`, ids, type: 'application/json' })],
    [3, () => ({ text: all.join(choices.pick(['\n', '\r\n', '\n\n'])), ids, type: 'application/x-ndjson' })],
    [1, () => ({ text: all[0] ?? '{}', ids: ids.slice(0, 1), type: 'application/json' })],
    [1, () => ({ text: nested(choices), ids: [], type: 'application/json' })],
  ]);
}

function nested(choices: Choices): string {
  const depth = choices.pick([10, 126, 128, 1_000, 100_000]);
  return choices.pick([
    `[{"c_json":${'['.repeat(depth)}${']'.repeat(depth)}}]`,
    `[${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}]`,
    '['.repeat(depth),
  ]);
}

/** Damages bytes, so that UTF-8, JSON and compression may all be broken. */
export function damagedBytes(choices: Choices, bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const place = () => choices.below(changed.length);
  return choices.weighted([
    [3, () => changed.subarray(0, place())],
    [
      3,
      () => {
        if (changed.length > 0) changed.writeUInt8(choices.below(256), place());
        return changed;
      },
    ],
    [1, () => Buffer.concat([changed, changed])],
    [1, () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), changed])],
    [1, () => Buffer.concat([changed, Buffer.from([0xff, 0xc0, 0x80])])],
    [1, () => Buffer.alloc(choices.pick([0, 1, 100_000]), 0x20)],
  ]);
}

const encodings = {
  identity: (bytes: Buffer) => bytes,
  gzip: (bytes: Buffer) => gzipSync(bytes),
  deflate: (bytes: Buffer) => deflateSync(bytes),
};

/** Bodies sent before, to be sent again with the same key. */
const sent: { readonly request: FuzzRequest; readonly delivery: Delivery }[] = [];
const sentKeptMax = 50;

export const webhooksFuzzer: Fuzzer = {
  name: 'webhooks',
  acceptedPercentMin: 30,
  generate: (choices, { pools, inboxPassword }) => {
    if (sent.length > 0 && choices.chance(6)) return { actor: 'nobody', ...choices.pick(sent) };
    const { text, ids, type } = bodyOf(choices);
    const encoding = choices.pick(['identity', 'identity', 'gzip', 'deflate'] as const);
    const isDamaged = choices.chance(18);
    const raw = Buffer.from(text);
    const damagedFirst = isDamaged && choices.chance(60);
    const encoded = encodings[encoding](damagedFirst ? damagedBytes(choices, raw) : raw);
    const body = isDamaged && !damagedFirst ? damagedBytes(choices, encoded) : encoded;
    const isGuarded = choices.chance(15);
    const password = choices.chance(80) ? inboxPassword : choices.pick(texts);
    const key = choices.chance(20) ? `key-${made}` : undefined;
    const headers: Record<string, string> = {
      'x-forwarded-for': `10.${choices.below(256)}.${choices.below(256)}.${choices.below(256)}`,
      'content-type': choices.chance(6)
        ? choices.pick(['text/plain', 'application/json; charset=latin1', 'application/json;x'])
        : type,
      ...(encoding === 'identity' ? {} : { 'content-encoding': choices.chance(5) ? 'br' : encoding }),
      ...(isGuarded
        ? { authorization: `Basic ${Buffer.from(`sender:${password}`).toString('base64')}` }
        : {}),
      ...(key === undefined ? {} : { [choices.pick(['idempotency-key', 'webhook-id'])]: key }),
    };
    const pool = isGuarded ? pools.guarded : pools.inbox;
    const path = choices.chance(2)
      ? '/v1/no-such-key'
      : `${pool.webhookPath}${choices.chance(30) ? '?partial=true' : ''}`;
    const request: FuzzRequest = { method: 'POST', path, headers, body };
    const repetitionOf =
      key === undefined
        ? undefined
        : createHash('sha256').update(`${path} ${key}`).update(body).digest('hex');
    const delivery: Delivery = { ids: isDamaged ? undefined : ids, eventsMax: ids.length, repetitionOf };
    if (key !== undefined) {
      sent.push({ request, delivery });
      if (sent.length > sentKeptMax) sent.shift();
    }
    return { actor: 'nobody', request, delivery };
  },
  accepted: ({ status }) => status === 200,
};
