/** Operations run on a schema in which lists of texts are one value, and nobody can tell. */
import { buildSchema, getIntrospectionQuery, introspectionFromSchema } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { AnswerAllowance, AnswerBudget } from '../base/answer-budget.js';
import type { GraphQLContext } from '../graphql/context.js';
import { executableSchemas } from '../graphql/executable-schema.js';
import type { Resolvers } from '../graphql/generated/resolver-types.js';
import { GraphqlExecutor } from './graphql-executor.js';

const sdl = `
  type Query { grid: Grid, other: String }
  type Mutation { change: Grid }
  type Grid { rows: [[String]!]!, names: [String!], ids: [ID!]!, lists: [Grid!] }`;
const everyScope = new Set(['admin']);
const context = {
  principal: { scopes: everyScope },
  allowance: new AnswerAllowance(new AnswerBudget()),
} as unknown as GraphQLContext;

let grid: unknown;
let executor: GraphqlExecutor;

beforeEach(() => {
  const resolvers = { Query: { grid: () => grid, other: () => 'x' }, Mutation: { change: () => grid } };
  const { schema, executionSchema } = executableSchemas(sdl, [resolvers as unknown as Resolvers]);
  executor = new GraphqlExecutor(schema, executionSchema);
});

/** The first time interpreted, then compiled. */
async function runTwice(query: string) {
  const first = await executor.run({ query }, context);
  const second = await executor.run({ query }, context);
  expect(JSON.parse(JSON.stringify(second.data ?? null))).toEqual(
    JSON.parse(JSON.stringify(first.data ?? null)),
  );
  expect(second.errors?.map(({ message }) => message)).toEqual(first.errors?.map(({ message }) => message));
  return first;
}

describe('a list of texts', () => {
  it('is answered as it is, without a look at its entries', async () => {
    const untouchable = new Proxy(['a', null], {
      get: (target, key, receiver) => {
        if (key === '0') throw new Error('An entry was looked at');
        return Reflect.get(target, key, receiver);
      },
    });
    grid = { rows: [untouchable], names: ['n'], ids: [1] };
    const { data, errors } = await executor.run({ query: '{ grid { rows names ids __typename } }' }, context);
    expect(errors).toBeUndefined();
    const answered = data?.['grid'] as { rows: unknown[]; ids: unknown };
    expect(answered.rows[0]).toBe(untouchable);
    // Other lists are as they were.
    expect(answered.ids).toEqual(['1']);
  });

  it('is in the same places as before, of mutations and inside of lists too', async () => {
    grid = { rows: [['a', null]], names: null, ids: [], lists: [{ rows: [], names: ['x'], ids: [] }] };
    const { data } = await runTwice('mutation { change { rows names lists { names } } }');
    expect(data).toEqual({ change: { rows: [['a', null]], names: null, lists: [{ names: ['x'] }] } });
  });

  it('fails where it must not be null, or is no list', async () => {
    grid = { rows: null, ids: [] };
    const { data, errors } = await runTwice('{ grid { rows } other }');
    expect(data).toEqual({ grid: null, other: 'x' });
    expect(errors).toMatchObject([{ message: 'Cannot return null for non-nullable field Grid.rows.' }]);
    grid = { rows: 'text', ids: [] };
    expect((await runTwice('{ grid { rows } }')).errors).toHaveLength(1);
  });
});

describe('introspection', () => {
  it('shows the public schema, every time', async () => {
    const typeNames = introspectionFromSchema(buildSchema(sdl)).__schema.types.map(({ name }) => name);
    for (let round = 0; round < 3; round += 1) {
      const { data } = await executor.run({ query: getIntrospectionQuery() }, context);
      const shown = data as unknown as { __schema: { types: { name: string }[] } };
      expect(shown.__schema.types.map(({ name }) => name).sort()).toEqual(typeNames.sort());
      const type = await executor.run(
        { query: '{ __typename __type(name: "Grid") { fields { type { kind } } } }' },
        context,
      );
      expect(type.errors).toBeUndefined();
    }
  });

  it('comes in no operation together with data, however it is written', async () => {
    const named = '{ kind }';
    for (const query of [
      `{ other __type(name: "Grid") ${named} }`,
      `{ ...F } fragment F on Query { __schema { queryType ${named} } ... { other } }`,
      `query { ... on Query { grid { rows } } ...F } fragment F on Query { s: __schema { queryType ${named} } }`,
    ]) {
      await expect(executor.run({ query }, context)).rejects.toThrow(
        'An operation that selects __schema or __type cannot select other fields; send two requests',
      );
    }
    const both = `query a { other } query b { __type(name: "Grid") ${named} }`;
    expect((await executor.run({ query: both, operationName: 'a' }, context)).data).toEqual({ other: 'x' });
    expect((await executor.run({ query: both, operationName: 'b' }, context)).errors).toBeUndefined();
  });
});
