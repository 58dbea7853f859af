import type { Source } from '../../text/source.js';
import { statementLimits } from '../../text/statement-limits.js';
import type { CommonTableSyntax, QuerySyntax, SelectItemSyntax, SelectSyntax, Syntax } from '../syntax.js';
import { engineReader } from './parser.js';
import { readSource } from './read-source.js';
import type { EngineReader } from './reader.js';
import { TokenStream } from './token-stream.js';
import { readExpressions, readOrder } from './window.js';
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
  SETTINGS: 'SETTINGS are not allowed.',
  FORMAT: 'FORMAT is not allowed.',
  INTO: 'INTO OUTFILE is not allowed.',
  WINDOW: 'Named windows are not supported. Define the window in OVER (…).',
  QUALIFY: 'QUALIFY is not supported. Use a subquery.',
  PREWHERE: 'PREWHERE is not supported. Use WHERE.',
  SAMPLE: 'SAMPLE is not supported.',
  FINAL: 'FINAL is not needed: only the newest version of a record is read.',
  ARRAY: 'ARRAY JOIN is not supported.',
};

/** Called after all supported clauses, where such a word can only start an unsupported one. */
function refuseClauses(tokens: TokenStream): void {
  const { kind, text } = tokens.peek();
  const word = kind === 'word' ? text.toUpperCase() : '';
  const known = Object.hasOwn(refusedClauses, word) ? refusedClauses[word] : undefined;
  if (known !== undefined) throw tokens.refuseOwn(known);
}

/** Refuses `* EXCEPT (a)` and similar modifiers. */
function refuseChanges(tokens: TokenStream): void {
  const word = ['EXCEPT', 'EXCLUDE', 'REPLACE', 'APPLY'].find((each) => tokens.is(each));
  if (word !== undefined) throw tokens.refuseOwn(`* ${word} is not supported. Name the columns.`);
}

type SetSyntax = Extract<QuerySyntax, { kind: 'set' }>;

const setWords = ['UNION', 'INTERSECT', 'EXCEPT'] as const;

export function readQuery(reader: EngineReader): QuerySyntax {
  const { tokens } = reader;
  return tokens.nested(() => {
    const named = tokens.take('WITH') ? readWith(reader) : [];
    let left = readArm(reader);
    let last: SetSyntax['op'] | null = null;
    for (;;) {
      const { at } = tokens.peek();
      const word = setWords.find((each) => tokens.take(each));
      if (word === undefined) break;
      const isAll = tokens.take('ALL');
      if (!isAll && !tokens.take('DISTINCT')) throw tokens.refuse(`Write ${word} DISTINCT, or UNION ALL.`);
      if (isAll && word !== 'UNION') throw tokens.refuse(`${word} ALL is not supported.`, at);
      const op = isAll ? 'UNION ALL' : (`${word} DISTINCT` as const);
      if (last !== null && last !== op) {
        throw tokens.refuse('Put brackets around set operations of different kinds.', at);
      }
      // UNION can have many arms; INTERSECT and EXCEPT have two.
      const earlier = left.kind === 'set' && last === op && word === 'UNION' ? left.arms : [left];
      left = { kind: 'set', at, op, arms: [...earlier, readArm(reader)], with: [] };
      if (left.arms.length > statementLimits.armsMax) {
        throw tokens.refuse(`A UNION can have at most ${statementLimits.armsMax} queries.`, at);
      }
      last = op;
    }
    return { ...left, with: [...named, ...left.with] };
  });
}

function readArm(reader: EngineReader): QuerySyntax {
  const { tokens } = reader;
  if (!tokens.take('(')) return readSelect(reader);
  const query = readQuery(reader);
  tokens.expect(')');
  return query;
}

function readWith(reader: EngineReader): CommonTableSyntax[] {
  const { tokens } = reader;
  if (tokens.is('RECURSIVE')) throw tokens.refuse('WITH RECURSIVE is not supported.');
  const queries: CommonTableSyntax[] = [];
  do {
    const { kind, text, at } = tokens.next();
    if ((kind !== 'word' && kind !== 'quoted') || !tokens.take('AS')) {
      throw tokens.refuse('WITH must define named queries: WITH a AS (SELECT …).', at);
    }
    tokens.expect('(');
    queries.push({ name: text, query: readQuery(reader) });
    tokens.expect(')');
  } while (tokens.take(','));
  return queries;
}

