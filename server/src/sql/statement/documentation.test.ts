import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { windowFunctionNames } from './columnstore/window-functions.js';
import { aggregateNames, functionNames as engineNames } from './engine-names.js';
import { statementLimits } from './limits.js';
import { functionNames } from './postgres/functions/call.js';

const page = readFileSync(new URL('../../../../docs/sql.md', import.meta.url), 'utf8');

test('every function of the PostgreSQL dialect is documented', () => {
  expect(functionNames.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  expect(windowFunctionNames.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('every limit is documented', () => {
  const shown = Object.values(statementLimits).map((value) => value.toLocaleString('en'));
  expect(shown.filter((value) => !page.includes(value))).toEqual([]);
});

test('no function of the engine stands twice in its list', () => {
  const all = [...engineNames, ...aggregateNames];
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
});
