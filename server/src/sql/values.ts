import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';

/**
 * How a value reaches the engine. `BoundValues` leaves `{p0:String}` in the text and keeps the value
 * aside: that is what runs, and no spelling of a value can change the statement. `InlineValues` writes
 * the value as a literal: that is what `QueryInfo.sql` shows, because it has to run again when pasted.
 * The same printer writes both, so that what is shown is what ran.
 */
export interface Values {
  add(type: BoundType, text: string): Sql;
}

/** The engine types a value may have; a closed set, because the type is part of the statement's text. */
export type BoundType =
  | 'String'
  | 'Int32'
  | 'Int64'
  | 'UInt64'
  | 'Int256'
  | 'UInt32'
  | 'Float64'
  | 'Array(Int64)'
  | 'Array(String)'
  | 'Date32'
  | "DateTime64(3, 'UTC')"
  | "DateTime64(6, 'UTC')"
  | "DateTime64(9, 'UTC')";

/** Longer values are bound once, however often a statement names them: what can be sent with it is bounded. */
const repeatedLengthMax = 1_000;

export class BoundValues implements Values {
  readonly #params = new Map<string, string>();
  readonly #long = new Map<string, string>();

  add(type: BoundType, text: string): Sql {
    const name = this.#long.get(text) ?? `p${this.#params.size}`;
    this.#params.set(name, text);
    if (text.length > repeatedLengthMax) this.#long.set(text, name);
    return asSql(`{${name}:${type}}`);
  }

  /** Parameter names and their values as text, exact for numbers of any width. */
  get params(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#params);
  }
}

export class InlineValues implements Values {
  add(type: BoundType, text: string): Sql {
    switch (type) {
      case 'Int32':
      case 'Int64':
      case 'UInt32':
      case 'UInt64':
      case 'Int256':
      case 'Float64':
        return numberLiteral(text);
      case 'String':
        // The one character that a string of SQL may not even name.
        return text.includes('\0')
          ? asSql(`unhex('${Buffer.from(text).toString('hex')}')`)
          : stringLiteral(text);
      default:
        return asSql(`CAST(${stringLiteral(text)}, ${stringLiteral(type)})`);
    }
  }
}

const numberPattern = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function numberLiteral(text: string): Sql {
  // The tree only holds numbers of this form; checked once more because the text goes in unquoted.
  if (!numberPattern.test(text)) throw new Error(`not a number literal: ${JSON.stringify(text)}`);
  return asSql(text.startsWith('-') ? `(${text})` : text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may stand in SQL as it is
const special = /[\\'\u0000-\u001f\u007f]/;
const specials = new RegExp(special, 'g');
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\0': '\\0',
};

/** The one place where a string becomes a literal of the engine's dialect. */
export function stringLiteral(text: string): Sql {
  if (!special.test(text)) return asSql(`'${text}'`);
  const escaped = text.replace(
    specials,
    (character) => escapes[character] ?? `\\x${Buffer.from(character).toString('hex')}`,
  );
  return asSql(`'${escaped}'`);
}
