import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extent } from '../../../tests/support/extent.js';
import { processorTime } from '../../../tests/support/processor-time.js';
import { parseKeyGlob } from './key-glob.js';

test.each([
  ['orders.csv', 'orders.csv', true],
  ['orders.csv', 'orders.csv.gz', false],
  ['orders/*.csv', 'orders/1.csv', true],
  ['orders/*.csv', 'orders/.csv', true],
  ['orders/*.csv', 'orders/2026/1.csv', false],
  ['orders/*.csv', 'orders/1.csv.gz', false],
  ['orders/*', 'orders/1.csv.gz', true],
  ['orders/*', 'orders/', true],
  ['orders-?.csv', 'orders-7.csv', true],
  ['orders-?.csv', 'orders-77.csv', false],
  ['orders?x.csv', 'orders/x.csv', false],
  ['orders-?.csv', 'orders-😀.csv', true],
  ['orders/**', 'orders/2026/01/1.csv', true],
  ['orders/**/*.csv', 'orders/1.csv', true],
  ['orders/**/*.csv', 'orders/2026/01/1.csv', true],
  ['orders/**/*.csv', 'orders/2026/01/1.json', false],
  ['orders/**/01/*.csv', 'orders/01/1.csv', true],
  ['orders/**/01/*.csv', 'orders/2001/1.csv', false],
  ['**/a.csv', 'a.csv', true],
  ['**/a.csv', 'x/ya.csv', false],
  ['x**/a.csv', 'xy/z/a.csv', true],
  ['x**/a.csv', 'xa.csv', false],
  ['ordé*/a.csv', 'ordérs/a.csv', true],
  ['a.b*c', 'aXbc', false],
  ['a+(b)*', 'a+(b)c', true],
])('%s and %s: %s', (path, key, matches) => expect(parseKeyGlob(path).matches(key)).toBe(matches));

test('matches what a regular expression does', () => {
  const patterns = fc.array(fc.constantFrom('a', 'b', '/', '?', '*', '**', '**/'), { minLength: 1 });
  const keys = fc.array(fc.constantFrom('a', 'b', '/')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      patterns.map((parts) => parts.join('')).filter((path) => !path.startsWith('/')),
      keys,
      (path, key) => {
        const expected = new RegExp(
          `^${path.replaceAll(/(?<=^|\/)\*\*\/|\*\*+|\*|\?/g, (text) => expressionOf[text] ?? '.*')}$`,
        );
        expect(parseKeyGlob(path).matches(key)).toBe(expected.test(key));
      },
    ),
    { numRuns: extent(500, 2_000) },
  );
});

const expressionOf: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '*': '[^/]*', '?': '[^/]' };

test('the prefix ends before the first pattern', () => {
  expect(parseKeyGlob('orders/2026-*/x?').prefix).toBe('orders/2026-');
  expect(parseKeyGlob('orders/all.csv').prefix).toBe('orders/all.csv');
  expect(parseKeyGlob('**').prefix).toBe('');
});

test('a hostile pattern takes a limited time', () => {
  const spentMs = processorTime();
  for (const path of ['*a'.repeat(500), '**a'.repeat(300), `**${'a'.repeat(1_000)}`])
    expect(parseKeyGlob(path).matches(`${'a'.repeat(1_000)}b`)).toBe(false);
  expect(spentMs()).toBeLessThan(2_000);
  // Endpoints that are no S3 may list longer keys.
  expect(parseKeyGlob('**').matches('a'.repeat(10_000_000))).toBe(false);
});

test.each(['', '/orders/*', 'x'.repeat(1_025)])('refuses %j', (path) =>
  expect(() => parseKeyGlob(path, 'tables[0].path')).toThrow(/^tables\[0\]\.path: /),
);
