/**
 * Prints the page of functions, `docs/functions.md`, from the tables that the two dialects read. With `--check` it writes
 * nothing and fails when the committed page is not what it would write.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { functionGroups as columnstoreGroups } from '../server/src/sql/functions/allow-list.js';
import type { Argument, EngineFunction } from '../server/src/sql/functions/engine-function.js';
import { windowFunctionNames } from '../server/src/sql/functions/window-functions.js';
import { functionGroups as postgresGroups } from '../server/src/sql/postgres/functions/call.js';

const page = 'docs/functions.md';

const code = (text: string) => `\`${text}\``;

function signature({ name, parameters, args, returns }: EngineFunction): string {
  const list = (given: readonly Argument[]) =>
    given.map(({ kind, optional, repeated }) => `${kind}${repeated ? '…' : optional ? '?' : ''}`).join(', ');
  const first = parameters === null ? '' : `(${list(parameters)})`;
  const result = typeof returns === 'number' ? (args[returns]?.kind ?? 'any') : returns;
  return code(`${name}${first}(${list(args)}) → ${result}`);
}

const sections = [
  `# Functions

Generated from the tables that the two dialects read, by \`npm run generate\`. What is not here cannot be called. Names
are the same in any case.`,
  `## PostgreSQL's dialect

As PostgreSQL documents them. COALESCE, NULLIF, GREATEST, LEAST, EXTRACT, CURRENT_DATE, CURRENT_TIMESTAMP and
LOCALTIMESTAMP are part of the grammar. Aggregates take DISTINCT, FILTER and ORDER BY where PostgreSQL's do.`,
  ...Object.entries(postgresGroups).map(([title, names]) => `**${title}:** ${names.map(code).join(', ')}`),
  `## The engine's dialect

An argument that ends in \`?\` may be left out, the last one that ends in \`…\` may be given any number of times. A result of
the type \`any\` has the type of that argument. Aggregates also exist with \`If\` (\`sumIf(price, active)\`) and take
\`FILTER (WHERE …)\`. These arguments have to be written out: \`literal\`, \`pattern\` (a regular expression), \`zone\`,
\`unit\`, \`keep\` and \`buckets\` (a count), \`level\` (from 0 to 1), \`scale\` and \`decimals\`, \`length\`, \`digits\`. \`multiIf\`, \`JSONExtract\` and \`accurateCastOrNull\` are written as in ClickHouse.`,
  ...Object.entries(columnstoreGroups).map(
    ([title, functions]) => `### ${title}\n\n${functions.map((fn) => `- ${signature(fn)}`).join('\n')}`,
  ),
  `### Over windows\n\n${windowFunctionNames.map((name) => `- ${code(name)}`).join('\n')}`,
];
const printed = `${sections.join('\n\n')}\n`;

if (!process.argv.includes('--check')) writeFileSync(page, printed);
else if (readFileSync(page, 'utf8') !== printed) {
  console.error(`${page} is out of date: run \`npm run generate\` and commit it.`);
  process.exitCode = 1;
}
