import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../tests/support/processor-time.js';
import { defaultDecodeLimits } from './decode-limits.js';
import { EventDecoder } from './event-decoder.js';
import { findInvalidUtf8 } from './invalid-utf8.js';
import { compileRowPlan } from './row-plan.js';
import { column, ingest, parseRows, refusalOf } from './test-support.js';

const payloads = (body: string | Uint8Array, kind: 'json' | 'ndjson' = 'json') =>
  parseRows(ingest(body, [], { kind })).map((row) => row['_service_payload']);

const eventFaults = (body: string | Uint8Array, kind: 'json' | 'ndjson' = 'json') =>
  ingest(body, [], { kind }).errors.map(({ index, reason }) => [index, reason]);

describe('bodies', () => {
  it.each([
    ['[]', []],
    [' [ ] ', []],
    ['{}', ['{}']],
    ['[{},{"a":1}]', ['{}', '{"a":1}']],
    [' \r\n\t[ {"a" : [ 1 , 2 ] , "b b" : " x " } ] \n', ['{"a":[1,2],"b b":" x "}']],
    ['\ufeff[{"a":1}]', ['{"a":1}']],
  ])('takes %j', (body, expected) => {
    expect(payloads(body)).toEqual(expected);
  });

  it.each([
    ['{"a":1}\n{"a":2}\n', ['{"a":1}', '{"a":2}']],
    ['\n\r\n{"a":1}\r\n \n{"a":2}', ['{"a":1}', '{"a":2}']],
    ['', []],
  ])('takes lines %j', (body, expected) => {
    expect(payloads(body, 'ndjson')).toEqual(expected);
  });

  it.each([
    ['', 0],
    ['  ', 2],
    ['5', 0],
    ['"text"', 0],
    ['null', 0],
    ['[{}', 3],
    ['[{},]', 4],
    ['[,]', 1],
    ['[{}{}]', 3],
    ['[{}]x', 4],
    ['{"a":1}\n{"a":2}', 8],
    ['{"a":1,}', 7],
    ['{"a"}', 4],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ["{'a':1}", 1],
    ['{"a":\'b\'}', 5],
    ['{"a":1 /* no */}', 7],
    ['{"a":1}//', 7],
    ['{"a":NaN}', 5],
    ['{"a":Infinity}', 5],
    ['{"a":-Infinity}', 6],
    ['{"a":undefined}', 5],
    ['{"a":True}', 5],
    ['{"a":tru}', 8],
    ['{"a":nulll}', 9],
    ['{"a":01}', 6],
    ['{"a":+1}', 5],
    ['{"a":.5}', 5],
    ['{"a":5.}', 7],
    ['{"a":-}', 6],
    ['{"a":1e}', 7],
    ['{"a":1e+}', 8],
    ['{"a":0x10}', 6],
    ['{"a":"b}', 8],
    ['{"a":"\n"}', 6],
    ['{"a":"\u0000"}', 6],
    ['{"a\tb":1}', 3],
    ['{"a":"\\x41"}', 7],
    ['{"a":"\\u12g4"}', 10],
    ['{"a":"\\u12', 10],
    ['{"a":"\\', 7],
    ['{"a":[1,]}', 8],
    ['{"a":[1 2]}', 8],
    ['{"a":[1}', 7],
    ['\u00a0{}', 0],
    ['{}\ufeff', 2],
    ['\ufeff\ufeff{}', 3],
  ])('refuses %j at byte %i', (body, offset) => {
    const refusal = refusalOf(() => ingest(body, []));
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', reason: 'not_json', offset });
    expect(refusal.message).toContain(`at byte ${offset}`);
  });

  it('reads a view into a larger buffer', () => {
    const whole = new TextEncoder().encode('xx{"a":1}yy');
    expect(payloads(whole.subarray(2, 9))).toEqual(['{"a":1}']);
  });
});

