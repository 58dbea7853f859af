/**
 * Prints the API's schema to `schema.graphql`, from which code is generated. With `--check` it writes nothing, and fails when
 * the committed file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { assertValidSchema, buildSchema, type GraphQLNamedType, parse, printType } from 'graphql';
import { sdl } from '../server/src/graphql/schema.js';

const schemaFile = 'schema.graphql';

/** Every type with its extensions merged, in the order of the topics. */
function printInTopicOrder(text: string): string {
  const schema = buildSchema(text);
  assertValidSchema(schema);
  const types = parse(text).definitions.flatMap((node) =>
    node.kind.endsWith('TypeDefinition') && 'name' in node && node.name
      ? [schema.getType(node.name.value) as GraphQLNamedType]
      : [],
  );
  return `${types.map(printType).join('\n\n')}\n`;
}

const printed = printInTopicOrder(sdl);
if (!process.argv.includes('--check')) writeFileSync(schemaFile, printed);
else if (readFileSync(schemaFile, 'utf8') !== printed) {
  console.error(`${schemaFile} is out of date: run \`npm run generate\` and commit it.`);
  process.exitCode = 1;
}
