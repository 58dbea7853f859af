import { columnRules } from '@weir/client';
import { expect, test } from 'vitest';
import { columnNameInput, columnNameProblem } from './column-rules.js';

test.each([
  'plan',
  '_plan',
  'Größe 2',
  'a-b$',
  '',
  '_serviceable',
  'x'.repeat(columnRules.nameCharactersMax),
])('takes the column name %j', (name) => {
  expect(columnNameProblem(name)).toBeUndefined();
});

test.each(['a.b', '1st', 'ends in a blank ', '_service_x', '_WEIR_request'])(
  'says what is wrong with the column name %j, as the input does',
  (name) => {
    expect(columnNameProblem(name)).toContain('are reserved');
    expect(new RegExp(`^(?:${columnNameInput.pattern})$`, 'v').test(name)).toBe(false);
  },
);

test('says how long a column name may be', () => {
  expect(columnNameProblem('x'.repeat(columnRules.nameCharactersMax + 1))).toContain('At most 128');
});
