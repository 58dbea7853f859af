import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Column } from '../catalog/column.js';
import { column, type IngestOptions, ingest } from './test-support.js';

/** What the real engine has stored of the rows, compared with what was sent. */

const engineTypes = {
  c_bool: ['BOOLEAN', 'Bool'],
  c_i8: ['INT8', 'Int8'],
  c_i16: ['INT16', 'Int16'],
  c_i32: ['INT32', 'Int32'],
  c_i64: ['INT64', 'Int64'],
  c_f32: ['FLOAT', 'Float32'],
  c_f64: ['DOUBLE', 'Float64'],
  c_str: ['STRING', 'String'],
  c_json: ['JSON', 'String'],
  c_date: ['DATE', 'Date32'],
  c_ts: ['TIMESTAMP', "DateTime64(3, 'UTC')"],
} as const;

const names = Object.keys(engineTypes) as (keyof typeof engineTypes)[];
const columns: Column[] = names.flatMap((name) => [
  column(name, engineTypes[name][0]),
  column(`r_${name}`, engineTypes[name][0], `required.${name}`, false),
]);

const exampleFiles = ['api.github.com', 'ghes-31', 'ghes-32', 'ghes-33', 'ghes-34', 'ghes-35'];

function loadExamples(folder: string): unknown[] {
  const load = createRequire(import.meta.url);
  const kinds: { examples: unknown[] }[] = load(`@octokit/webhooks-examples/${folder}/index.json`);
  return kinds.flatMap(({ examples }) => examples);
}

let directory = '';
let session: Session;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'weir-ingest-'));
  session = new Session(directory);
  const definitions = names.flatMap((name) => [
    `${name} Nullable(${engineTypes[name][1]})`,
    `r_${name} ${engineTypes[name][1]}`,
  ]);
  session.query(
    `CREATE TABLE t (_service_received_at DateTime64(3, 'UTC'), _service_payload String, n UInt32,
     ${definitions.join(', ')}) ENGINE = MergeTree ORDER BY n`,
  );
  session.query(
    `CREATE TABLE p (_service_received_at DateTime64(3, 'UTC'), _service_payload String, n UInt32,
     v Nullable(String), d Nullable(Float64), f Nullable(Float32)) ENGINE = MergeTree ORDER BY n`,
  );
});

afterAll(() => {
  session.cleanup();
  rmSync(directory, { recursive: true, force: true });
});

beforeEach(() => {
  session.query('TRUNCATE TABLE p');
  session.query('TRUNCATE TABLE t');
});

/** Stores each event as its own row number, and gives back the columns as the engine prints them. */
async function store(
  table: string,
  events: readonly string[],
  wanted: Column[],
  select: string,
  options: IngestOptions = {},
): Promise<unknown[][]> {
  const encoded = events.map((event) => ingest(`[${event}]`, wanted, options));
  expect(encoded.flatMap(({ errors }) => errors)).toEqual([]);
  await session.insert({
    table,
    values: Buffer.concat(
      encoded.flatMap(({ rows }, index) => [Buffer.from(`{"n":${index},`), rows.subarray(1)]),
    ),
    format: 'JSONEachRow',
  });
  return lines(session.query(`SELECT ${select} FROM ${table} ORDER BY n`, 'JSONCompactEachRow'));
}

const lines = (text: string): unknown[][] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const payloads = async (events: readonly string[]) =>
  (await store('p', events, [], '_service_payload')).map(([payload]) => payload);

