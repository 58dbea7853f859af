import { holdsPlaceholder } from '../../text/placeholders.js';
import { booleanLiteral, nullLiteral, numberLiteralOf, stringLiteralOf } from '../../text/read-literal.js';
import type { SyntaxOf } from '../syntax.js';
import { type EngineValue, literalValue } from './engine-value.js';
import type { Resolving } from './resolving.js';

export function resolveLiteral(
  resolving: Resolving,
  syntax: SyntaxOf<'string' | 'number' | 'boolean' | 'null'>,
): EngineValue {
  switch (syntax.kind) {
    case 'null':
      return literalValue(nullLiteral);
    case 'boolean':
      return literalValue(booleanLiteral(syntax.value));
    case 'string':
      if (resolving.placeholders !== undefined && holdsPlaceholder(syntax.value))
        throw resolving.refuse(syntax.at, 'A placeholder is a whole value. Write it without quotes.');
      return literalValue(stringLiteralOf(syntax.value));
    case 'number': {
      const literal = numberLiteralOf(syntax.text);
      if (literal === null) throw resolving.refuse(syntax.at, 'This number is out of range.');
      return literalValue(literal);
    }
  }
}
