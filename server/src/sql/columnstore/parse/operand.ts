import { expressionLimits } from '../../text/expression-limits.js';
import type { Syntax } from '../syntax.js';
import { beginsTrim, readCall, readCase, readCast, readTrim } from './call.js';
import type { EngineReader } from './reader.js';
import type { TokenStream } from './token-stream.js';
import { readTypeName } from './type-name.js';

/** Reads a value and its suffixes: `.field`, `[index]`, `::type`. */
export function readOperand(reader: EngineReader, above: number): Syntax {
  const { tokens } = reader;
  let operand = readPrimary(reader, above);
  for (;;) {
    const { at } = tokens.peek();
    if (tokens.take('.')) operand = readField(reader, operand);
    else if (tokens.take('[')) {
      operand = { kind: 'subscript', at, operand, index: reader.expression() };
      tokens.expect(']');
    } else if (tokens.take('::')) operand = { kind: 'cast', at, operand, typeName: readTypeName(tokens) };
    else if (isJsonStep(tokens)) operand = readJsonStep(reader, operand);
    else return operand;
  }
}

/** Whether this is PostgreSQL's `->` or `->>`, followed by a quoted key or an index. Otherwise `->` is a lambda. */
function isJsonStep(tokens: TokenStream, ahead = 0): boolean {
  const { kind } = tokens.peek(ahead + 1);
  return (tokens.is('->', ahead) || tokens.is('->>', ahead)) && (kind === 'string' || kind === 'number');
}

function readJsonStep(reader: EngineReader, operand: Syntax): Syntax {
  const { tokens } = reader;
  const { at, text } = tokens.next();
  const step: Syntax = { kind: 'subscript', at, operand, index: readPrimary(reader, 1) };
  return text === '->' ? step : { kind: 'cast', at, operand: step, typeName: { at, name: 'text', args: [] } };
}

function readField(reader: EngineReader, operand: Syntax): Syntax {
  const { tokens } = reader;
  const { kind, text, at } = tokens.next();
  if (kind === 'number') return { kind: 'field', at, operand, step: Number(text) };
  if (kind !== 'word' && kind !== 'quoted') throw tokens.refuse('Expected a name after the dot.', at);
  if (operand.kind !== 'name') return { kind: 'field', at, operand, step: text };
  if (operand.parts.length > expressionLimits.jsonPathStepsMax) {
    throw tokens.refuse(`A path can have at most ${expressionLimits.jsonPathStepsMax} steps.`, at);
  }
  return { ...operand, parts: [...operand.parts, { text, quoted: kind === 'quoted' }] };
}

function readPrimary(reader: EngineReader, above: number): Syntax {
  const { tokens } = reader;
  const lambda = above === 0 ? readLambda(reader) : null;
  if (lambda !== null) return lambda;
  const { kind, text, at } = tokens.next();
  switch (kind) {
    case 'string':
      return { kind: 'string', at, value: text };
    case 'number':
      return { kind: 'number', at, text };
    case 'quoted':
      return { kind: 'name', at, parts: [{ text, quoted: true }] };
    case 'word':
      return readWord(reader, text, at);
    case 'end':
      throw tokens.refuse('The expression is incomplete.', at);
    default:
      return readSymbol(reader, text, at);
  }
}

function readSymbol(reader: EngineReader, text: string, at: number): Syntax {
  const { tokens } = reader;
  if (text === '[') return { kind: 'array', at, items: reader.list(']') };
  if (text === '-') return { kind: 'number', at, text: `-${tokens.next().text}` };
  if (text !== '(') throw tokens.refuse('Expected a value here.', at);
  if (reader.query !== null && ['SELECT', 'WITH'].some((word) => tokens.is(word))) {
    const query = reader.query();
    tokens.expect(')');
    return { kind: 'subquery', at, query };
  }
  if (['SELECT', 'WITH', 'VALUES', 'FROM', 'EXPLAIN', 'SHOW'].some((word) => tokens.is(word))) {
    throw tokens.refuse('Subqueries are not allowed in an expression.');
  }
  const inner = reader.expression();
  if (tokens.is(',')) return readTuple(reader, inner, at);
  if (tokens.is('AS')) throw tokens.refuse('Aliases are not allowed in an expression.');
  tokens.expect(')');
  return inner;
}

