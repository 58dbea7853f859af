import type { Syntax } from '../syntax.js';
import type { EngineReader } from './reader.js';
import type { TokenStream } from './token-stream.js';
import { readTypeName, typeNameOfText } from './type-name.js';
import { readOver } from './window.js';

/** `name(args)`, `name(parameters)(args)`, with DISTINCT, `*` and FILTER for aggregates. */
export function readCall(reader: EngineReader, name: string, at: number): Syntax {
  const { tokens } = reader;
  const first = readArguments(reader);
  const second = tokens.is('(') ? readArguments(reader) : null;
  if (second !== null && (first.star || first.distinct)) {
    throw tokens.refuse('DISTINCT and * belong in the second pair of brackets.', at);
  }
  const filter = readFilter(reader);
  const parameters = second === null ? null : first.args;
  const call = { kind: 'call', at, name, parameters, ...(second ?? first), filter } as const;
  if (!tokens.is('OVER')) return call;
  if (reader.query === null) throw tokens.refuse('Window functions are not allowed in an expression.');
  return { ...call, over: readOver(reader) };
}

function readArguments(reader: EngineReader): { args: Syntax[]; star: boolean; distinct: boolean } {
  const { tokens } = reader;
  tokens.expect('(');
  if (tokens.take('*', ')')) return { args: [], star: true, distinct: false };
  const distinct = tokens.is('DISTINCT') && !tokens.is('(', 1) ? tokens.take('DISTINCT') : false;
  if (['SELECT', 'WITH'].some((word) => tokens.is(word))) {
    throw tokens.refuse('Subqueries are not allowed in an expression.');
  }
  return { args: reader.list(')'), star: false, distinct };
}

function readFilter(reader: EngineReader): Syntax | null {
  const { tokens } = reader;
  if (!tokens.take('FILTER', '(')) return null;
  tokens.expect('WHERE');
  const filter = reader.expression();
  tokens.expect(')');
  return filter;
}

/** `CAST(x AS Int8)` and the engine's `CAST(x, 'Int8')`. */
export function readCast(reader: EngineReader, at: number): Syntax {
  const { tokens } = reader;
  tokens.expect('(');
  const operand = reader.expression();
  let typeName = null;
  if (tokens.take('AS')) typeName = readTypeName(tokens);
  else {
    tokens.expect(',');
    const text = tokens.next();
    if (text.kind !== 'string') throw tokens.refuse('Expected a type in quotes here.', text.at);
    typeName = typeNameOfText(tokens.source, text.text, text.at);
  }
  tokens.expect(')');
  return { kind: 'cast', at, operand, typeName };
}

/** `trim(BOTH ' ' FROM x)`, which is `trimBoth(x, ' ')`. */
export function readTrim(reader: EngineReader, at: number): Syntax {
  const { tokens } = reader;
  tokens.expect('(');
  const name = trimNames[tokens.next().text.toUpperCase() as keyof typeof trimNames];
  const characters = reader.expression();
  tokens.expect('FROM');
  const args = [reader.expression(), characters];
  tokens.expect(')');
  return { kind: 'call', at, name, parameters: null, args, star: false, distinct: false, filter: null };
}

const trimNames = { BOTH: 'trimBoth', LEADING: 'trimLeft', TRAILING: 'trimRight' } as const;

export const beginsTrim = (tokens: TokenStream) =>
  tokens.is('(') && Object.keys(trimNames).some((word) => tokens.is(word, 1));

export function readCase(reader: EngineReader, at: number): Syntax {
  const { tokens } = reader;
  const subject = tokens.is('WHEN') ? null : reader.expression();
  const branches = [];
  while (tokens.take('WHEN')) {
    const when = reader.expression();
    tokens.expect('THEN');
    branches.push({ when, result: reader.expression() });
  }
  if (branches.length === 0) throw tokens.refuse('Expected WHEN here.');
  const otherwise = tokens.take('ELSE') ? reader.expression() : null;
  tokens.expect('END');
  return { kind: 'case', at, subject, branches, otherwise };
}
