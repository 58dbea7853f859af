import { allowedFunctions } from '../functions/allow-list.js';
import { combinatorNames, splitsOf } from '../functions/combinators.js';
import { statementFunctions } from '../functions/statement-functions.js';
import { windowFunctionNames } from '../functions/window-functions.js';
import type { Sql } from '../sql-text.js';
import { aggregateNames, functionNames } from './engine-names.js';

/**
 * Defence in depth: checks the final text before it runs, independently of trees and dialects. It rejects every word
 * that is not a SELECT keyword, an allowed function or a quoted name, every table that the statement's sources do not
 * declare, and every character that a printed statement never contains. This stops statements that a bug in a parser,
 * resolver or printer let through, before the engine's own grants do. A rejection here is always a bug in Weir.
 */
export function checkPrinted(text: string, tables: readonly Sql[]): void {
  if (check(text, { tables, names: null }) !== 'SELECT') throw refused('it does not begin with SELECT');
}

/** Checks a statement that Weir wrote, which may contain a user's filter or expression. */
export function checkWritten(text: string, tables: readonly Sql[]): void {
  if (check(text, { tables, names: ownName }) !== 'SELECT') throw refused('it does not begin with SELECT');
}

/** Checks a user's filter or expression on its own, which may read no table. */
export function checkExpression(text: Sql): Sql {
  check(text, { tables: [], names: null });
  return text;
}

interface Vocabulary {
  readonly tables: readonly string[];
  /** Matches unquoted names that are allowed. */
  readonly names: RegExp | null;
}

interface Checked extends Vocabulary {
  /** The names of the statement's recursive queries. */
  readonly recursive: ReadonlySet<string>;
}

/** Returns the first word. */
function check(text: string, vocabulary: Vocabulary): string | undefined {
  const tokens = tokenize(text);
  const recursive = new Set(tokens.filter((_, at) => tokens[at - 1] === 'RECURSIVE'));
  const checked = { ...vocabulary, recursive };
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const next = tokens[at + 1];
    if (isWord(token)) checkWord(tokens, at, checked);
    else if (isName(token) && next === '(') throw refused(`a quoted name is called: ${token}`);
    else if (token === ',' && isName(next) && tokens[at + 2] === '.') checkAlias(next);
    // `--` and `/*` would begin a comment; printed statements contain no comments.
    else if ((token === '-' && next?.[0] === '-') || (token === '/' && next === '*'))
      throw refused('a comment');
  }
  return tokens.find((token) => token !== '(');
}

/** The tokens of a printed statement. Any other character matches `other`, as an empty token. */
const shapes = {
  name: /`(?:[^`\\]|\\[\s\S])*`/,
  string: /'(?:[^'\\]|\\[\s\S])*'/,
  parameter: /\{p\d+:[A-Z][A-Za-z0-9]*(?:\((?:\d+, 'UTC'|[A-Z][A-Za-z0-9]*)\))?\}/,
  number: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![A-Za-z_])/,
  word: /[A-Za-z_][A-Za-z0-9_]*/,
  symbol: /->|<=>|<>|<=|>=|[(),.+\-*/%=<>[\]]/,
  other: /(?=\S)/,
} as const;

const tokenPattern = new RegExp(
  Object.values(shapes)
    .map(({ source }) => source)
    .join('|'),
  'g',
);

function tokenize(text: string): readonly string[] {
  const tokens: readonly string[] = text.match(tokenPattern) ?? [];
  if (!tokens.includes('')) return tokens;
  const at = [...text.matchAll(tokenPattern)].find(([token]) => token === '')?.index ?? 0;
  throw refused(`unexpected ${JSON.stringify(text.slice(at, at + 10))}`);
}

const isName = (token: string | undefined): token is string => token?.[0] === '`';

function isWord(token: string): boolean {
  const first = token[0] ?? '';
  return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first === '_';
}

const keywords = new Set(
  `SELECT DISTINCT FROM WHERE GROUP BY GROUPING SETS HAVING ORDER ASC DESC NULLS FIRST LAST LIMIT OFFSET AS ON AND OR NOT IN IS NULL
  BETWEEN LIKE ILIKE CASE WHEN THEN ELSE END INNER LEFT RIGHT FULL CROSS JOIN GLOBAL UNION ALL INTERSECT EXCEPT EXISTS OVER
  PARTITION ROWS RANGE UNBOUNDED PRECEDING FOLLOWING CURRENT ROW RESPECT FINAL WITH RECURSIVE TIES TOTALS QUALIFY FILL TO STEP
  INTERPOLATE ANY SEMI ANTI ASOF ARRAY true false`.split(/\s+/),
);

