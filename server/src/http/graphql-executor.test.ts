import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../tests/support/processor-time.js';
import { addResolvers } from '../graphql/add-resolvers.js';
import type { GraphQLContext } from '../graphql/context.js';
import type { Resolvers } from '../graphql/generated/resolver-types.js';
import { GraphqlExecutor } from './graphql-executor.js';

const seen: unknown[] = [];
const schema = buildSchema(`
  input Filter { column: String!, size: Int = 10, and: [Filter!], or: [Filter!] }
  type Row { index: Int }
  type Query { ask(filter: Filter!, rows: Int = 2): [Row!], echo(value: Int = 5): Row }`);
addResolvers(schema, {
  Query: {
    ask: (_parent: unknown, args: { rows: number }) => {
      seen.push(args);
      return Array.from({ length: args.rows }, (_, index) => ({ index }));
    },
    echo: (_parent: unknown, { value }: { value: number }) => ({ index: value }),
  },
} as unknown as Resolvers);
const executor = new GraphqlExecutor(schema);
const context = {} as GraphQLContext;
const query = 'query ($filter: Filter!, $rows: Int) { ask(filter: $filter, rows: $rows) { index } }';

describe('a document that comes again', () => {
  it('is compiled in no time though its input type contains itself, and answers the same', async () => {
    const variables = { filter: { column: 'a', and: [{ column: 'b', or: [{ column: 'c', size: 1 }] }] } };
    const spentMs = processorTime();
    for (let round = 0; round < 5; round++) {
      const { data, errors } = await executor.run({ query, variables }, context);
      expect(errors).toBeUndefined();
      expect(data).toEqual({ ask: [{ index: 0 }, { index: 1 }] });
    }
    expect(spentMs()).toBeLessThan(1_000);
    const filter = {
      column: 'a',
      size: 10,
      and: [{ column: 'b', size: 10, or: [{ column: 'c', size: 1 }] }],
    };
    expect(seen).toEqual(new Array(5).fill({ filter, rows: 2 }));
  });

  it('refuses bad variables every time', async () => {
    for (let round = 0; round < 3; round++) {
      const { errors } = await executor.run({ query, variables: { filter: { size: 'x' } } }, context);
      expect(errors?.map((error) => error.message)).toEqual([
        expect.stringContaining('Field "column" of required type "String!" was not provided'),
        expect.stringContaining('Int cannot represent non-integer value: "x"'),
      ]);
    }
  });

  it('is told apart by the operation that it runs', async () => {
    const both =
      'query a { ask(filter: {column: "x"}, rows: 1) { index } } query b { ask(filter: {column: "x"}, rows: 3) { index } }';
    for (let round = 0; round < 3; round++) {
      expect((await executor.run({ query: both, operationName: 'a' }, context)).data?.['ask']).toHaveLength(
        1,
      );
      expect((await executor.run({ query: both, operationName: 'b' }, context)).data?.['ask']).toHaveLength(
        3,
      );
      expect((await executor.run({ query: both }, context)).errors).toHaveLength(1);
      expect((await executor.run({ query: both, operationName: 'c' }, context)).errors).toHaveLength(1);
    }
  });

  it.each([
    [
      'a fragment that is skipped in one place',
      '{ x: echo { ...f @skip(if: true) } y: echo { ...f } } fragment f on Row { index }',
      { x: {}, y: { index: 5 } },
    ],
    [
      'names that objects have already',
      'query toString { constructor: echo { valueOf: index ...constructor } } fragment constructor on Row { index }',
      { constructor: { valueOf: 5, index: 5 } },
    ],
    [
      'a variable that is named so and is not given',
      'query ($constructor: Int, $toString: Int = 7) { a: echo(value: $constructor) { index } b: echo(value: $toString) { index } }',
      { a: { index: 5 }, b: { index: 7 } },
    ],
  ])('is answered the same when it is compiled: %s', async (_name, text, expected) => {
    for (let round = 0; round < 3; round++) {
      const { data, errors } = await executor.run({ query: text }, context);
      expect(errors).toBeUndefined();
      expect(JSON.parse(JSON.stringify(data))).toEqual(expected);
    }
  });
});
