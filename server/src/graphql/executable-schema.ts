import { makeExecutableSchema } from '@graphql-tools/schema';
import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { GraphQLContext } from './context.js';
import type { Resolvers } from './generated/resolver-types.js';
import { guardedTypes, requireScope } from './scope-rules.js';

/**
 * The schema with its resolvers, each field of a guarded type behind the scope that it needs: what the
 * rules say holds whoever wrote the resolver, and for fields that have none, too.
 */
export function executableSchema(sdl: string, resolvers: readonly Resolvers[]): GraphQLSchema {
  const schema = makeExecutableSchema<GraphQLContext>({ typeDefs: sdl, resolvers: resolvers as Resolvers[] });
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
