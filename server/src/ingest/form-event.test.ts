import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultDecodeLimits } from './decode-limits.js';
import { FormEvent } from './form-event.js';

function jsonOf(body: Buffer | string, fieldsMax = 100): string {
  const form = new FormEvent(Buffer.from(body as string), {
    ...defaultDecodeLimits,
    keysPerObjectMax: fieldsMax,
  });
  for (const _ of form.read());
  return form.json.toString('utf8');
}

it.each([
  ['a=1&b=two+words&c=%C3%A9', { a: '1', b: 'two words', c: 'é' }],
  ['a=1&b=2&a=3&a=', { a: ['1', '3', ''], b: '2' }],
  ['a&=b&&c=d=e', { a: '', '': 'b', c: 'd=e' }],
  ['a%3D=%26&%61=2', { 'a=': '&', a: '2' }],
  ['a=100%&b=%zz&c=%4', { a: '100%', b: '%zz', c: '%4' }],
  ['q=%22\\%0A%00"', { q: '"\\\n\0"' }],
  ['payload=hello', { payload: 'hello' }],
  ['payload=%7B%7D&other=1', { payload: '{}', other: '1' }],
  ['payloads=%7B%7D', { payloads: '{}' }],
])('%s is the object %j', (body, event) => {
  expect(JSON.parse(jsonOf(body))).toEqual(event);
});

it.each([
  ['payload=%7B%22a%22%3A+1.0%7D', '{"a": 1.0}'],
  ['payload={"a":[1,"%2B"]}', '{"a":[1,"+"]}'],
  ['payload=%5b%7b%7d%5d', '[{}]'],
  ['payload=%7Bnot+JSON', '{not JSON'],
])('%s is the JSON in it, as it was sent', (body, json) => {
  expect(jsonOf(body)).toBe(json);
});

it('is nothing when the form is empty', () => {
  expect([jsonOf(''), jsonOf('&&')]).toEqual(['', '']);
});

it('has a limited number of fields, counting repetitions', () => {
  expect(JSON.parse(jsonOf('a=1&a=2', 2))).toEqual({ a: ['1', '2'] });
  expect(() => jsonOf('a=1&a=2&b=3', 2)).toThrow('More than 2 fields in the form at byte 8');
});

it('keeps bytes that are not UTF-8, for the decoder to refuse', () => {
  const form = new FormEvent(Buffer.from('a=%FF'), defaultDecodeLimits);
  for (const _ of form.read());
  expect(form.json.equals(Buffer.from('{"a":"\xff"}', 'latin1'))).toBe(true);
});

it('is refused when it becomes too large', () => {
  const form = new FormEvent(Buffer.alloc(10_000, 1), { ...defaultDecodeLimits, formBytesMax: 20_000 });
  expect(() => [...form.read()]).toThrow('20000 bytes');
});

it('agrees with URLSearchParams on every form that browsers write', () => {
  const pairs = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
    minLength: 1,
  });
  fc.assert(
    fc.property(pairs, (fields) => {
      const sent = new URLSearchParams(fields.map(([name, value]): [string, string] => [`_${name}`, value]));
      const expected = new Map<string, string | string[]>();
      for (const name of new Set(sent.keys())) {
        const values = sent.getAll(name);
        expected.set(name, values.length === 1 ? (values[0] ?? '') : values);
      }
      expect(new Map(Object.entries(JSON.parse(jsonOf(sent.toString()))))).toEqual(expected);
    }),
  );
});
