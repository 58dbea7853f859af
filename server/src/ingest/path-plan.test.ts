import { describe, expect, it } from 'vitest';
import { compilePaths, pathSegmentsMax } from './path-plan.js';
import { column, ingest, parseRows } from './test-support.js';

const found = (path: string, event: string) =>
  parseRows(ingest(event, [column('v', 'JSON', path)])).map((row) => row['v'])[0];

describe('jsonProperty', () => {
  it.each([
    ['a', '{"a":1}', '1'],
    ['a', '{"b":1}', null],
    ['a', '{"b":{"a":1}}', null],
    ['a', '{"a":null}', null],
    ['', '{"":1}', '1'],
    ['é', '{"\\u00e9":1}', '1'],
    ['a', '{"\\u0061":{"b":1}}', '{"b":1}'],
    ['a.b', '{"a":{"b":1}}', '1'],
    ['a.b', '{"a":{"c":1}}', null],
    ['a.b', '{"a":5}', null],
    ['a.b', '{"a":"b"}', null],
    ['items.0.sku', '{"items":[{"sku":"x"},{"sku":"y"}]}', '"x"'],
    ['items.1.sku', '{"items":[{"sku":"x"},{"sku":"y"}]}', '"y"'],
    ['items.2.sku', '{"items":[{"sku":"x"},{"sku":"y"}]}', null],
    ['items.01.sku', '{"items":[{"sku":"x"},{"sku":"y"}]}', null],
    ['items.-1', '{"items":[1]}', null],
    ['items.length', '{"items":[1]}', null],
    ['items.0', '{"items":{"0":"key"}}', '"key"'],
    ['m.1.0', '{"m":[[1,2],[3,4]]}', '3'],
    ['a..b', '{"a":{"":{"b":1}}}', '1'],
    ['.a', '{"":{"a":1}}', '1'],
    ['__proto__.x', '{"__proto__":{"x":1}}', '1'],
    ['constructor', '{}', null],
  ])('%j of %s is %j', (path, event, expected) => {
    expect(found(path, event)).toBe(expected);
  });

  it.each([
    ['a.b', '{"a.b":1,"a":{"b":2}}', '1'],
    ['a.b', '{"a":{"b":2},"a.b":1}', '1'],
    ['a.b', '{"a":{"b":2},"a.b":null}', null],
    ['a.b.c', '{"a":{"b":{"c":3}},"a.b":{"c":2},"a.b.c":1}', '1'],
    ['a.b.c', '{"a":{"b.c":3,"b":{"c":4}},"a.b":{"c":2}}', '2'],
    ['a.b.c', '{"a":{"b":{"c":4},"b.c":3}}', '3'],
    ['a.b.c', '{"a.b":{"x":1},"a":{"b":{"c":4}}}', '4'],
    ['x.0.a.b', '{"x":[{"a":{"b":2},"a.b":1}]}', '1'],
    ['x.0.a', '{"x":[{"a":2}],"x.0":{"a":1}}', '1'],
  ])('a key with dots wins over the path, at every level: %j of %s is %j', (path, event, expected) => {
    expect(found(path, event)).toBe(expected);
  });

  it('fills several columns in one pass, from the same key and from within it too', () => {
    const columns = [
      column('whole', 'JSON', 'a'),
      column('again', 'JSON', 'a'),
      column('part', 'JSON', 'a.b'),
      column('deep', 'JSON', 'a.b.0'),
      column('other', 'JSON', 'c'),
    ];
    const [row] = parseRows(ingest('{"c":1, "a": {"b": [7]}}', columns));
    expect(row).toMatchObject({
      whole: '{"b":[7]}',
      again: '{"b":[7]}',
      part: '[7]',
      deep: '7',
      other: '1',
    });
  });

  it('forgets the values of one event at the next', () => {
    const rows = parseRows(ingest('[{"a":{"b":1}},{},{"a":{"b":3}}]', [column('v', 'JSON', 'a.b')]));
    expect(rows.map((row) => row['v'])).toEqual(['1', null, '3']);
  });

  it('finds each of a thousand columns', () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `c${index}`);
    const event = JSON.stringify(Object.fromEntries(names.map((name, index) => [name, index])));
    const [row] = parseRows(
      ingest(
        event,
        names.map((name) => column(name, 'INT32')),
      ),
    );
    expect(row).toMatchObject(JSON.parse(event));
  });

  it('bounds the parts of a path', () => {
    const path = (parts: number) => Array.from({ length: parts }, () => 'a').join('.');
    const event = (parts: number) => `${'{"a":'.repeat(parts)}1${'}'.repeat(parts)}`;
    expect(found(path(pathSegmentsMax), event(pathSegmentsMax))).toBe('1');
    expect(() => compilePaths([path(pathSegmentsMax + 1)])).toThrow(/more than 32 dotted parts/);
  });
});
