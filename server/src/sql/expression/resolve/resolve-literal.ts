import type { Literal } from '../expr.js';
import { holdsPlaceholder } from '../placeholders.js';
import type { SyntaxOf } from '../syntax.js';
import { booleanLiteral, nullLiteral, numberLiteralOf, stringLiteralOf } from './literals.js';
import type { Resolving } from './resolving.js';

export function resolveLiteral(
  resolving: Resolving,
  syntax: SyntaxOf<'string' | 'number' | 'boolean' | 'null'>,
): Literal {
  switch (syntax.kind) {
    case 'null':
      return nullLiteral;
    case 'boolean':
      return booleanLiteral(syntax.value);
    case 'string':
      if (resolving.placeholders !== undefined && holdsPlaceholder(syntax.value))
        throw resolving.refuse(syntax.at, 'A placeholder stands for a whole value: write it without quotes.');
      return stringLiteralOf(syntax.value);
    case 'number': {
      const literal = numberLiteralOf(syntax.text);
      if (literal === null) throw resolving.refuse(syntax.at, 'This number is out of range.');
      return literal;
    }
  }
}
