import { call, nothing, text } from '../../term/build-term.js';
import { asText } from '../coerce.js';
import type { Context } from '../context.js';
import type { Typed } from '../typed.js';
import { textType } from '../types.js';

/** A value in PostgreSQL's output format, as functions that join texts write it: a boolean is one letter. */
export function shown(context: Context, value: Typed): Typed {
  if (value.type.name !== 'bool') return asText(context, value);
  const letter = call('if', value.term, text('t'), text('f'));
  const term = value.nullable ? call('if', call('isNull', value.term), nothing, letter) : letter;
  return { ...value, term, type: textType };
}
