import { call, stringValue, text } from '../../term/build-term.js';
import type { Typed } from '../typed.js';
import { textType } from '../types.js';
import { type Handler, writtenText } from './handler.js';
import { shown } from './shown.js';

/** `format('%s of %s', a, b)`. A NULL is written as nothing. */
export const format: Handler = (context, args, at) => {
  const [pattern, ...values] = args;
  const pieces = writtenText(context, pattern, 'The format', at).split(/(%%|%s|%)/);
  let used = 0;
  const terms = pieces.map((piece) => {
    if (piece === '%') throw context.refuse(at, 'format supports only %s and %%.');
    if (piece !== '%s') return stringValue(piece === '%%' ? '%' : piece);
    const value = values[used];
    used += 1;
    if (value === undefined) throw context.refuse(at, 'format has more %s than values.');
    return written(shown(context, value));
  });
  return { term: call('concat', text(''), ...terms), type: textType, nullable: false, at };
};

const written = ({ term, nullable }: Typed) => (nullable ? call('ifNull', term, text('')) : term);
