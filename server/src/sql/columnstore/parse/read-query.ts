import type { Source } from '../../text/source.js';
import { statementLimits } from '../../text/statement-limits.js';
import type { NamedSyntax, QuerySyntax, SelectItemSyntax, SelectSyntax, Syntax } from '../syntax.js';
import { beginsQuery, engineReader } from './parser.js';
import { readInterpolate, readLimits } from './read-limits.js';
import { readSource } from './read-source.js';
import type { EngineReader } from './reader.js';
import { TokenStream } from './token-stream.js';
import { readExpressions, readOrder, readWindows } from './window.js';
import { isAlias } from './words.js';

/**
 * Parses a SELECT in the engine's dialect, with the expression parser that filters use too. Every token is consumed or
 * refused. An unsupported clause is refused by name.
 */
export function readColumnstore(source: Source): QuerySyntax {
  const tokens = new TokenStream(source, 'statement');
  const reader: EngineReader = engineReader(tokens, () => readQuery(reader));
  const query = readQuery(reader);
  const isEnded = tokens.take(';');
  if (isEnded) while (tokens.take(';'));
  if (tokens.peek().kind === 'end') return query;
  throw tokens.refuse(isEnded ? 'Only one statement is allowed.' : 'Expected the end of the statement here.');
}

const refusedClauses: Readonly<Record<string, string>> = {
  SETTINGS: 'SETTINGS are not allowed. Leave them out: limits are those of the tier.',
  FORMAT: 'FORMAT is not allowed. Leave it out; for files, use an export.',
  INTO: 'INTO OUTFILE is not allowed. For files, use an export.',
  SAMPLE: 'SAMPLE is not supported. Use a condition such as cityHash64(id) % 10 = 0.',
};

/** Called after all supported clauses, where such a word can only start an unsupported one. */
function refuseClauses(tokens: TokenStream): void {
  const { kind, text } = tokens.peek();
  const word = kind === 'word' ? text.toUpperCase() : '';
  const known = Object.hasOwn(refusedClauses, word) ? refusedClauses[word] : undefined;
  if (known !== undefined) throw tokens.refuseOwn(known);
}

type SetSyntax = Extract<QuerySyntax, { kind: 'set' }>;

const setWords = ['UNION', 'INTERSECT', 'EXCEPT'] as const;

export function readQuery(reader: EngineReader): QuerySyntax {
  const { tokens } = reader;
  return tokens.nested(() => {
    const before = tokens.take('WITH') ? readWith(reader) : { with: [], named: [] };
    let left = readArm(reader);
    let last: SetSyntax['op'] | null = null;
    for (;;) {
      const { at } = tokens.peek();
      const word = setWords.find((each) => tokens.take(each));
      if (word === undefined) break;
      const isAll = tokens.take('ALL');
      if (!isAll && !tokens.take('DISTINCT')) throw tokens.refuse(`Write ${word} DISTINCT, or UNION ALL.`);
      if (isAll && word !== 'UNION')
        throw tokens.refuse(`${word} ALL is not supported. Write ${word} DISTINCT.`, at);
      const op = isAll ? 'UNION ALL' : (`${word} DISTINCT` as const);
      if (last !== null && last !== op) {
        throw tokens.refuse('Put brackets around set operations of different kinds.', at);
      }
      // UNION can have many arms; INTERSECT and EXCEPT have two.
      const earlier = left.kind === 'set' && last === op && word === 'UNION' ? left.arms : [left];
      left = { kind: 'set', at, op, arms: [...earlier, readArm(reader)], with: [], named: [] };
      if (left.arms.length > statementLimits.armsMax) {
        throw tokens.refuse(`A UNION can have at most ${statementLimits.armsMax} queries.`, at);
      }
      last = op;
    }
    return { ...left, with: [...before.with, ...left.with], named: [...before.named, ...left.named] };
  });
}

function readArm(reader: EngineReader): QuerySyntax {
  const { tokens } = reader;
  if (!tokens.take('(')) return readSelect(reader);
  const query = readQuery(reader);
  tokens.expect(')');
  return query;
}

/** `WITH name AS (SELECT …)` and `WITH expression AS name`, in any order. */
function readWith(reader: EngineReader): Pick<QuerySyntax, 'with' | 'named'> {
  const { tokens } = reader;
  if (tokens.is('RECURSIVE')) throw tokens.refuse('WITH RECURSIVE is only in the dialect POSTGRESQL.');
  const queries: QuerySyntax['with'][number][] = [];
  const named: NamedSyntax[] = [];
  do {
    const { kind, text } = tokens.peek();
    const isName = kind === 'word' || kind === 'quoted';
    if (isName && tokens.is('AS', 1) && tokens.is('(', 2) && (beginsQuery(tokens, 3) || tokens.is('(', 3))) {
      for (let taken = 0; taken < 3; taken += 1) tokens.next();
      queries.push({ name: text, query: readQuery(reader) });
      tokens.expect(')');
      continue;
    }
    named.push(readNamed(reader));
  } while (tokens.take(','));
  return { with: queries, named };
}

