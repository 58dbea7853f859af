import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { variablePositionsRule } from './variable-positions-rule.js';

const schema = buildSchema(`
  input Pick { id: ID, ids: [ID!], name: String }
  type Query { one(id: ID!): Int, some(ids: [ID!]!): Int, picked(pick: Pick): Int, size(n: Int): Int }`);
const errors = (query: string) =>
  validate(schema, parse(query), [variablePositionsRule]).map(({ message }) => message);

describe('a variable', () => {
  it.each([
    'query ($id: ID!) { one(id: $id) }',
    'query ($id: String!) { one(id: $id) }',
    'query ($id: String = "x") { one(id: $id) }',
    'query ($id: String!) { picked(pick: {id: $id}) }',
    'query ($id: String) { picked(pick: {id: $id, name: $id}) }',
    'query ($ids: [String!]!) { some(ids: $ids) picked(pick: {ids: $ids}) }',
    'query ($id: String!) { ...one } fragment one on Query { one(id: $id) }',
  ])('may be a String where an ID is expected: %s', (query) => expect(errors(query)).toEqual([]));

  it.each([
    'query ($id: String) { one(id: $id) }',
    'query ($id: Int!) { one(id: $id) }',
    'query ($id: ID!) { picked(pick: {name: $id}) }',
    'query ($id: String!) { some(ids: $id) }',
    'query ($ids: [String]!) { some(ids: $ids) }',
    'query ($n: String) { size(n: $n) }',
  ])('must fit otherwise: %s', (query) =>
    expect(errors(query)).toEqual([expect.stringMatching(/^Variable "\$\w+" of type .* used in position/)]),
  );
});