describe('payloads', () => {
  it('are stored as they were sent, whatever they hold', async () => {
    const event = fc
      .dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }), {
        noNullPrototype: true,
      })
      .map((value) => JSON.stringify(value));
    const events = fc.sample(event, 500);
    expect(await payloads(events)).toEqual(events);
  });

  it('keep digits, escapes, NUL characters and the order of keys', async () => {
    const events = [
      '{"b":12345678901234567890.1234567890,"a":-0,"c":1E+2,"d":"\\u0000\\u0041\\/","":{}}',
      `{"deep":${'['.repeat(100)}${']'.repeat(100)}}`,
      '{"e":"\\ud83d\\ude00 😀 \u2028 \u007f"}',
      `{"long":"${'x'.repeat(200_000)}"}`,
    ];
    expect(await payloads(events)).toEqual(events);
  });

  it('of every example in @octokit/webhooks-examples come back equal, with nested columns beside them', async () => {
    const events = exampleFiles.flatMap(loadExamples);
    expect(events.length).toBeGreaterThan(700);
    const nested = [column('v', 'STRING', 'sender.login'), column('d', 'DOUBLE', 'sender.id')];
    const body = events.map((each) => JSON.stringify(each));
    const stored = await store('p', body, nested, '_service_payload, v, d');
    for (const [index, [payload, login, id]] of stored.entries()) {
      const sent = events[index] as { sender?: { login: string; id: number } };
      expect(JSON.parse(String(payload))).toEqual(sent);
      expect([login, id]).toEqual([sent.sender?.login ?? null, sent.sender?.id ?? null]);
    }
  });
});

describe('strings', () => {
  it('are stored exactly, however they were escaped', async () => {
    const strings = [
      '',
      '\u0000',
      'a\u0000b',
      '\\N',
      'NULL',
      "it's",
      ...fc.sample(fc.string({ unit: 'binary' }), 300),
    ];
    const escapeAll = (said: string) =>
      [...said]
        .map((each) =>
          [...Array(each.length).keys()]
            .map((at) => `\\u${each.charCodeAt(at).toString(16).padStart(4, '0')}`)
            .join(''),
        )
        .join('');
    const literals = [
      ...strings.map((said) => JSON.stringify(said)),
      ...strings.map((said) => `"${escapeAll(said)}"`),
    ];
    const stored = await store(
      'p',
      literals.map((literal) => `{"v":${literal}}`),
      [column('v')],
      'v',
    );
    expect(stored.map(([said]) => said)).toEqual([...strings, ...strings]);
  });
});

describe('floats', () => {
  it('are the binary numbers nearest to their decimals', async () => {
    const wide = fc.double({ noNaN: true, noDefaultInfinity: true });
    const printed = fc.oneof(
      wide.map((number) => (Object.is(number, -0) ? '-0' : String(number))),
      fc
        .tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.integer({ min: -60, max: 12 }))
        .map(([m, e]) => `${m}e${e}`),
      fc.tuple(fc.nat(), fc.nat(), fc.nat()).map((parts) => `${parts[0]}.${parts[1]}${parts[2]}`),
    );
    const texts = fc.sample(printed, 2_000).filter((number) => isStorable(Number(number), (each) => each));
    const doubles = await store(
      'p',
      texts.map((number) => `{"d":${number}}`),
      [column('d', 'DOUBLE')],
      'toString(reinterpretAsUInt64(assumeNotNull(d)))',
    );
    expect(doubles.map(([bits]) => bits)).toEqual(texts.map((number) => bitsOf(Number(number), 64)));
    session.query('TRUNCATE TABLE p');
    const narrow = texts.filter((number) => isStorable(Number(number), Math.fround));
    const floats = await store(
      'p',
      narrow.map((number) => `{"f":"${number}"}`),
      [column('f', 'FLOAT')],
      'toString(reinterpretAsUInt32(assumeNotNull(f)))',
    );
    expect(floats.map(([bits]) => bits)).toEqual(narrow.map((number) => bitsOf(Number(number), 32)));
  });
});

/** Not NaN, infinite or a non-zero that became zero; zeros written with digits behind them are left out. */
function isStorable(wide: number, nearest: (wide: number) => number): boolean {
  return Number.isFinite(nearest(wide)) && (nearest(wide) !== 0 || wide === 0);
}

function bitsOf(number: number, bits: 32 | 64): string {
  const view = new DataView(new ArrayBuffer(8));
  if (bits === 32) {
    view.setFloat32(0, number);
    return view.getUint32(0).toString();
  }
  view.setFloat64(0, number);
  return view.getBigUint64(0).toString();
}

