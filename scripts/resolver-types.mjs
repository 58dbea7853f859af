import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers';
import { parse } from 'graphql';
import { mappers } from './resolver-mappers.mjs';

const resolverConfig = {
  strictScalars: true,
  // A DateTime is epoch milliseconds internally; its scalar reads and writes ISO 8601.
  scalars: { DateTime: 'number' },
  enumsAsTypes: true,
  useTypeImports: true,
  immutableTypes: true,
  namingConvention: 'keep',
  importExtension: '.js',
  avoidOptionals: { field: true, inputValue: false, object: false, defaultValue: false },
  maybeValue: 'T | null',
  // Without null, which resolvers never get: see graphql/given-arguments.ts.
  inputMaybeValue: 'T | undefined',
  contextType: '../context.js#GraphQLContext',
  mappers,
};

/** The types of the server's resolvers. */
export async function resolverTypes(sdl) {
  return await codegen({
    filename: 'resolver-types.ts',
    schema: parse(sdl),
    documents: [],
    config: resolverConfig,
    plugins: [{ typescript: {} }, { typescriptResolvers: {} }],
    pluginMap: { typescript, typescriptResolvers },
  });
}
