import { expect, test } from 'vitest';
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

test('the prefix ends before the first pattern', () => {
  expect(parseKeyGlob('orders/2026-*/x?').prefix).toBe('orders/2026-');
  expect(parseKeyGlob('orders/all.csv').prefix).toBe('orders/all.csv');
  expect(parseKeyGlob('**').prefix).toBe('');
});

test('a hostile pattern takes a limited time', () => {
  const { matches } = parseKeyGlob('*a'.repeat(500));
  const start = performance.now();
  expect(matches(`${'a'.repeat(1_000)}b`)).toBe(false);
  expect(performance.now() - start).toBeLessThan(2_000);
});

test.each(['', '/orders/*', 'x'.repeat(1_025)])('refuses %j', (path) =>
  expect(() => parseKeyGlob(path, 'tables[0].path')).toThrow(/^tables\[0\]\.path: /),
);
