import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';

/**
 * How a value is written into a statement. `BoundValues` writes a parameter such as `{p0:String}` and sends the value
 * separately, so that no value can change the statement; this is what runs. `InlineValues` writes the value as a literal,
 * for `QueryInfo.sql`, which must run again when pasted. The same printer writes both, so the SQL shown is the SQL that
 * ran.
 */
export interface Values {
  add(type: BoundType, text: string): Sql;
}

/** The engine types of values. A closed set, because the type is part of the statement's text. */
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

/** Longer values are bound once, however often a statement uses them, because the size of all parameters is limited. */
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

  /** Parameter names and values. Values are text, so that numbers of any width are exact. */
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
        // NUL cannot be written in a string literal, not even escaped.
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
  // Terms only contain numbers of this form. Checked again, because the text is written without quotes.
  if (!numberPattern.test(text)) throw new Error(`not a number literal: ${JSON.stringify(text)}`);
  return asSql(text.startsWith('-') ? `(${text})` : text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be escaped in SQL
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

/** Writes a string literal of the engine's dialect. No other function does. */
export function stringLiteral(text: string): Sql {
  if (!special.test(text)) return asSql(`'${text}'`);
  const escaped = text.replace(
    specials,
    (character) => escapes[character] ?? `\\x${Buffer.from(character).toString('hex')}`,
  );
  return asSql(`'${escaped}'`);
}
