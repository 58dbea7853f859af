/** No resolver of the API sees a null argument, however a client sends it. */
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { AnswerAllowance, AnswerBudget } from '../base/answer-budget.js';
import type { GraphQLContext } from '../graphql/context.js';
import { executableSchemas } from '../graphql/executable-schema.js';
import type { Resolvers } from '../graphql/generated/resolver-types.js';
import { sdl } from '../graphql/schema.js';
import { GraphqlExecutor } from './graphql-executor.js';

type Root = 'Query' | 'Mutation';

const publicSchema = buildSchema(sdl);
const fieldsOf = (root: Root) =>
  Object.values(
    (root === 'Query' ? publicSchema.getQueryType() : publicSchema.getMutationType())?.getFields() ?? {},
  );
const fields = (['Query', 'Mutation'] as const).flatMap((root) =>
  fieldsOf(root)
    .filter(({ args }) => args.length > 0)
    .map((field) => ({ root, field, name: `${root}.${field.name}` })),
);

let seen: object[] = [];
const spy = (_parent: unknown, args: object) => {
  seen.push(args);
  return null;
};
const spies = (root: Root) => Object.fromEntries(fieldsOf(root).map(({ name }) => [name, spy]));
const resolvers = { Query: spies('Query'), Mutation: spies('Mutation') } as unknown as Resolvers;
const { schema, executionSchema } = executableSchemas(sdl, [resolvers]);
const executor = new GraphqlExecutor(schema, executionSchema);
const context = {
  principal: { scopes: new Set(['admin', 'application:admin']) },
  allowance: new AnswerAllowance(new AnswerBudget()),
} as unknown as GraphQLContext;

const leaves: Readonly<Record<string, unknown>> = {
  Int: 1,
  Boolean: true,
  DateTime: '2026-03-01T05:00:00Z',
};

/** A value of the type in which everything nullable is null, below as many levels of inputs as `depth`. */
function sample(type: GraphQLInputType, depth: number): unknown {
  const required = isNonNullType(type);
  const inner = required ? type.ofType : type;
  if (!required && (depth === 0 || isLeafType(getNamedType(inner)))) return null;
  if (isListType(inner)) return [sample(inner.ofType, depth)];
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  if (!isInputObjectType(inner)) return leaves[inner.name] ?? 'x';
  const entries = Object.values(inner.getFields());
  return Object.fromEntries(entries.map(({ name, type: of }) => [name, sample(of, Math.max(0, depth - 1))]));
}

/** The value as a document writes it. */
function literal(type: GraphQLInputType, value: unknown): string {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (value === null) return 'null';
  if (isListType(inner))
    return `[${(value as unknown[]).map((entry) => literal(inner.ofType, entry)).join(' ')}]`;
  if (isEnumType(inner)) return String(value);
  if (!isInputObjectType(inner)) return JSON.stringify(value);
  const entries = Object.entries(value as object);
  return `{${entries.map(([name, entry]) => `${name}: ${literal(inner.getFields()[name]!.type, entry)}`).join(' ')}}`;
}

function requests(root: Root, { name, args, type }: GraphQLField<unknown, unknown>, depth: number) {
  const operation = root.toLowerCase();
  const selection = isLeafType(getNamedType(type)) ? '' : '{ __typename }';
  const values = args.map((arg) => ({ ...arg, value: sample(arg.type, depth) }));
  const declared = values.map((arg) => `$${arg.name}: ${arg.type}`).join(' ');
  const passed = values.map((arg) => `${arg.name}: $${arg.name}`).join(' ');
  const written = values.map((arg) => `${arg.name}: ${literal(arg.type, arg.value)}`).join(' ');
  return [
    {
      query: `${operation} (${declared}) { ${name}(${passed}) ${selection} }`,
      variables: Object.fromEntries(values.map((arg) => [arg.name, arg.value])),
    },
    { query: `${operation} { ${name}(${written}) ${selection} }` },
  ];
}

describe('null means not given', () => {
  it('in every operation of the API', () => expect(fields.length).toBeGreaterThan(50));

  it.each(fields)(
    'in $name, as a variable and as a literal, interpreted and compiled',
    async ({ root, field }) => {
      for (const depth of [0, 1, 4]) {
        seen = [];
        for (const request of requests(root, field, depth)) {
          const before = seen.length;
          for (let run = 0; run < 3; run++) await executor.run(request, context);
          expect(seen, request.query).toHaveLength(before + 3);
        }
        expect(JSON.stringify(seen)).not.toContain('null');
        // All six say the same: what is required, and nothing else.
        expect(new Set(seen.map((args) => JSON.stringify(args))).size).toBe(1);
      }
    },
  );
});
