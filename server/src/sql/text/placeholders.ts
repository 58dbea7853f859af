import type { Principal } from '../../base/principal.js';
import type { Literal } from '../term/literal.js';
import type { NamePart } from './name-part.js';
import { booleanLiteral, nullLiteral, numberLiteralOf, stringLiteralOf } from './read-literal.js';
import type { Source } from './source.js';

/**
 * Values for `${{ name }}` placeholders in access policies, taken from the caller's token. Before the text is parsed,
 * each placeholder becomes a quoted name of the same length, so that the parsers read it as an operand and offsets do
 * not change. The resolver replaces that name with a literal. A value is therefore never parsed as SQL.
 */
export type PlaceholderValues = (name: string) => Literal;

/** Stands in for every value, to check an expression before the values are known. */
export const anyValue: PlaceholderValues = () => nullLiteral;

/** The lengths are bounded because PostgreSQL's parser truncates names after 63 bytes. */
const placeholder = /\$(\{\{ {0,4}[A-Za-z_]\w{0,49} {0,4}\})\}/g;
const placeholderName = /^\{\{ *(\w+) *\}$/;

export function withPlaceholderNames({ name, text }: Source): Source {
  return { name, text: text.replace(placeholder, '"$1"') };
}

/** The names of the placeholders in a text, each once. */
export function placeholdersOf(text: string): readonly string[] {
  const names = [...text.matchAll(placeholder)].map(([, braced = '']) => braced.replace(/[{} ]/g, ''));
  return [...new Set(names)];
}

/** The name of the placeholder in a dotted name, if there is one. */
export function placeholderIn(parts: readonly NamePart[]): string | undefined {
  const names = parts.map(({ text, quoted }) => (quoted ? placeholderName.exec(text)?.[1] : undefined));
  return names.find((name) => name !== undefined);
}

/** Finds a placeholder inside a string literal, which would be plain text and silently match nothing. */
export function holdsPlaceholder(text: string): boolean {
  return /"\{\{ *\w+ *\}"/.test(text);
}

/** A policy value as a literal that takes its type from the context, like a literal of unknown type. */
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
