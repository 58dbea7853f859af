import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { buildSchema, Kind, parse, print, validate, visit } from 'graphql';
import { metricOperations } from './client-definitions.mjs';

const operationsDirectory = 'client/src/operations';

const typesConfig = {
  strictScalars: true,
  // ISO 8601 with a Z.
  scalars: { DateTime: 'string', ID: 'string' },
  inlineFragmentTypes: 'combine',
  immutableTypes: true,
  namingConvention: 'keep',
  skipTypename: true,
  maybeValue: 'T | null',
  inputMaybeValue: 'T | null | undefined',
};

async function readDocuments() {
  const names = (await readdir(operationsDirectory)).filter((name) => name.endsWith('.graphql'));
  return await Promise.all(
    names.sort().map(async (name) => ({
      location: `${operationsDirectory}/${name}`,
      document: parse(await readFile(join(operationsDirectory, name), 'utf8')),
    })),
  );
}

function refuseInvalid(schema, definitions) {
  const problems = validate(schema, { kind: Kind.DOCUMENT, definitions });
  if (problems.length > 0) throw new Error(problems.map(String).join('\n\n'));
  const asked = new Set(
    definitions
      .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
      .flatMap((node) => node.selectionSet.selections.map((selection) => selection.name.value)),
  );
  const missing = [schema.getQueryType(), schema.getMutationType()]
    .flatMap((type) => Object.keys(type.getFields()))
    .filter((field) => !asked.has(field));
  if (missing.length > 0)
    throw new Error(`client/src/operations has no operation for ${missing.join(', ')}; add one`);
}

/** The operation with the fragments that it uses, in order of first use. */
function textOf(operation, fragments) {
  const met = new Set();
  const walk = (node) =>
    visit(node, {
      FragmentSpread({ name }) {
        if (met.has(name.value)) return;
        met.add(name.value);
        walk(fragments.get(name.value));
      },
    });
  walk(operation);
  return [operation, ...[...met].map((name) => fragments.get(name))].map(print).join('\n\n');
}

function documentOf(operation, fragments) {
  const name = operation.name.value;
  const kind = operation.operation === 'query' ? 'Query' : 'Mutation';
  const constant = `${name[0].toLowerCase()}${name.slice(1)}${kind}`;
  const text = textOf(operation, fragments).replaceAll('`', '\\`').replaceAll('${', '\\${');
  return `export const ${constant} = typedDocument<${name}${kind}, ${name}${kind}Variables>(\`${text}\`);`;
}

/**
 * The client's operations, from `client/src/operations/*.graphql` and the kinds of Metric: for each, its text with
 * the fragments it needs, and the types of its variables and its result. Fails when a field of Query or Mutation has
 * no operation.
 */
export async function clientOperations(sdl) {
  const documents = [
    ...(await readDocuments()),
    { location: 'scripts/client-definitions.mjs', document: parse(metricOperations) },
  ];
  const definitions = documents.flatMap(({ document }) => document.definitions);
  refuseInvalid(buildSchema(sdl), definitions);
  const fragments = new Map(
    definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
  const types = await codegen({
    filename: 'operations.ts',
    schema: parse(sdl),
    documents,
    config: typesConfig,
    plugins: [{ typescriptOperations: {} }],
    pluginMap: { typescriptOperations },
  });
  const texts = definitions
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .map((node) => documentOf(node, fragments));
  return `import { typedDocument } from '../typed-document.js';\n\n${types}\n\n${texts.join('\n\n')}\n`;
}
