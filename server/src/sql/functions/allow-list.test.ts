import { expect, test } from 'vitest';
import { allowedFunctions, findFunction } from './allow-list.js';

test('no two functions have the same name', () => {
  const names = allowedFunctions.map((fn) => fn.name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
});

test('combinators apply to aggregates only', () => {
  expect(findFunction('SUMIF')).toMatchObject({ fn: { name: 'sum' }, conditional: true, distinct: false });
  expect(findFunction('sumDistinctIf')).toMatchObject({
    fn: { name: 'sum' },
    conditional: true,
    distinct: true,
  });
  expect(findFunction('count_distinctIf')).toMatchObject({
    fn: { engineName: 'uniqExact' },
    conditional: true,
  });
  for (const name of ['lowerIf', 'if', 'sumIfIf', 'sumState', 'toString2', 'constructor', '__proto__']) {
    expect(findFunction(name)?.conditional ?? false).toBe(false);
  }
});