/** Never allowed, even if another list has them: they read files, tables, other servers, the machine or the session. */
const neverCalled =
  /^(file|url|s3|gcs|hdfs|remote|cluster|mysql|postgresql|mongodb|redis|sqlite|odbc|jdbc|azure|iceberg|deltaLake|hudi|executable|input|view|merge|numbers|zeros|generate(?!UUIDv4)|loop|dict|joinGet|sleep|getSetting|currentUser|user|hostName|fqdn|version|uptime|getMacro|getServer|currentDatabase|currentRoles|currentProfiles|catboost|addressTo|demangle|queryID|initialQuery|connectionId|tcpPort|buildId|filesystem|displayName|shard|serverUUID|zookeeper|lowCardinalityIndices|throwing|formatQuery|evalMLMethod|showCertificate|transactionID|errorCodeToName|hasColumnInTable|identity|ignore|runningDifference|blockNumber|rowNumber|reinterpret|bar|aes|encrypt|decrypt|levenshtein|damerau|editDistance)/i;

const functions = new Set<string>(
  [
    ...functionNames,
    ...aggregateNames.flatMap((name) => [name, `${name}If`]),
    ...[...allowedFunctions, ...statementFunctions].map(({ engineName }) => engineName),
    ...allowedFunctions
      .filter(({ aggregate }) => aggregate)
      .flatMap(({ engineName }) =>
        ['If', 'Distinct', 'DistinctIf'].map((suffix) => `${engineName}${suffix}`),
      ),
    ...windowFunctionNames,
    'CAST',
    'accurateCast',
    'accurateCastOrNull',
    'JSONExtract',
    'parseDateTime64BestEffortOrNull',
    // The keyed IDs of protected records.
    'sipHash128ReferenceKeyed',
    'toUUID',
    'UUIDNumToString',
  ].filter((name) => !neverCalled.test(name)),
);

/** Aggregates whose partial results a booster keeps. */
export const boostableAggregates: readonly string[] = [
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'uniqExact',
].flatMap((name) => [name, `${name}OrNull`]);

/** Names that only Weir's own statements use. */
const ownName = /^_weir_[a-z]+\d*$/;

const combinedAggregates = new Set([
  ...aggregateNames,
  ...allowedFunctions.filter(({ aggregate }) => aggregate).map(({ engineName }) => engineName),
]);

/** Whether this is an aggregate with the engine's suffixes, such as `uniqState`. */
function isCombined(word: string): boolean {
  for (const { base } of splitsOf(word, ['If', ...combinatorNames]))
    if (combinedAggregates.has(base) && !neverCalled.test(base)) return true;
  return false;
}

/** In `WITH FILL FROM`, a value follows. */
const isFill = (tokens: readonly string[], at: number) =>
  tokens[at - 1] === 'FILL' && tokens[at - 2] === 'WITH';

function checkWord(tokens: readonly string[], at: number, checked: Checked): void {
  const { names } = checked;
  const word = tokens[at] ?? '';
  const next = tokens[at + 1];
  if (names?.test(word) && next !== '(') return;
  if (!keywords.has(word) && !(next === '(' && (functions.has(word) || isCombined(word))))
    throw refused(`the word ${word}`);
  if ((word === 'FROM' && !isFill(tokens, at)) || (word === 'JOIN' && tokens[at - 1] !== 'ARRAY'))
    checkSource(tokens, at + 1, checked);
  else if (word === 'JOIN' && isName(next) && tokens[at + 2] === '.') checkAlias(next);
  if (word === 'IN' && next !== '(') throw refused('IN without brackets');
  if (word === 'AS' && tokens[at - 2] !== 'RECURSIVE' && !isName(next) && !names?.test(next ?? ''))
    throw refused('AS without a quoted name');
}

/** A source must be a subquery, a recursive query of the statement or one of the declared tables. */
function checkSource(tokens: readonly string[], at: number, { tables, recursive }: Checked): void {
  if (tokens[at] === '(') {
    let inner = at;
    while (tokens[inner] === '(') inner += 1;
    if (tokens[inner] === 'SELECT' || (tokens[inner] === 'WITH' && tokens[inner + 1] === 'RECURSIVE')) return;
    throw refused('a source in brackets that is not a subquery');
  }
  if (tokens[at + 1] !== '.' && ownAlias.test(tokens[at] ?? '') && recursive.has(tokens[at] ?? '')) return;
  const isTable = isName(tokens[at]) && tokens[at + 1] === '.' && isName(tokens[at + 2]);
  const table = tokens.slice(at, at + 3).join('');
  if (!isTable || !tables.includes(table)) throw refused(`the source ${table}`);
}

/** An alias that Weir generates. */
const ownAlias = /^`t\d+`$/;

/** After a comma, `a`.`b` must be a column of an alias that Weir generated; otherwise it could be a table. */
function checkAlias(alias: string): void {
  if (!ownAlias.test(alias)) throw refused(`the name ${alias}`);
}

function refused(what: string): Error {
  return new Error(`the printed SQL failed its final check: ${what}`);
}