function readSelect(reader: EngineReader): SelectSyntax {
  const { tokens } = reader;
  const { at } = tokens.peek();
  if (!tokens.take('SELECT'))
    throw tokens.refuse('Expected SELECT here: only SELECT statements are allowed.');
  const distinct = tokens.take('DISTINCT');
  const distinctOn = distinct && tokens.take('ON') ? readDistinctOn(reader) : null;
  if (tokens.is('TOP')) throw tokens.refuse('TOP is not supported. Use LIMIT.');
  const items: SelectItemSyntax[] = [];
  do items.push(readItem(reader));
  while (tokens.take(','));
  const from = tokens.take('FROM') ? readSource(reader) : null;
  // Only the newest version of a record is read anyway.
  if (from !== null) tokens.take('FINAL');
  const where = readWhere(reader);
  const isGrouped = tokens.take('GROUP', 'BY');
  const grouped = isGrouped ? readGroupBy(reader) : ungrouped;
  const having = tokens.take('HAVING') ? reader.expression() : null;
  const windows = readWindows(reader);
  const qualify = tokens.take('QUALIFY') ? reader.expression() : null;
  const isOrdered = tokens.take('ORDER', 'BY');
  const orderBy = !isOrdered ? [] : tokens.take('ALL') ? 'all' : readOrder(reader);
  const interpolate = readInterpolate(reader);
  const limits = readLimits(reader);
  refuseClauses(tokens);
  if (distinctOn !== null && limits.limitBy !== null)
    throw tokens.refuse('DISTINCT ON and LIMIT BY cannot be used together.', at);
  return {
    kind: 'select',
    at,
    with: [],
    named: [],
    distinct: distinct && distinctOn === null,
    items,
    from,
    where,
    ...grouped,
    having,
    windows,
    qualify,
    orderBy,
    interpolate,
    ...limits,
    limitBy: distinctOn === null ? limits.limitBy : { count: 1, offset: 0, by: distinctOn },
  };
}

/** The keys of DISTINCT ON, which is the engine's LIMIT 1 BY. */
function readDistinctOn(reader: EngineReader): Syntax[] {
  reader.tokens.expect('(');
  const keys = readExpressions(reader);
  reader.tokens.expect(')');
  return keys;
}

/** PREWHERE only says what the engine reads first, which it also decides by itself. */
function readWhere(reader: EngineReader): Syntax | null {
  const { tokens } = reader;
  const { at } = tokens.peek();
  const first = tokens.take('PREWHERE') ? reader.expression() : null;
  const second = tokens.take('WHERE') ? reader.expression() : null;
  if (first === null || second === null) return first ?? second;
  return { kind: 'logical', at, op: 'AND', operands: [first, second] };
}

type GroupBy = Pick<SelectSyntax, 'groupBy' | 'groupingSets' | 'totalsAt'>;

const ungrouped: GroupBy = { groupBy: [], groupingSets: null, totalsAt: null };

/** `a, b`, `ALL`, `GROUPING SETS (…)`, `ROLLUP(a, b)` or `a, b WITH ROLLUP`; CUBE likewise. TOTALS can follow plain keys. */
function readGroupBy(reader: EngineReader): GroupBy {
  const { tokens } = reader;
  const { at } = tokens.peek();
  if (tokens.take('GROUPING', 'SETS')) return { ...ungrouped, groupingSets: readGroupingSets(reader) };
  if (tokens.take('ALL')) return { ...ungrouped, groupBy: 'all', totalsAt: readTotals(tokens) };
  const before = shorthandNames.find((word) => tokens.take(word, '('));
  const keys = readExpressions(reader);
  if (before !== undefined) tokens.expect(')');
  const after = before ?? shorthandNames.find((word) => tokens.take('WITH', word));
  if (after !== undefined) return { ...ungrouped, groupingSets: checkedSets(tokens, after, keys, at) };
  return { ...ungrouped, groupBy: keys, totalsAt: readTotals(tokens) };
}

function readTotals(tokens: TokenStream): number | null {
  const { at } = tokens.peek();
  return tokens.take('WITH', 'TOTALS') ? at : null;
}

