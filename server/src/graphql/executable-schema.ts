import { makeExecutableSchema } from '@graphql-tools/schema';
import { type DocumentNode, defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { GraphQLContext } from './context.js';
import type { Resolvers } from './generated/resolver-types.js';
import { guardedTypes, requireScope } from './scope-rules.js';
import { textListResolvers, withTextLists } from './text-lists.js';

/**
 * The schema with its resolvers. Every field of a guarded type checks its scope first, independently of its resolver and
 * even if it has none.
 */
export function executableSchemas(sdl: string, resolvers: readonly Resolvers[]): ExecutableSchemas {
  return {
    schema: guardedSchema(sdl, resolvers as Resolvers[]),
    executionSchema: guardedSchema(withTextLists(sdl), [...resolvers, textListResolvers] as Resolvers[]),
  };
}

export interface ExecutableSchemas {
  /** The public schema, used for validation and introspection. */
  readonly schema: GraphQLSchema;
  /** The schema that operations run on, in which a list of texts is one value. */
  readonly executionSchema: GraphQLSchema;
}

function guardedSchema(typeDefs: string | DocumentNode, resolvers: Resolvers[]): GraphQLSchema {
  const schema = makeExecutableSchema<GraphQLContext>({ typeDefs, resolvers });
  for (const typeName of guardedTypes) {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve ?? defaultFieldResolver;
      field.resolve = (parent, args, context: GraphQLContext, info) => {
        requireScope(context.principal, typeName, field.name);
        return resolve(parent, args, context, info);
      };
    }
  }
  return schema;
}
