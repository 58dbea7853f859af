/**
 * Prints the API's schema to `schema.graphql` and generates the resolvers' types from it. Reads the built
 * server: run `npm run generate`. With `--check` it writes nothing and fails when a committed file is not
 * what it would write.
 */
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers';
import { assertValidSchema, buildSchema, parse, printType } from 'graphql';
import { schemaOf } from '../server/dist/graphql/schema.js';
import { mappers } from './resolver-mappers.mjs';
import { writeOrCheck } from './write-or-check.mjs';

const schemaFile = 'schema.graphql';
const typesFile = 'server/src/graphql/generated/resolver-types.ts';

const resolverConfig = {
  strictScalars: true,
  // A DateTime is epoch milliseconds inside; its scalar reads and writes ISO 8601.
  scalars: { DateTime: 'number' },
  enumsAsTypes: true,
  useTypeImports: true,
  immutableTypes: true,
  namingConvention: 'keep',
  importExtension: '.js',
  avoidOptionals: { field: true, inputValue: false, object: false, defaultValue: false },
  maybeValue: 'T | null',
  inputMaybeValue: 'T | null | undefined',
  contextType: '../context.js#GraphQLContext',
  mappers,
};

/** Every type whole, extensions merged, in the order in which the topics define them. */
function printInTopicOrder(schema, sdl) {
  const names = parse(sdl)
    .definitions.filter((node) => node.kind.endsWith('TypeDefinition'))
    .map((node) => node.name.value);
  return `${names.map((name) => printType(schema.getType(name))).join('\n\n')}\n`;
}

async function generateTypes(printed) {
  const code = await codegen({
    filename: typesFile,
    schema: parse(printed),
    documents: [],
    config: resolverConfig,
    plugins: [{ typescript: {} }, { typescriptResolvers: {} }],
    pluginMap: { typescript, typescriptResolvers },
  });
  return `/* Generated from schema.graphql by \`npm run generate\`. Do not edit. */\n${code}`;
}

async function generate() {
  const sdl = schemaOf();
  const schema = buildSchema(sdl);
  assertValidSchema(schema);
  const printed = printInTopicOrder(schema, sdl);
  return new Map([
    [schemaFile, printed],
    [typesFile, await generateTypes(printed)],
  ]);
}

await writeOrCheck(await generate());
