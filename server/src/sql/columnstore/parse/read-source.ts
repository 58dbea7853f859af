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
    const type = readJoin(tokens);
    if (type === null) return left;
    const right = readPrimary(reader);
    const on = tokens.take('ON') ? reader.expression() : null;
    const using = on === null && tokens.take('USING') ? readNames(tokens) : null;
    if ((type === 'CROSS') !== (on === null && using === null)) {
      throw tokens.refuse(type === 'CROSS' ? 'CROSS JOIN cannot have ON.' : 'Expected ON or USING here.');
    }
    left = { kind: 'join', at, type, left, right, on, using };
  }
}

type JoinType = 'INNER' | 'LEFT' | 'RIGHT' | 'FULL' | 'CROSS';

function readJoin(tokens: TokenStream): JoinType | null {
  for (const word of ['GLOBAL', 'ANY', 'ASOF', 'SEMI', 'ANTI', 'PASTE', 'ARRAY', 'NATURAL', 'ALL']) {
    if (tokens.is(word)) throw tokens.refuseOwn(`${word} joins are not supported.`);
  }
  if (tokens.take(',')) return 'CROSS';
  if (tokens.take('JOIN')) return 'INNER';
  for (const type of ['INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS'] as const) {
    if (!tokens.take(type)) continue;
    tokens.take('OUTER');
    if (tokens.is('ARRAY')) throw tokens.refuseOwn('ARRAY JOIN is not supported.');
    tokens.expect('JOIN');
    return type;
  }
  return null;
}

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
