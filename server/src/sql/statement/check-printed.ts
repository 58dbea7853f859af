import { allowedFunctions } from '../expression/functions/allow-list.js';
import type { Sql } from '../identifier.js';
import { windowFunctionNames } from './columnstore/window-functions.js';
import { aggregateNames, functionNames } from './engine-names.js';

/**
 * The second check, on the very text that is about to run, which knows nothing of trees or dialects. It reads
 * the text token by token and refuses every word that is not a keyword of a SELECT, a function that is
 * allowed, or a quoted name; every table but those that the sources said they read; and every character that
 * a printed statement never has. A fault in a parser, a resolver or a printer then still meets a wall, before
 * the engine's own grants. A refusal here is a fault of Weir's, never of the user's.
 */
export function checkPrinted(text: string, tables: readonly Sql[]): void {
  const tokens = tokenize(text);
  const allowed = new Set<string>(tables);
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token.kind === 'word') checkWord(token, next);
    if (token.kind === 'name' && next?.text === '(') throw refused(`a quoted name is called: ${token.text}`);
    if (readsTable(token)) checkSource(tokens, index + 1, allowed);
    if (token.text === 'IN' && next?.text !== '(') throw refused('IN without brackets');
    if (token.text === 'AS' && next?.kind !== 'name') throw refused('AS without a quoted name');
    if (token.text === ',' && isDotted(tokens, index + 1)) checkDotted(tokens, index + 1);
  }
  const first = tokens.find(({ text: word }) => word !== '(');
  if (first?.text !== 'SELECT') throw refused('it does not begin with SELECT');
}

interface Token {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'parameter' | 'symbol';
  readonly text: string;
}

const blank = /\s+/y;
/** By the first character: what a token that begins so looks like. */
const shapes = {
  name: /`(?:[^`\\]|\\[\s\S])*`/y,
  string: /'(?:[^'\\]|\\[\s\S])*'/y,
  parameter: /\{p\d+:[A-Z][A-Za-z0-9]*(?:\(\d+, 'UTC'\))?\}/y,
  number: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![A-Za-z_])/y,
  word: /[A-Za-z_][A-Za-z0-9_]*/y,
  symbol: /->|<=>|<>|<=|>=|[(),.+\-*/%=<>[\]]/y,
} as const;

function kindOf(first: string): Token['kind'] {
  if (first === '`') return 'name';
  if (first === "'") return 'string';
  if (first === '{') return 'parameter';
  if (first >= '0' && first <= '9') return 'number';
  return /[A-Za-z_]/.test(first) ? 'word' : 'symbol';
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let previous = '';
  for (;;) {
    blank.lastIndex = at;
    at += blank.exec(text)?.[0].length ?? 0;
    if (at >= text.length) return tokens;
    const kind = kindOf(text[at] ?? '');
    const shape = shapes[kind];
    shape.lastIndex = at;
    const found = shape.exec(text)?.[0];
    if (found === undefined) throw refused(`unexpected ${JSON.stringify(text.slice(at, at + 10))}`);
    // `--` and `/*` would begin a comment; a printed statement has none.
    if ((found === '-' && previous === '-') || (found === '*' && previous === '/'))
      throw refused('a comment');
    tokens.push({ kind, text: found });
    previous = found;
    at += found.length;
  }
}

const keywords = new Set(
  `SELECT DISTINCT FROM WHERE GROUP BY GROUPING SETS HAVING ORDER ASC DESC NULLS FIRST LAST LIMIT OFFSET AS ON AND OR NOT IN IS NULL
  BETWEEN LIKE ILIKE CASE WHEN THEN ELSE END INNER LEFT RIGHT FULL CROSS JOIN UNION ALL INTERSECT EXCEPT EXISTS OVER
  PARTITION ROWS RANGE UNBOUNDED PRECEDING FOLLOWING CURRENT ROW RESPECT FINAL WITH TIES true false`.split(
    /\s+/,
  ),
);

/** Never, whatever another list says: they read files, tables, other servers, the machine or the session. */
const neverCalled =
  /^(file|url|s3|gcs|hdfs|remote|cluster|mysql|postgresql|mongodb|redis|sqlite|odbc|jdbc|azure|iceberg|deltaLake|hudi|executable|input|view|merge|numbers|zeros|generate|loop|dict|joinGet|sleep|getSetting|currentUser|user|hostName|fqdn|version|uptime|getMacro|getServer|currentDatabase|currentRoles|currentProfiles|catboost|addressTo|demangle|queryID|initialQuery|connectionId|tcpPort|buildId|filesystem|displayName|shard|serverUUID|zookeeper|lowCardinalityIndices|throwing|formatQuery|evalMLMethod|showCertificate|transactionID|errorCodeToName|hasColumnInTable|identity|ignore|runningDifference|blockNumber|rowNumber|reinterpret|bar|aes|encrypt|decrypt|levenshtein|damerau|editDistance)/i;

const functions = new Set<string>(
  [
    ...functionNames,
    ...aggregateNames,
    ...allowedFunctions.map(({ engineName }) => engineName),
    ...allowedFunctions
      .filter(({ aggregate }) => aggregate)
      .flatMap(({ engineName }) =>
        ['If', 'Distinct', 'DistinctIf'].map((suffix) => `${engineName}${suffix}`),
      ),
    ...windowFunctionNames,
    'CAST',
    'grouping',
    'accurateCast',
    'accurateCastOrNull',
    'JSONExtract',
    'parseDateTime64BestEffortOrNull',
  ].filter((name) => !neverCalled.test(name)),
);

function checkWord({ text }: Token, next: Token | undefined): void {
  if (next?.text === '(' && functions.has(text)) return;
  if (!keywords.has(text)) throw refused(`the word ${text}`);
}

const readsTable = ({ kind, text }: Token) => kind === 'word' && (text === 'FROM' || text === 'JOIN');

/** A source is a subquery, or a table that a source of the statement named. */
function checkSource(tokens: readonly Token[], at: number, allowed: ReadonlySet<string>): void {
  if (tokens[at]?.text === '(') {
    let inner = at;
    while (tokens[inner]?.text === '(') inner += 1;
    if (tokens[inner]?.text === 'SELECT') return;
    throw refused('a source in brackets that is no subquery');
  }
  const name = tokens.slice(at, at + 3);
  const isTable = name[0]?.kind === 'name' && name[1]?.text === '.' && name[2]?.kind === 'name';
  const table = name.map(({ text }) => text).join('');
  if (!isTable || !allowed.has(table)) throw refused(`the source ${table}`);
}

function isDotted(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.kind === 'name' && tokens[at + 1]?.text === '.';
}

/** What looks like `a`.`b` after a comma is a column of an alias, whose names Weir makes. */
function checkDotted(tokens: readonly Token[], at: number): void {
  const alias = tokens[at]?.text ?? '';
  if (!/^`t\d+`$/.test(alias)) throw refused(`the name ${alias}`);
}

function refused(what: string): Error {
  return new Error(`a printed statement was refused by its last check: ${what}`);
}