/** `(a, b)`, of which the first value has been read. */
function readTuple(reader: EngineReader, first: Syntax, at: number): Syntax {
  const { tokens } = reader;
  const args = [first];
  while (tokens.take(',')) if (!tokens.is(')')) args.push(reader.expression());
  tokens.expect(')');
  const plain = { parameters: null, star: false, distinct: false, filter: null };
  return { kind: 'call', at, name: 'tuple', args, ...plain };
}

function readWord(reader: EngineReader, text: string, at: number): Syntax {
  const { tokens } = reader;
  const keyword = text.toUpperCase();
  if (keyword === 'CASE') return readCase(reader, at);
  if (keyword === 'CAST' && tokens.is('(')) return readCast(reader, at);
  if (keyword === 'EXISTS' && reader.query !== null && tokens.take('(')) {
    const query = reader.query();
    tokens.expect(')');
    return { kind: 'exists', at, query };
  }
  if (keyword === 'TRIM' && beginsTrim(tokens)) return readTrim(reader, at);
  if (keyword === 'EXTRACT' && tokens.is('(') && tokens.is('FROM', 2)) return readExtract(reader, at);
  if (tokens.is('(')) return readCall(reader, text, at);
  if (keyword === 'ARRAY' && tokens.take('[')) return { kind: 'array', at, items: reader.list(']') };
  if (keyword === 'NULL') return { kind: 'null', at };
  if (keyword === 'TRUE' || keyword === 'FALSE') return { kind: 'boolean', at, value: keyword === 'TRUE' };
  if (keyword === 'INTERVAL') return readInterval(reader, at);
  const next = tokens.peek();
  if (next.kind === 'string' && (keyword === 'DATE' || keyword === 'TIMESTAMP')) {
    tokens.next();
    const operand: Syntax = { kind: 'string', at: next.at, value: next.text };
    return { kind: 'cast', at, operand, typeName: { at, name: keyword.toLowerCase(), args: [] } };
  }
  return { kind: 'name', at, parts: [{ text, quoted: false }] };
}

/** `EXTRACT(hour FROM at)`, which is `date_part('hour', at)`. */
function readExtract(reader: EngineReader, at: number): Syntax {
  const { tokens } = reader;
  tokens.expect('(');
  const field = tokens.next();
  tokens.expect('FROM');
  const args: Syntax[] = [{ kind: 'string', at: field.at, value: field.text }, ...reader.list(')')];
  const plain = { parameters: null, star: false, distinct: false, filter: null };
  return { kind: 'call', at, name: 'date_part', args, ...plain };
}

function readInterval(reader: EngineReader, at: number): Syntax {
  const { tokens } = reader;
  const sign = tokens.take('-') ? '-' : '';
  const amount = tokens.next();
  if (amount.kind !== 'number' && amount.kind !== 'string') {
    throw tokens.refuse('Expected a number after INTERVAL.', amount.at);
  }
  const text = sign + amount.text;
  if (amount.kind === 'string' && /[a-z]/i.test(text)) return { kind: 'interval', at, text, unit: null };
  const unit = tokens.next();
  if (unit.kind !== 'word') throw tokens.refuse('Expected a unit such as DAY here.', unit.at);
  return { kind: 'interval', at, text, unit: unit.text };
}

/** Reads `x -> …` or `(x, y) -> …`. Without an arrow, returns null and consumes nothing. */
function readLambda(reader: EngineReader): Syntax | null {
  const { tokens } = reader;
  const { at } = tokens.peek();
  const bracketed = tokens.is('(');
  const parameters: string[] = [];
  let ahead = bracketed ? 1 : 0;
  for (;;) {
    const { kind, text } = tokens.peek(ahead);
    if (kind !== 'word' && kind !== 'quoted') return null;
    parameters.push(text);
    ahead += 1;
    if (!bracketed || !tokens.is(',', ahead)) break;
    ahead += 1;
  }
  if (bracketed && !tokens.is(')', ahead)) return null;
  if (bracketed) ahead += 1;
  if (!tokens.is('->', ahead) || isJsonStep(tokens, ahead)) return null;
  for (let taken = 0; taken <= ahead; taken += 1) tokens.next();
  return { kind: 'lambda', at, parameters, body: reader.expression() };
}
