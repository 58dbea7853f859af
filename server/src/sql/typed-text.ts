import { badRequest } from '../base/errors.js';
import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';
import { stringLiteral, type Values } from './values.js';

/**
 * Converts text that the engine printed back to a value of its original type. The type name is part of the statement's
 * text, so it must match this closed set.
 */
const plainType =
  /^(?:Bool|String|UUID|U?Int(?:8|16|32|64|128|256)|Float(?:32|64)|Date(?:32)?|Decimal\(\d+, \d+\)|DateTime(?:\('[\w/+-]+'\))?|DateTime64\(\d(?:, '[\w/+-]+')?\))$/;

/** The type inside `Nullable(…)` and `LowCardinality(…)`, in either order. */
function bareType(type: string): string {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)?.[1];
  return inner === undefined ? type : bareType(inner);
}

function isWritable(type: string): boolean {
  const bare = bareType(type);
  const element = /^Array\((.*)\)$/.exec(bare)?.[1];
  return element === undefined ? plainType.test(bare) : isWritable(element);
}

/** The type of single values, such as `Int64` for `Nullable(Int64)`; null for arrays, tuples, JSON and the like. */
export function plainTypeOf(type: string): string | null {
  const bare = bareType(type);
  return plainType.test(bare) ? bare : null;
}

export interface TypedText {
  /** The engine's name of the type. */
  readonly type: string;
  readonly text: string;
  /** Whether the text is hexadecimal, because the engine's strings need not be valid UTF-8. */
  readonly hex?: boolean;
}

export function typedTextSql({ type, text, hex }: TypedText, values: Values): Sql {
  if (!isWritable(type)) throw badRequest(`Rows cannot be paged by a value of type ${type}`);
  const bare = bareType(type);
  const bound = values.add('String', text);
  const raw = hex ? `unhex(${bound})` : bound;
  return asSql(bare === 'String' ? raw : `CAST(${raw}, ${stringLiteral(bare)})`);
}
