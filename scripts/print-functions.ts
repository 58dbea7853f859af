/**
 * Generates `docs/functions.md` from the function tables of the two dialects. With `--check` it writes nothing, and fails
 * if the committed page is out of date.
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

\`\`\`sql
SELECT date_trunc('day', at), percentile_cont(0.95) WITHIN GROUP (ORDER BY duration) FROM orders GROUP BY 1   -- PostgreSQL
SELECT toStartOfHour(at), quantile(0.95)(duration) FROM orders GROUP BY 1                                     -- the engine
\`\`\`

These are all functions that [statements](sql.md) and [expressions](expressions.md) can call. Function names are not
case-sensitive. \`npm run generate\` generates this page from the function tables of the two dialects.`,
  `## PostgreSQL's dialect

See PostgreSQL's documentation for their meaning. COALESCE, NULLIF, GREATEST, LEAST, EXTRACT, CURRENT_DATE,
CURRENT_TIMESTAMP and LOCALTIMESTAMP are supported as part of the grammar. Aggregates support DISTINCT, FILTER and ORDER BY as in
PostgreSQL.`,
  ...Object.entries(postgresGroups).map(([title, names]) => `**${title}:** ${names.map(code).join(', ')}`),
  `## The engine's dialect

See ClickHouse's documentation for their meaning.

- An argument that ends in \`?\` is optional. A last argument that ends in \`…\` can be repeated any number of times.
- A result of type \`any\` has the type of the argument \`any\`.
- Aggregates can have the suffix \`If\` (\`sumIf(price, active)\`), and support \`FILTER (WHERE …)\`.
- These arguments must be literals: \`literal\`, \`pattern\` (a regular expression), \`zone\`, \`unit\`, \`keep\` and
  \`buckets\` (a count), \`level\` (from 0 to 1), \`scale\` and \`decimals\`, \`length\`, \`digits\`.
- \`multiIf\`, \`JSONExtract\` and \`accurateCastOrNull\` are also supported, as in ClickHouse.`,
  ...Object.entries(columnstoreGroups).map(
    ([title, functions]) => `### ${title}\n\n${functions.map((fn) => `- ${signature(fn)}`).join('\n')}`,
  ),
  `### Window functions\n\n${windowFunctionNames.map((name) => `- ${code(name)}`).join('\n')}`,
];
const printed = `${sections.join('\n\n')}\n`;

if (!process.argv.includes('--check')) writeFileSync(page, printed);
else if (readFileSync(page, 'utf8') !== printed) {
  console.error(`${page} is out of date: run \`npm run generate\` and commit it.`);
  process.exitCode = 1;
}