function readSelect(reader: EngineReader): SelectSyntax {
  const { tokens } = reader;
  const { at } = tokens.peek();
  if (!tokens.take('SELECT'))
    throw tokens.refuse('Expected SELECT here: only SELECT statements are allowed.');
  const distinct = tokens.take('DISTINCT');
  if (distinct && tokens.is('ON'))
    throw tokens.refuse('DISTINCT ON is not supported in this dialect. Use LIMIT 1 BY.');
  if (tokens.is('TOP')) throw tokens.refuse('TOP is not supported. Use LIMIT.');
  const items: SelectItemSyntax[] = [];
  do items.push(readItem(reader));
  while (tokens.take(','));
  const from = tokens.take('FROM') ? readSource(reader) : null;
  const where = tokens.take('WHERE') ? reader.expression() : null;
  const isGrouped = tokens.take('GROUP', 'BY');
  const { groupBy, groupingSets } = isGrouped ? readGroupBy(reader) : { groupBy: [], groupingSets: null };
  const having = tokens.take('HAVING') ? reader.expression() : null;
  const orderBy = tokens.take('ORDER', 'BY') ? readOrder(reader) : [];
  const limits = readLimits(reader);
  refuseClauses(tokens);
  return {
    kind: 'select',
    at,
    with: [],
    distinct,
    items,
    from,
    where,
    groupBy,
    groupingSets,
    having,
    orderBy,
    ...limits,
  };
}

type GroupBy = Pick<SelectSyntax, 'groupBy' | 'groupingSets'>;

/** `a, b`, `GROUPING SETS (…)`, `ROLLUP(a, b)` or `a, b WITH ROLLUP`; CUBE likewise. */
function readGroupBy(reader: EngineReader): GroupBy {
  const { tokens } = reader;
  const { at } = tokens.peek();
  if (tokens.take('GROUPING', 'SETS')) return { groupBy: [], groupingSets: readGroupingSets(reader) };
  if (tokens.is('ALL')) throw tokens.refuse('GROUP BY ALL is not supported in this dialect.');
  const before = shorthandNames.find((word) => tokens.take(word, '('));
  const keys = readExpressions(reader);
  if (before !== undefined) tokens.expect(')');
  const after = before ?? shorthandNames.find((word) => tokens.take('WITH', word));
  if (after !== undefined) return { groupBy: [], groupingSets: checkedSets(tokens, after, keys, at) };
  if (tokens.is('WITH')) throw tokens.refuse('WITH TOTALS is not supported in this dialect.');
  return { groupBy: keys, groupingSets: null };
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
  if (tokens.take('*')) {
    refuseChanges(tokens);
    return { kind: 'star', at: first.at, table: null };
  }
  if ((first.kind === 'word' || first.kind === 'quoted') && tokens.is('.', 1) && tokens.is('*', 2)) {
    for (let taken = 0; taken < 3; taken += 1) tokens.next();
    refuseChanges(tokens);
    return { kind: 'star', at: first.at, table: { text: first.text, quoted: first.kind === 'quoted' } };
  }
  const value = reader.expression();
  const text = tokens.source.text.slice(first.at, tokens.peek().at).trim();
  return { kind: 'item', at: first.at, value, alias: readAlias(reader), text };
}

function readAlias(reader: EngineReader): string | null {
  const { tokens } = reader;
  const isExplicit = tokens.take('AS');
  const token = tokens.peek();
  if (isAlias(token, isExplicit)) return tokens.next().text;
  if (isExplicit) throw tokens.refuse('Expected a name after AS.');
  return null;
}

function readLimits(reader: EngineReader): Pick<SelectSyntax, 'limit' | 'offset' | 'limitBy'> {
  const { tokens } = reader;
  let limitBy: SelectSyntax['limitBy'] = null;
  let limit: number | null = null;
  let offset: number | null = null;
  while (tokens.take('LIMIT')) {
    const first = readCount(reader);
    if (tokens.take('BY')) {
      if (limitBy !== null) throw tokens.refuse('LIMIT BY is given twice.');
      limitBy = { count: first, by: readExpressions(reader) };
      continue;
    }
    if (limit !== null) throw tokens.refuse('LIMIT is given twice.');
    if (tokens.take(',')) [offset, limit] = [first, readCount(reader)];
    else limit = first;
    if (tokens.is('WITH')) throw tokens.refuse('LIMIT … WITH TIES is not supported.');
  }
  if (tokens.take('OFFSET')) {
    if (offset !== null) throw tokens.refuse('OFFSET is given twice.');
    offset = readCount(reader);
    tokens.take('ROWS') || tokens.take('ROW');
  }
  return { limit, offset, limitBy };
}

function readCount(reader: EngineReader): number {
  const { kind, text, at } = reader.tokens.next();
  if (kind === 'number' && /^\d{1,15}$/.test(text)) return Number(text);
  throw reader.tokens.refuse('Expected a literal integer here.', at);
}
