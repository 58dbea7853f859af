import { expect, it } from 'vitest';
import { shownSuggestions } from './suggestions.js';

const frequent = [
  { value: 'CHF', count: '9' },
  { value: 'CH', count: '5' },
  { value: 'DE', count: '2' },
];
const shown = (chosen: readonly string[], typed: string) =>
  shownSuggestions(frequent, chosen, typed).map(({ value, count }) => `${value} ${count ?? '-'}`);

it.each([
  [[], '', ['CHF 9', 'CH 5', 'DE 2']],
  [['rare'], '', ['rare -', 'CHF 9', 'CH 5', 'DE 2']],
  [[], 'CH', ['CH 5', 'CHF 9']],
  [[], 'ch', ['ch -', 'CHF 9', 'CH 5']],
  [['rare'], 'x', ['x -']],
])('with %j chosen and %j typed, what is typed comes first', (chosen, typed, expected) => {
  expect(shown(chosen, typed)).toEqual(expected);
});
