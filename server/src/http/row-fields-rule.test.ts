import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { sdl } from '../graphql/schema.js';
import { rowFieldsRule } from './row-fields-rule.js';

const schema = buildSchema(sdl);
const times = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `f${index}: ${field}`).join(' ');
const grid = (selection: string, rest = '') =>
  `query ($input: DataGridInput!) { dataGrid(input: $input) { ${selection} } } ${rest}`;
const errors = (query: string) =>
  validate(schema, parse(query), [rowFieldsRule]).map(({ message }) => message);

test('the fields of a row are bounded, aliases of its list and fragments included', () => {
  const refused = ['The operation selects more than 60 fields per row, counting aliases'];
  expect(errors(grid('headers rows edges { cursor node { headers row } } nodes { headers row }'))).toEqual(
    [],
  );
  expect(errors(grid(`edges { ${times(60, 'cursor')} }`))).toEqual([]);
  expect(errors(grid(`edges { ${times(61, 'cursor')} }`))).toEqual(refused);
  expect(errors(grid(times(61, 'edges { cursor }')))).toEqual(refused);
  expect(
    errors(grid(times(10, 'edges { ...E }'), `fragment E on DataGridEdge { ${times(7, 'cursor')} }`)),
  ).toEqual(refused);
  expect(errors(grid(`nodes { ... on DataGridNode { ${times(61, 'row')} } }`))).toEqual(refused);
});

test('those of comparisons too', () => {
  const series = (selection: string) =>
    `query ($input: TimeSeriesInput!) { timeSeries(input: $input) { groups { group comparison { ${selection} } } } }`;
  expect(errors(series(times(58, 'values')))).toEqual([]);
  expect(errors(series(times(59, 'values')))).toHaveLength(1);
  const board = (selection: string) =>
    `query ($input: LeaderboardInput!) { leaderboard(input: $input) { comparison { rows { ${selection} } } } }`;
  expect(errors(board(times(60, 'change')))).toEqual([]);
  expect(errors(board(times(61, 'change')))).toHaveLength(1);
});

test('the fields of everything else are not counted', () => {
  const columns = times(100, 'uniqueName');
  expect(errors(`{ dataPools { nodes { ${columns} } } }`)).toEqual([]);
  expect(errors(grid(times(100, 'rows')))).toEqual([]);
});
