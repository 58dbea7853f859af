import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recursionStepsMax } from '../../engine/query-settings.js';
import { aggregateNames, functionNames as engineNames } from '../term/engine-names.js';
import { statementLimits } from '../text/statement-limits.js';

const page = readFileSync(new URL('../../../../docs/sql.md', import.meta.url), 'utf8');

test('every limit is documented', () => {
  const shown = [...Object.values(statementLimits), recursionStepsMax].map((value) =>
    value.toLocaleString('en'),
  );
  expect(shown.filter((value) => !page.includes(value))).toEqual([]);
});

test('the list of engine functions has no duplicates', () => {
  const all = [...engineNames, ...aggregateNames];
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
});
