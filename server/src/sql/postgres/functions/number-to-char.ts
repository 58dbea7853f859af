import { call, cast, int, letTerm, nothing, or, stringValue, text } from '../../term/build-term.js';
import type { Term } from '../../term/term.js';
import { exactArithmetic } from '../arithmetic.js';
import type { Context } from '../context.js';
import type { Typed } from '../typed.js';
import { engineType, isFloat, isInteger, numeric, textType } from '../types.js';
import { type NumberFormat, type Part, readNumberFormat, type SignStyle } from './number-format.js';

const none = text('');
const lengthOf = (term: Term) => call('length', term);
const isNone = (term: Term) => call('equals', term, none);
const repeated = (character: string, count: number) => text(character.repeat(count));

/** `to_char(number, format)`. */
export function numberToChar(context: Context, value: Typed, written: string, at: number): Typed {
  const format = readNumberFormat(context, written, at);
  const { nullable } = value;
  const named = (given: Term, body: (variable: Term) => Term) => letTerm(context.fresh('v'), given, body);
  const term = named(roundedText(context, value, format, at), (number) => {
    const half = (index: number) =>
      call('arrayElement', call('splitByString', text('.'), call('trimLeft', number, text('-'))), int(index));
    const isOver = call('greater', lengthOf(half(1)), int(format.whole));
    const hashes = call('repeat', text('#'), lengthOf(half(2)));
    return named(call('if', isOver, repeated('#', format.whole), half(1)), (whole) =>
      named(shortened(call('if', isOver, hashes, half(2)), format), (decimals) =>
        named(firstShown(whole, decimals, format), (start) => {
          const shown = { number, whole, decimals, start, isOver, count: lengthOf(half(2)) };
          return named(wholeLine(shown, format), (line) => {
            const result = call('concat', none, ...pieces(shown, line, format, isFloat(value.type)));
            return nullable ? call('if', call('isNull', number), nothing, result) : result;
          });
        }),
      ),
    );
  });
  return { term, type: textType, nullable, at };
}

/** The significant decimal digits of each float type, which PostgreSQL does not exceed. */
const floatDigits: Readonly<Record<string, number>> = { float4: 6, float8: 15 };

/** The number as text, rounded to the format's decimals. A float can have fewer. */
function roundedText(context: Context, value: Typed, { decimals, shift }: NumberFormat, at: number): Term {
  if (shift > 0 && value.type.name !== 'numeric')
    throw context.refuse(at, 'The number format V needs a numeric. Cast the value: x::numeric.');
  const digits = floatDigits[value.type.name];
  if (digits !== undefined) {
    // A literal is printed without a point, as an integer.
    const float = call('toFloat64', value.term);
    const room = call('minus', int(digits), lengthOf(call('printf', text('%.0f'), call('abs', float))));
    const count = call('least', int(decimals), call('greatest', int(0), room));
    const pattern =
      decimals === 0 ? text('%.0f') : call('concat', text('%.'), call('toString', count), text('f'));
    return call('printf', pattern, float);
  }
  const power: Typed = {
    term: cast(text(`1${'0'.repeat(shift)}`), engineType(numeric(0), false)),
    type: numeric(0, true, shift + 1),
    nullable: false,
    at,
  };
  const { term, type, nullable } = shift === 0 ? value : exactArithmetic(context, '*', value, power, at);
  if (isInteger(type)) return padded(call('toString', term), 0, decimals);
  const scale = type.name === 'numeric' ? type.scale : 0;
  if (scale <= decimals) return padded(call('toDecimalString', term, int(scale)), scale, decimals);
  const rounded = cast(call('round', term, int(decimals)), engineType(numeric(decimals), nullable));
  return call('toDecimalString', rounded, int(decimals));
}

function padded(number: Term, scale: number, decimals: number): Term {
  if (scale === decimals) return number;
  return call('concat', number, text(`${scale === 0 ? '.' : ''}${'0'.repeat(decimals - scale)}`));
}

/** With FM, zeros at the end are left out, up to the last 0 of the format. */
function shortened(decimals: Term, format: NumberFormat): Term {
  if (!format.isShort) return decimals;
  const kept = decimalZeros(format).lastIndexOf(true) + 1;
  const rest = call('substringUTF8', decimals, int(kept + 1));
  return call(
    'concat',
    call('leftUTF8', decimals, int(kept)),
    call('replaceRegexpOne', rest, text('0+$'), none),
  );
}

/** Whether each digit after the point is a 0 of the format. */
function decimalZeros({ parts }: NumberFormat): boolean[] {
  const after = parts.slice(parts.findIndex(({ kind }) => kind === 'point') + 1);
  return after.flatMap((part) => (part.kind === 'digit' ? [part.isZero] : []));
}

/** The index of the first digit that is shown. The zero of 0.5 is not, unless the format has a 0: then it is the point. */
function firstShown(whole: Term, decimals: Term, format: NumberFormat): Term {
  const spaces = call('minus', int(format.whole), lengthOf(whole));
  if (format.firstZero !== null) return call('least', spaces, int(format.firstZero));
  if (format.decimals === 0) return spaces;
  const isBelowOne = call('and', call('equals', whole, text('0')), call('not', isNone(decimals)));
  return call('if', isBelowOne, int(format.whole), spaces);
}

