import type { JoinItem, Strictness } from '../../term/term.js';
import type { NamePart } from '../../text/name-part.js';
import { statementLimits } from '../../text/statement-limits.js';
import type { SourceSyntax } from '../syntax.js';
import type { EngineReader } from './reader.js';
import type { TokenStream } from './token-stream.js';
import { isAlias } from './words.js';

/** Reads FROM: Data Pools, subqueries and `numbers`, joined from left to right. */
export function readSource(reader: EngineReader): SourceSyntax {
  const { tokens } = reader;
  let left = readPrimary(reader);
  for (;;) {
    const { at } = tokens.peek();
    const isLeft = tokens.is('LEFT') && tokens.is('ARRAY', 1);
    if (tokens.take(...(isLeft ? ['LEFT'] : []), 'ARRAY', 'JOIN')) {
      left = { kind: 'arrayJoin', at, isLeft, left, arrays: readArrays(reader) };
      continue;
    }
    const join = readJoin(tokens);
    if (join === null) return left;
    const { type, strictness } = join;
    const right = readPrimary(reader);
    const on = tokens.take('ON') ? reader.expression() : null;
    const using = on === null && tokens.take('USING') ? readNames(tokens) : null;
    if ((type === 'CROSS') !== (on === null && using === null)) {
      throw tokens.refuse(type === 'CROSS' ? 'CROSS JOIN cannot have ON.' : 'Expected ON or USING here.');
    }
    left = { kind: 'join', at, type, strictness, left, right, on, using };
  }
}

/** `a AS x, b AS y` after ARRAY JOIN. */
function readArrays(reader: EngineReader): Extract<SourceSyntax, { kind: 'arrayJoin' }>['arrays'] {
  const arrays = [];
  do arrays.push({ value: reader.expression(), alias: readAlias(reader.tokens) });
  while (reader.tokens.take(','));
  return arrays;
}

interface Join {
  readonly type: JoinItem['type'];
  readonly strictness: Strictness | null;
}

const strictWords = ['ANY', 'SEMI', 'ANTI', 'ASOF'] as const;
/** The kinds of join that the engine has for each strictness. */
const strictTypes: Readonly<Record<(typeof strictWords)[number], readonly JoinItem['type'][]>> = {
  ANY: ['INNER', 'LEFT', 'RIGHT'],
  SEMI: ['LEFT', 'RIGHT'],
  ANTI: ['LEFT', 'RIGHT'],
  ASOF: ['INNER', 'LEFT'],
};

const refusedJoins: Readonly<Record<string, string>> = {
  PASTE: 'PASTE JOIN is not supported. Join on row_number() OVER (ORDER BY …) of both sides.',
  NATURAL: 'NATURAL joins are only in the dialect POSTGRESQL. Here, write USING (…).',
};

/** `LEFT JOIN`, `ANY LEFT JOIN`, `LEFT ANY JOIN` and so on. Null if no join begins here. */
function readJoin(tokens: TokenStream): Join | null {
  const refused = Object.keys(refusedJoins).find((word) => tokens.is(word));
  if (refused !== undefined) throw tokens.refuseOwn(refusedJoins[refused] ?? '');
  if (tokens.take(',')) return { type: 'CROSS', strictness: null };
  const { at } = tokens.peek();
  const isGlobal = tokens.take('GLOBAL');
  const before = readStrictness(tokens);
  const type = (['INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS'] as const).find((word) => tokens.take(word));
  const after = readStrictness(tokens);
  if (type !== undefined) tokens.take('OUTER');
  if (type === undefined && before === null && after === null && !isGlobal && !tokens.is('JOIN')) return null;
  tokens.expect('JOIN');
  const strictness = before ?? after;
  if (strictness === null || strictness === 'ALL') return { type: type ?? 'INNER', strictness: null };
  const types = strictTypes[strictness];
  const found = type ?? (types.includes('INNER') ? 'INNER' : 'LEFT');
  if (types.includes(found)) return { type: found, strictness };
  const possible = types.map((each) => `${strictness} ${each} JOIN`).join(', ');
  throw tokens.refuseOwn(`${strictness} ${found} JOIN is not supported. There are: ${possible}.`, at);
}

const readStrictness = (tokens: TokenStream) =>
  ([...strictWords, 'ALL'] as const).find((word) => tokens.take(word)) ?? null;

function readNames(tokens: TokenStream): NamePart[] {
  const isBracketed = tokens.take('(');
  const names: NamePart[] = [];
  do names.push(readName(tokens));
  while (tokens.take(','));
  if (isBracketed) tokens.expect(')');
  return names;
}

function readName(tokens: TokenStream): NamePart {
  const { kind, text, at } = tokens.next();
  if (kind === 'word' || kind === 'quoted') return { text, quoted: kind === 'quoted' };
  throw tokens.refuse('Expected a name here.', at);
}

function readPrimary(reader: EngineReader): SourceSyntax {
  const { tokens } = reader;
  const { at } = tokens.peek();
  if (tokens.take('(')) {
    if (reader.query === null || !['SELECT', 'WITH', '('].some((word) => tokens.is(word))) {
      throw tokens.refuse('Expected a subquery here.');
    }
    const query = reader.query();
    tokens.expect(')');
    return { kind: 'query', at, query, alias: readAlias(tokens) };
  }
  const name = readName(tokens);
  if (tokens.is('(')) return readNumbers(tokens, name, at);
  if (!tokens.take('.')) return { kind: 'table', at, schema: null, name, alias: readAlias(tokens) };
  return { kind: 'table', at, schema: name.text, name: readName(tokens), alias: readAlias(tokens) };
}

function readAlias(tokens: TokenStream): string | null {
  const isExplicit = tokens.take('AS');
  if (isAlias(tokens.peek(), isExplicit)) return tokens.next().text;
  if (isExplicit) throw tokens.refuse('Expected a name after AS.');
  return null;
}

/** `numbers(n)` and `numbers(first, n)`, the only supported table function. */
function readNumbers(tokens: TokenStream, name: NamePart, at: number): SourceSyntax {
  if (name.quoted || name.text.toLowerCase() !== 'numbers') {
    throw tokens.refuse(
      `The table function ${name.text} is not available. The only table function is numbers(n).`,
      at,
    );
  }
  tokens.expect('(');
  const counts = [readCount(tokens)];
  if (tokens.take(',')) counts.push(readCount(tokens));
  tokens.expect(')');
  const [first = 0, second] = counts;
  const [start, count] = second === undefined ? [0, first] : [first, second];
  if (count > statementLimits.seriesLengthMax) {
    throw tokens.refuse(`numbers can return at most ${statementLimits.seriesLengthMax} values.`, at);
  }
  return { kind: 'numbers', at, first: start, count, alias: readAlias(tokens) };
}

function readCount(tokens: TokenStream): number {
  const { kind, text, at } = tokens.next();
  if (kind === 'number' && /^\d{1,15}$/.test(text)) return Number(text);
  throw tokens.refuse('Expected a literal integer here.', at);
}
