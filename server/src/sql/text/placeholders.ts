import type { Principal } from '../../base/principal.js';
import type { Literal } from '../term/literal.js';
import type { NamePart } from './name-part.js';
import { booleanLiteral, nullLiteral, numberLiteralOf, stringLiteralOf } from './read-literal.js';
import type { Source } from './source.js';

/**
 * `${{ name }}` in an access policy: a value that a token brings. Before the text is parsed, each one becomes a
 * quoted name of the same length, so that the parsers take it for an operand and places in the text stay
 * what they are; the resolver puts a literal in its place. A value is thus never part of any text that
 * is parsed, and can only ever be one operand.
 */
export type PlaceholderValues = (name: string) => Literal;

/** Whatever the value will be: for checking an expression before there is one. */
export const anyValue: PlaceholderValues = () => nullLiteral;

/** PostgreSQL's parser cuts names off after 63 bytes. */
const placeholder = /\$(\{\{ {0,4}[A-Za-z_]\w{0,49} {0,4}\})\}/g;
const placeholderName = /^\{\{ *(\w+) *\}$/;

export function withPlaceholderNames({ name, text }: Source): Source {
  return { name, text: text.replace(placeholder, '"$1"') };
}

/** The name of the placeholder that stands in a dotted name, if one does. */
export function placeholderIn(parts: readonly NamePart[]): string | undefined {
  const names = parts.map(({ text, quoted }) => (quoted ? placeholderName.exec(text)?.[1] : undefined));
  return names.find((name) => name !== undefined);
}

/** A placeholder between quotes would be text like any other, and silently match nothing. */
export function holdsPlaceholder(text: string): boolean {
  return /"\{\{ *\w+ *\}"/.test(text);
}

/** A policy value as a literal that takes the type of what it meets, like a literal of unknown type. */
export function literalOfValue(value: Principal['policyValues'][string]): Literal {
  switch (typeof value) {
    case 'string':
      return stringLiteralOf(value);
    case 'boolean':
      return { ...booleanLiteral(value), spelled: String(value) };
    default: {
      const literal = numberLiteralOf(String(value));
      return literal === null ? stringLiteralOf(String(value)) : { ...literal, spelled: String(value) };
    }
  }
}