describe('invalid UTF-8', () => {
  const cases: [string, number[], number][] = [
    ['a lone continuation byte', [0x80], 0],
    ['a lone start byte', [0xc3], 0],
    ['overlong, two bytes', [0xc0, 0xaf], 0],
    ['overlong, two bytes, C1', [0xc1, 0xbf], 0],
    ['overlong, three bytes', [0xe0, 0x9f, 0xbf], 0],
    ['overlong, four bytes', [0xf0, 0x8f, 0xbf, 0xbf], 0],
    ['a high surrogate', [0xed, 0xa0, 0x80], 0],
    ['a low surrogate', [0xed, 0xbf, 0xbf], 0],
    ['a surrogate pair (CESU-8)', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], 0],
    ['past U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 0],
    ['F5', [0xf5, 0x80, 0x80, 0x80], 0],
    ['FF', [0xff], 0],
    ['three bytes cut', [0xe2, 0x82], 0],
    ['four bytes cut', [0xf0, 0x9f, 0x98], 0],
    ['after good ones', [0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0xfe], 6],
  ];

  it.each(cases)('refuses %s and says where', (_name, bytes, within) => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expect(refusalOf(() => ingest(body, []))).toMatchObject({ reason: 'invalid_utf8', offset: 6 + within });
    expect(eventFaults(Buffer.concat([Buffer.from('{}\n'), body, Buffer.from('\n{}')]), 'ndjson')).toEqual([
      [1, 'invalid_utf8'],
    ]);
  });

  it('finds nothing in good text', () => {
    const text = Buffer.from('\u0000a\u007f\u0080é\u07ff\u0800\ud7ff\ue000\uffff😀\u{10ffff}');
    expect(findInvalidUtf8(text, 0, text.length)).toBe(-1);
  });
});

describe('events that cannot be kept faithfully', () => {
  it.each([
    ['{"a":"\\ud800"}', 'lone_surrogate'],
    ['{"a":"\\udc00"}', 'lone_surrogate'],
    ['{"a":"\\udc00\\ud800"}', 'lone_surrogate'],
    ['{"a":"\\ud800\\ud800\\udc00"}', 'lone_surrogate'],
    ['{"a":"\\ud800x"}', 'lone_surrogate'],
    ['{"\\uDBFF":1}', 'lone_surrogate'],
    ['{"a":1e400}', 'non_finite_number'],
    ['{"a":[-1E+309]}', 'non_finite_number'],
    [`{"a":${'9'.repeat(400)}}`, 'non_finite_number'],
    ['{"a":1e99999999999999999999}', 'non_finite_number'],
    ['{"a":1,"a":1}', 'duplicate_key'],
    ['{"a":1,"\\u0061":2}', 'duplicate_key'],
    ['{"\\u0061":1,"a":2}', 'duplicate_key'],
    ['{"é":1,"\\u00e9":2}', 'duplicate_key'],
    ['{"😀":1,"\\ud83d\\ude00":2}', 'duplicate_key'],
    ['{"":1,"":2}', 'duplicate_key'],
    ['{"x":{"y":[{"b":1,"c":2,"b":3}]}}', 'duplicate_key'],
    ['{"__proto__":1,"__proto__":2}', 'duplicate_key'],
    ['5', 'not_an_object'],
    ['null', 'not_an_object'],
    ['"x"', 'not_an_object'],
    ['[{"a":1}]', 'not_an_object'],
  ])('refuses the event %s and no other', (event, reason) => {
    expect(eventFaults(`[{},${event},{}]`)).toEqual([[1, reason]]);
    expect(eventFaults(`{}\n${event}\n{}`, 'ndjson')).toEqual([[1, reason]]);
  });

  it('names the duplicate key and its place', () => {
    expect(ingest('{"a":1,"a":2}', []).errors).toEqual([
      { index: 0, column: null, reason: 'duplicate_key', message: 'Duplicate key "a" at byte 7' },
    ]);
  });

  it.each(['{', '{"a":1}{"a":2}', 'x', '{"a":1} x', '{"a":"', '[1,'])('refuses the line %s alone', (line) => {
    expect(eventFaults(`{}\n${line}\n{}`, 'ndjson')).toEqual([[1, 'not_json']]);
  });

  it.each([
    '{"__proto__":{"x":1},"constructor":2,"toString":3,"hasOwnProperty":4}',
    '{"a":{"b":1},"b":{"a":1,"b":[{"a":1},{"a":1}]}}',
    '{"a":1,"A":2,"a ":3,"":4}',
    '{"a":"\\ud83d\\ude00\\u0000\\u001f\\/\\"\\\\"}',
    '{"a":-0,"b":1e-400,"c":12345678901234567890.1234567890,"d":1.7976931348623157e308,"e":-0.0}',
    `{"a":0.${'0'.repeat(400)}1}`,
  ])('keeps %s byte for byte', (event) => {
    expect(payloads(`[${event}]`)).toEqual([event]);
  });
});

