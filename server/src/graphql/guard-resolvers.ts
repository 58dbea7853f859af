import type { GraphQLResolveInfo } from 'graphql';
import { defaultFieldResolver } from 'graphql';
import type { IResolvers } from 'mercurius';
import type { GraphQLContext } from './context.js';
import { guardedTypes, requireScope } from './scope-rules.js';

type FieldResolver = (
  parent: unknown,
  args: unknown,
  context: GraphQLContext,
  info: GraphQLResolveInfo,
) => unknown;
type TypeResolvers = Record<string, FieldResolver | object>;

/**
 * Puts the scope check before every resolver of a guarded type, and gives fields of such a type that have
 * no resolver one that checks, too: what the rules say holds whoever wrote the resolver.
 */
export function guardResolvers(
  resolvers: IResolvers,
  fieldsOf: (typeName: string) => readonly string[],
): IResolvers {
  const guarded: Record<string, TypeResolvers> = { ...(resolvers as Record<string, TypeResolvers>) };
  for (const typeName of guardedTypes) {
    const own = guarded[typeName] ?? {};
    guarded[typeName] = Object.fromEntries(
      fieldsOf(typeName).map((fieldName) => [fieldName, guard(typeName, fieldName, own[fieldName])]),
    );
  }
  return guarded as IResolvers;
}

function guard(
  typeName: string,
  fieldName: string,
  resolver: FieldResolver | object | undefined,
): FieldResolver {
  const resolve = typeof resolver === 'function' ? (resolver as FieldResolver) : defaultFieldResolver;
  return (parent, args, context, info) => {
    requireScope(context.principal, typeName, fieldName);
    return resolve(parent as never, args as never, context, info);
  };
}
