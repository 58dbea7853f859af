import {
  type GraphQLFieldResolver,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  isAbstractType,
  isObjectType,
  isScalarType,
} from 'graphql';
import type { GraphQLContext } from './context.js';
import type { Resolvers } from './generated/resolver-types.js';

type Resolve = GraphQLFieldResolver<unknown, GraphQLContext>;
type FieldResolver = Resolve | { readonly subscribe: Resolve; readonly resolve?: Resolve };

/**
 * Adds resolvers to a schema that was built from the SDL. Throws when the schema lacks what they are for. The schema is changed
 * in place: copies of its types, as other libraries make them, cost a start more than everything else about GraphQL.
 */
export function addResolvers(schema: GraphQLSchema, resolvers: Resolvers): void {
  for (const [name, given] of Object.entries(resolvers)) {
    const type = schema.getType(name);
    if (isScalarType(type)) {
      const { serialize, parseValue, parseLiteral } = given as typeof type;
      Object.assign(type, { serialize, parseValue, parseLiteral });
    } else if (isAbstractType(type)) {
      const { __resolveType } = given as { __resolveType: GraphQLTypeResolver<unknown, GraphQLContext> };
      type.resolveType = __resolveType;
    } else if (isObjectType(type)) {
      const fields = type.getFields();
      for (const [fieldName, resolver] of Object.entries(given as Record<string, FieldResolver>)) {
        const field = fields[fieldName];
        if (!field) throw new Error(`The schema has no field ${name}.${fieldName}`);
        Object.assign(field, typeof resolver === 'function' ? { resolve: resolver } : resolver);
      }
    } else throw new Error(`The schema has no type ${name} for resolvers`);
  }
}
