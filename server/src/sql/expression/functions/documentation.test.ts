import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allowedFunctions, findFunction } from './allow-list.js';

const page = readFileSync(new URL('../../../../../docs/expressions.md', import.meta.url), 'utf8');
const documented = page.slice(page.indexOf('## Functions')).matchAll(/`([A-Za-z]\w*)`/g);

test('the page about expressions names every function, and no others', () => {
  const names = new Set([...documented].map((match) => match[1]).filter((name) => name !== 'If'));
  expect([...names].sort()).toEqual(
    [
      ...allowedFunctions.map((fn) => fn.name),
      'date_part',
      'multiIf',
      'JSONExtract',
      'accurateCastOrNull',
    ].sort(),
  );
});

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