interface Shown {
  readonly number: Term;
  readonly whole: Term;
  readonly decimals: Term;
  readonly start: Term;
  readonly isOver: Term;
  /** How many decimals the rounded number has. */
  readonly count: Term;
}

type Signs = [minus: string, plus: string];

const signOf = ({ number }: Shown, { isShort }: NumberFormat, [minus, plus]: Signs) =>
  call('if', call('startsWith', number, text('-')), text(minus), text(isShort ? plus.trim() : plus));

/** The signs of negative and other numbers, before the first digit and after the last. */
const signs: Readonly<Record<SignStyle, { sign?: Signs; end?: Signs }>> = {
  before: { sign: ['-', ' '] },
  always: { sign: ['-', '+'] },
  brackets: { sign: ['<', ' '], end: ['>', ' '] },
  after: { end: ['-', '+'] },
  apart: {},
};

/** The text of each part of the format, in order. */
function pieces(shown: Shown, line: Term, format: NumberFormat, isFloatValue: boolean): Term[] {
  const { isShort } = format;
  const signed = (...texts: Signs) => signOf(shown, format, texts);
  const { sign, end } = signs[format.sign];
  const blank = text(isShort ? '' : ' ');
  const list: Term[] = [];
  let [isPast, digits, taken, lastZero] = [false, 0, 0, 0];

  /** PostgreSQL's text ends where a float has no further digit. */
  const guarded = (term: Term, least = isShort ? lastZero : digits) => {
    if (!isPast || (!isFloatValue && format.decimals > 0)) return term;
    const hasPoint = or(call('greater', shown.count, int(0)), shown.isOver);
    return call('if', least > 0 ? call('greaterOrEquals', shown.count, int(least)) : hasPoint, term, none);
  };
  /** The place in the line of the whole part after this many digits: one further if the sign is before it. */
  const placeAfter = (count: number): Term =>
    sign === undefined || count === 0
      ? int(count)
      : call('plus', int(count), call('less', shown.start, int(count)));
  const flush = (isLast = false) => {
    if (taken === digits && !isLast) return;
    const from = isPast ? int(taken) : placeAfter(taken);
    const to = isPast ? int(digits) : placeAfter(digits);
    const given = isLast ? [] : [call('minus', to, from)];
    const slice = call('substringUTF8', isPast ? shown.decimals : line, call('plus', from, int(1)), ...given);
    list.push(isShort && !isPast ? call('trimLeft', slice) : slice);
    taken = digits;
  };
  const others: Readonly<Record<Exclude<Part['kind'], 'text' | 'digit'>, () => Term>> = {
    point: () => text('.'),
    end: () => (end === undefined ? none : signed(...end)),
    group: () => {
      if (digits === 0) return blank;
      const isShown = isPast
        ? call('greaterOrEquals', lengthOf(shown.decimals), int(digits))
        : call('less', shown.start, int(digits));
      return call('if', isShown, text(','), blank);
    },
    minus: () => signed('-', ' '),
    plus: () => signed(isShort ? '' : ' ', '+'),
    sign: () => signed('-', '+'),
    // The currency symbol of the locale C.
    currency: () => text(' '),
    TH: () => ordinal(shown, format, ['ST', 'ND', 'RD', 'TH']),
    th: () => ordinal(shown, format, ['st', 'nd', 'rd', 'th']),
  };
  for (const part of format.parts) {
    if (part.kind === 'digit') {
      digits += 1;
      if (isPast && part.isZero) lastZero = digits;
      continue;
    }
    flush(part.kind === 'point');
    if (part.kind === 'point') [isPast, digits, taken] = [true, 0, 0];
    const piece = part.kind === 'text' ? stringValue(part.text) : others[part.kind]();
    list.push(guarded(piece, part.kind === 'end' ? 0 : undefined));
  }
  return list;
}

/** The digits before the point, padded with zeros and spaces, with the sign before the first one. */
function wholeLine(all: Shown, format: NumberFormat): Term {
  const { whole, start } = all;
  const { sign } = signs[format.sign];
  const least = format.whole - (format.firstZero ?? format.whole);
  const zeros = call('leftPadUTF8', whole, call('greatest', lengthOf(whole), int(least)), text('0'));
  const shown = call('if', call('equals', start, int(format.whole)), none, least === 0 ? whole : zeros);
  if (sign === undefined) return call('leftPadUTF8', shown, int(format.whole), text(' '));
  const signed = call('concat', signOf(all, format, sign), shown);
  return call('leftPadUTF8', signed, int(format.whole + 1), text(' '));
}

/** The ending of an ordinal number: 1st, 2nd, 3rd, 4th, 11th. */
function ordinal({ number, isOver }: Shown, { hasPoint }: NumberFormat, endings: readonly string[]): Term {
  if (hasPoint) return none;
  const [first = '', second = '', third = '', other = ''] = endings;
  const endsIn = (digit: string) => call('match', number, text(`(^|[^1])${digit}$`));
  return call(
    'multiIf',
    ...[call('or', isOver, call('startsWith', number, text('-'))), none],
    ...[endsIn('1'), text(first), endsIn('2'), text(second), endsIn('3'), text(third), text(other)],
  );
}