describe('limits', () => {
  const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}${']}'.repeat(depth / 2)}`;

  it('takes nesting up to the limit and refuses only the event past it', () => {
    const limits = { nestingDepthMax: 10 };
    expect(ingest(nested(10), [], { limits }).rowCount).toBe(1);
    const past = ingest(`[{},${nested(12)},{"b":[]}]`, [], { limits });
    expect(past.errors.map(({ index, reason }) => [index, reason])).toEqual([[1, 'too_deep']]);
    expect(past.rowCount).toBe(2);
  });

  it('takes the deepest nesting that may be configured, and refuses a million levels', () => {
    const limits = { nestingDepthMax: 1_000 };
    expect(ingest(nested(1_000), [], { limits }).rowCount).toBe(1);
    expect(ingest(nested(1_000_000), [], { limits }).errors[0]?.reason).toBe('too_deep');
    expect(refusalOf(() => ingest('{"a":'.repeat(1_000_000), [], { limits })).reason).toBe('not_json');
    expect(() => new EventDecoder({ ...defaultDecodeLimits, nestingDepthMax: 1_001 })).toThrow();
  });

  it('takes events up to the limit', () => {
    const limits = { eventsMax: 2 };
    expect(ingest('[{},{}]', [], { limits }).rowCount).toBe(2);
    expect(ingest('{}\n{}\n\n', [], { limits, kind: 'ndjson' }).rowCount).toBe(2);
    expect(refusalOf(() => ingest('[{},{},{}]', [], { limits }))).toMatchObject({
      reason: 'too_many_events',
      offset: 7,
    });
    expect(refusalOf(() => ingest('{}\n{}\n{}', [], { limits, kind: 'ndjson' })).reason).toBe(
      'too_many_events',
    );
  });

  it('takes keys up to the limit', () => {
    const object = (count: number) =>
      `{${Array.from({ length: count }, (_, index) => `"${index}":0`).join(',')}}`;
    for (const keysPerObjectMax of [2, 64, 65, 100]) {
      const limits = { keysPerObjectMax };
      expect(ingest(object(keysPerObjectMax), [], { limits }).rowCount).toBe(1);
      expect(ingest(object(keysPerObjectMax + 1), [], { limits }).errors[0]?.reason).toBe('too_many_keys');
      expect(ingest(object(keysPerObjectMax + 90), [], { limits }).errorCount).toBe(1);
    }
  });

  it('finds a key that comes twice among 100,000, however they are written, in bounded time', () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `"k${index}":${index}`);
    const spentMs = processorTime();
    expect(eventFaults(`{${keys.join(',')}}`)).toEqual([]);
    expect(eventFaults(`{${keys.join(',')},"k5":0}`)).toEqual([[0, 'duplicate_key']]);
    expect(eventFaults(`{${keys.join(',')},"\\u006b99999":0}`)).toEqual([[0, 'duplicate_key']]);
    expect(spentMs()).toBeLessThan(3_000);
  });

  it('remembers the keys of a large object around the small and large ones inside it', () => {
    const inner = `{${Array.from({ length: 80 }, (_, index) => `"k${index}":0`).join(',')}}`;
    const outer = Array.from({ length: 100 }, (_, index) => `"k${index}":${inner}`).join(',');
    expect(eventFaults(`{${outer}}`)).toEqual([]);
    expect(eventFaults(`{${outer},"k70":1}`)).toEqual([[0, 'duplicate_key']]);
    expect(eventFaults(`{"k1":${inner},"k2":1,"k1":1}`)).toEqual([[0, 'duplicate_key']]);
  });

  it('does not slow down for keys made to collide in 32-bit hashes of integers', () => {
    const keys = Array.from({ length: 32_000 }, (_, index) => `"${index * 131_072}":0`);
    const spentMs = processorTime();
    expect(eventFaults(`{${keys.join(',')}}`)).toEqual([]);
    expect(spentMs()).toBeLessThan(1_000);
  });
});

describe('one decoder for many bodies', () => {
  it('carries nothing from a refused body into the next', () => {
    const decoder = new EventDecoder();
    const plan = compileRowPlan([]);
    expect(() => decoder.decode(Buffer.from('[{"a":{"b":{"c"'), 'json', plan)).toThrow();
    const { count, faults } = decoder.decode(Buffer.from('[{"a":{"b":{"c":1}}}]'), 'json', plan);
    expect([count, faults.size]).toEqual([1, 0]);
  });

  it('carries no value into an event that has none', () => {
    const decoder = new EventDecoder();
    const plan = compileRowPlan([column('a', 'INT8', 'a'), column('b', 'INT8', 'b')]);
    const ends = (body: string) => {
      const { cells, count } = decoder.decode(Buffer.from(body), 'json', plan);
      return Array.from({ length: count }, (_, event) => [cells.cellEnd(event, 0), cells.cellEnd(event, 1)]);
    };
    expect(ends('[{"a":1,"b":2},{"a":3,"b":4}]')).toEqual([
      [7, 13],
      [21, 27],
    ]);
    expect(ends('[{"b":2},{}]')).toEqual([
      [0, 7],
      [0, 0],
    ]);
  });
});
