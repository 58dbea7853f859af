/** Generates TypeScript from `schema.graphql`, before anything is compiled: `npm run build` runs it when it has to. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { clientOperations } from './client-operations.mjs';
import { resolverTypes } from './resolver-types.mjs';

const sdl = readFileSync('schema.graphql', 'utf8');
const files = {
  'client/src/generated/operations.ts': await clientOperations(sdl),
  'server/src/graphql/generated/resolver-types.ts': await resolverTypes(sdl),
};
for (const [file, code] of Object.entries(files)) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `/* Generated from schema.graphql by \`npm run build\`. Do not edit. */\n${code}`);
}