describe('every type', () => {
  const limits = {
    c_bool: ['true', 'false'],
    c_i8: ['-128', '127'],
    c_i16: ['-32768', '32767'],
    c_i32: ['-2147483648', '2147483647'],
    c_i64: ['-9223372036854775808', '9223372036854775807'],
    c_f32: ['-3.4028235e38', '1e-45'],
    c_f64: ['-1.7976931348623157e308', '5e-324'],
    c_str: ['""', '"\\u0000"'],
    c_json: ['{"a":[1.0,"\\u0000"]}', '""'],
    c_date: ['"1900-01-01"', '"2299-12-31"'],
    c_ts: ['"1900-01-01 00:00:00"', '"2299-12-31T23:59:59.999999Z"'],
  } as const;
  const engineText = {
    c_bool: ['true', 'false'],
    c_f32: ['-3.4028235e38', '1e-45'],
    c_str: ['', '\u0000'],
    c_json: ['{"a":[1.0,"\\u0000"]}', '""'],
    c_date: ['1900-01-01', '2299-12-31'],
    c_ts: ['1900-01-01 00:00:00.000', '2299-12-31 23:59:59.999'],
  } as const;

  it('is stored exactly at both ends of its range, nullable and required, and null', async () => {
    const object = (end: 0 | 1) => `{${names.map((name) => `"${name}":${limits[name][end]}`).join(',')}}`;
    const events = ([0, 1] as const).flatMap((end) => [
      `{"required":${object(end)},${object(end).slice(1)}`,
      `{"required":${object(end)}}`,
    ]);
    const texts = names.flatMap((name) => [`toString(${name})`, `toString(r_${name})`]);
    const stored = await store('t', events, columns, texts.join(', '));
    for (const end of [0, 1] as const) {
      const expected = names.map((name) => {
        const said: string =
          (engineText as Partial<Record<string, readonly string[]>>)[name]?.[end] ?? limits[name][end];
        return name === 'c_f32' || name === 'c_f64' ? Number(said) : said;
      });
      const asSent = (row: unknown[] | undefined, offset: number) =>
        names.map((name, index) => {
          const cell = row?.[index * 2 + offset];
          return name === 'c_f32' || name === 'c_f64' ? Number(cell) : cell;
        });
      expect(asSent(stored[end * 2], 0)).toEqual(expected);
      expect(asSent(stored[end * 2], 1)).toEqual(expected);
      expect(asSent(stored[end * 2 + 1], 1)).toEqual(expected);
      expect(stored[end * 2 + 1]?.filter((_, index) => index % 2 === 0)).toEqual(names.map(() => null));
    }
  });

  it('stores integers of any width and timestamps of any offset as calculated independently', async () => {
    const integer = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const instant = fc.date({
      min: new Date('1900-01-02'),
      max: new Date('2299-12-30'),
      noInvalidDate: true,
    });
    const sample = fc.sample(fc.tuple(integer, instant, fc.integer({ min: -839, max: 839 })), 500);
    const events = sample.map(([number, date, offsetMinutes]) => {
      const local = new Date(date.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1);
      const sign = offsetMinutes < 0 ? '-' : '+';
      const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
      const offset = `${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
      return `{"c_i64":${number},"c_ts":"${local}${offset}","c_date":"${local}${offset}"}`;
    });
    const wanted = columns.filter(({ name }) => ['c_i64', 'c_ts', 'c_date'].includes(name));
    const stored = await store(
      't',
      events,
      wanted,
      'toString(c_i64), toUnixTimestamp64Milli(assumeNotNull(c_ts))::String, c_date',
    );
    expect(stored).toEqual(
      sample.map(([number, date]) => [
        String(number),
        String(date.getTime()),
        date.toISOString().slice(0, 10),
      ]),
    );
  });

  it('keeps when the event was received', async () => {
    const receivedAtMs = Date.UTC(2026, 2, 1, 5, 6, 7, 89);
    const stored = await store('p', ['{}'], [], 'toString(_service_received_at)', { receivedAtMs });
    expect(stored).toEqual([['2026-03-01 05:06:07.089']]);
  });
});