const shorthands = {
  ROLLUP: (keys: readonly Syntax[]): Syntax[][] =>
    Array.from({ length: keys.length + 1 }, (_, cut) => keys.slice(0, keys.length - cut)),
  CUBE: (keys: readonly Syntax[]): Syntax[][] =>
    keys.reduceRight<Syntax[][]>((sets, key) => sets.map((set) => [key, ...set]).concat(sets), [[]]),
};

const shorthandNames = ['ROLLUP', 'CUBE'] as const;

function checkedSets(
  tokens: TokenStream,
  name: (typeof shorthandNames)[number],
  keys: readonly Syntax[],
  at: number,
): Syntax[][] {
  const { groupingSetsMax } = statementLimits;
  const count = name === 'CUBE' ? 2 ** keys.length : keys.length + 1;
  if (count <= groupingSetsMax) return shorthands[name](keys);
  throw tokens.refuse(`${name} expands to more than ${groupingSetsMax} grouping sets.`, at);
}

/** `((a, b), (a), ())` */
function readGroupingSets(reader: EngineReader): Syntax[][] {
  const { tokens } = reader;
  const { at } = tokens.peek();
  const sets: Syntax[][] = [];
  tokens.expect('(');
  do {
    tokens.expect('(');
    sets.push(tokens.is(')') ? [] : readExpressions(reader));
    tokens.expect(')');
  } while (tokens.take(','));
  tokens.expect(')');
  if (sets.length <= statementLimits.groupingSetsMax) return sets;
  throw tokens.refuse(`GROUP BY can have at most ${statementLimits.groupingSetsMax} grouping sets.`, at);
}

function readItem(reader: EngineReader): SelectItemSyntax {
  const { tokens } = reader;
  const first = tokens.peek();
  if (tokens.take('*')) return { kind: 'star', at: first.at, table: null, ...readChanges(reader) };
  if ((first.kind === 'word' || first.kind === 'quoted') && tokens.is('.', 1) && tokens.is('*', 2)) {
    for (let taken = 0; taken < 3; taken += 1) tokens.next();
    const table = { text: first.text, quoted: first.kind === 'quoted' };
    return { kind: 'star', at: first.at, table, ...readChanges(reader) };
  }
  const value = reader.expression();
  const text = tokens.source.text.slice(first.at, tokens.peek().at).trim();
  return { kind: 'item', at: first.at, value, alias: readAlias(reader), text };
}

type Changes = Pick<Extract<SelectItemSyntax, { kind: 'star' }>, 'except' | 'replace'>;

/** `* EXCEPT (a, b) REPLACE (x AS c)`. After `* EXCEPT`, only a query can begin with SELECT. */
function readChanges(reader: EngineReader): Changes {
  const { tokens } = reader;
  const word = ['APPLY', 'EXCLUDE'].find((each) => tokens.is(each));
  if (word !== undefined)
    throw tokens.refuseOwn(
      word === 'APPLY' ? '* APPLY is not supported. Name the columns.' : 'Write * EXCEPT (…).',
    );
  const isSet =
    tokens.is('EXCEPT') && (tokens.is('DISTINCT', 1) || tokens.is('ALL', 1) || beginsQuery(tokens, 1));
  const except = !isSet && tokens.take('EXCEPT') ? readNamesOf(reader) : [];
  const replace: NamedSyntax[] = [];
  if (tokens.take('REPLACE')) {
    const isBracketed = tokens.take('(');
    do replace.push(readNamed(reader));
    while (isBracketed && tokens.take(','));
    if (isBracketed) tokens.expect(')');
  }
  return { except, replace };
}

/** `(a, b)` or `a` */
function readNamesOf({ tokens }: EngineReader): string[] {
  const isBracketed = tokens.take('(');
  const names: string[] = [];
  do {
    const { kind, text, at } = tokens.next();
    if (kind !== 'word' && kind !== 'quoted') throw tokens.refuse('Expected the name of a column here.', at);
    names.push(text);
  } while (isBracketed && tokens.take(','));
  if (isBracketed) tokens.expect(')');
  return names;
}

/** `expression AS name` */
function readNamed(reader: EngineReader): NamedSyntax {
  const value = reader.expression();
  const name = readAlias(reader);
  if (name === null) throw reader.tokens.refuse('Expected AS and a name here.');
  return { name, value };
}

function readAlias(reader: EngineReader): string | null {
  const { tokens } = reader;
  const isExplicit = tokens.take('AS');
  const token = tokens.peek();
  if (isAlias(token, isExplicit)) return tokens.next().text;
  if (isExplicit) throw tokens.refuse('Expected a name after AS.');
  return null;
}
