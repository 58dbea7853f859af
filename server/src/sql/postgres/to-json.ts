import { call, cast, text } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { toText } from './coerce.js';
import type { Context } from './context.js';
import type { Typed } from './typed.js';
import { engineType, isFloat, isNumber, isTimestamp } from './types.js';

/** A value as JSON text, with `null` for NULL. */
export function toJson(context: Context, value: Typed): Term {
  if (value.type.name === 'unknown' && value.literal === undefined) return text('null');
  const json = jsonOf(context, value);
  return value.nullable ? call('ifNull', json, text('null')) : json;
}

function jsonOf(context: Context, value: Typed): Term {
  const { type, term, nullable } = value;
  switch (type.name) {
    case 'json':
      return term;
    case 'array': {
      const name = context.fresh('v');
      const item: Typed = { term: { kind: 'variable', name }, type: type.of, nullable: true, at: value.at };
      const body = cast(toJson(context, item), 'String');
      const items = call('arrayMap', { kind: 'lambda', parameters: [name], body }, term);
      return call('concat', text('['), call('arrayStringConcat', items, text(',')), text(']'));
    }
    case 'bool':
      return toText(context, value);
    case 'unknown':
      return call('toJSONString', cast(term, 'String'));
    default: {
      if (isNumber(type)) return isFloat(type) ? call('toString', term) : toText(context, value);
      const plain = toText(context, value);
      // A timestamp in JSON has a T between its date and its time.
      const written = isTimestamp(type) ? call('replaceRegexpOne', plain, text(' '), text('T')) : plain;
      const zoned =
        type.name === 'timestamptz'
          ? call('replaceRegexpOne', written, text('\\+00$'), text('+00:00'))
          : written;
      const shown = call('toJSONString', call('ifNull', zoned, text('')));
      return nullable
        ? call('if', call('isNull', term), nothingAs(), cast(shown, 'Nullable(String)'))
        : shown;
    }
  }
}

const nothingAs = (): Term => cast({ kind: 'constant', text: 'NULL' }, engineType({ name: 'text' }, true));
