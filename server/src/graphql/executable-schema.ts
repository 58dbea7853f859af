import {
  buildASTSchema,
  type DocumentNode,
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
  parse,
} from 'graphql';
import { addResolvers } from './add-resolvers.js';
import type { GraphQLContext } from './context.js';
import type { Resolvers } from './generated/resolver-types.js';
import { givenArguments } from './given-arguments.js';
import { guardedTypes, requireScope } from './scope-rules.js';
import { textListResolvers, withTextLists } from './text-lists.js';

/**
 * The schema with its resolvers. Every field of a guarded type checks its scope first, independently of its resolver and
 * even if it has none. Resolvers get only the arguments that were given, and these count for the request.
 */
export function executableSchemas(sdl: string, resolvers: readonly Resolvers[]): ExecutableSchemas {
  const document = parse(sdl, { noLocation: true });
  return {
    schema: guardedSchema(document, resolvers as Resolvers[]),
    executionSchema: guardedSchema(withTextLists(document), [...resolvers, textListResolvers] as Resolvers[]),
  };
}

export interface ExecutableSchemas {
  /** The public schema, used for validation and introspection. */
  readonly schema: GraphQLSchema;
  /** The schema that operations run on, in which a list of texts is one value. */
  readonly executionSchema: GraphQLSchema;
}

function guardedSchema(document: DocumentNode, resolvers: Resolvers[]): GraphQLSchema {
  // Tests check that the SDL is valid. To check it at each start would take longer than to build the schema.
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  for (const part of resolvers) addResolvers(schema, part);
  for (const type of Object.values(schema.getTypeMap())) {
    // The types of introspection are the same objects in every schema.
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.args.length > 0) withGivenArguments(field);
      if (guardedTypes.includes(type.name)) withScopeCheck(type.name, field);
    }
  }
  return schema;
}

type Field = GraphQLField<unknown, GraphQLContext>;

function withGivenArguments(field: Field): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (parent, args, context, info) => {
    const given = givenArguments(args);
    context.allowance.takeArguments(charactersOf(given));
    return resolve(parent, given, context, info);
  };
}

function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + charactersOf(part), 0);
}

function withScopeCheck(typeName: string, field: Field): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (parent, args, context, info) => {
    requireScope(context.principal, typeName, field.name);
    return resolve(parent, args, context, info);
  };
}
