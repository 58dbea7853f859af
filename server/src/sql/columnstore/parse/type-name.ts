import { refuse, type Source } from '../../text/source.js';
import type { TypeName } from '../syntax.js';
import { TokenStream } from './token-stream.js';

export function readTypeName(tokens: TokenStream): TypeName {
  return tokens.nested(() => {
    const { kind, text, at } = tokens.next();
    if (kind !== 'word') throw tokens.refuse('Expected the name of a type here.', at);
    const args: (TypeName | string)[] = [];
    if (tokens.take('(')) {
      do args.push(tokens.peek().kind === 'word' ? readTypeName(tokens) : readTypeValue(tokens));
      while (tokens.take(','));
      tokens.expect(')');
    }
    // `double precision` is the only supported name with two words.
    const name = text.toLowerCase() === 'double' && tokens.take('PRECISION') ? 'double precision' : text;
    return { at, name, args };
  });
}

function readTypeValue(tokens: TokenStream): string {
  const { kind, text, at } = tokens.next();
  if (kind !== 'number' && kind !== 'string') throw tokens.refuse('Expected a type argument here.', at);
  return text;
}

/** Parses a type in quotes, as in `CAST(x, 'Int8')`. Errors point at the string. */
export function typeNameOfText(source: Source, text: string, at: number): TypeName {
  const failed = refuse(source, at, 'This type is not supported.');
  try {
    const tokens = new TokenStream({ name: source.name, text });
    const typeName = readTypeName(tokens);
    if (tokens.peek().kind !== 'end') throw failed;
    return relocated(typeName, at);
  } catch {
    throw failed;
  }
}

function relocated(type: TypeName, at: number): TypeName {
  return { ...type, at, args: type.args.map((arg) => (typeof arg === 'string' ? arg : relocated(arg, at))) };
}
