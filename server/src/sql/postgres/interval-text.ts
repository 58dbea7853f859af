import { call, int, letTerm, text } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { hourMicros, minuteMicros, secondMicros } from './interval.js';
import type { IntervalParts } from './typed.js';

/**
 * An interval as PostgreSQL shows it: `1 year 2 mons -3 days +04:05:06.7`. A positive part after a negative one has a plus
 * sign.
 */
export function intervalText(variable: string, { months, days, micros }: IntervalParts): Term {
  const whole = (term: Term | null) => (term === null ? int(0) : call('toInt64', term));
  const parts = call('tuple', ...[months, days, micros].map(whole));
  return letTerm(variable, parts, (all) => {
    const [m, d, t] = [1, 2, 3].map((place) => call('tupleElement', all, int(place))) as [Term, Term, Term];
    return textOf(m, d, t);
  });
}

function textOf(m: Term, d: Term, t: Term): Term {
  const years = call('intDiv', m, int(12));
  const rest = call('modulo', m, int(12));
  const isBelow = (term: Term) => call('less', term, int(0));
  const isZero = (term: Term) => call('equals', term, int(0));
  const isMonthsBelow = call('if', isZero(rest), isBelow(years), isBelow(rest));
  const isDaysBelow = call('if', isZero(d), isMonthsBelow, isBelow(d));
  const plus = (isAfterMinus: Term, value: Term) =>
    call('if', call('and', isAfterMinus, call('greater', value, int(0))), text('+'), text(''));
  const amount = (value: Term, unit: string, sign: Term) =>
    call(
      'if',
      isZero(value),
      text(''),
      call(
        'concat',
        sign,
        call('toString', value),
        call('if', call('equals', value, int(1)), text(` ${unit} `), text(` ${unit}s `)),
      ),
    );
  const date = call(
    'concat',
    amount(years, 'year', text('')),
    amount(rest, 'mon', plus(isBelow(years), rest)),
    amount(d, 'day', plus(isMonthsBelow, d)),
  );
  const isAlone = call('equals', date, text(''));
  const sign = call('if', isBelow(t), text('-'), plus(isDaysBelow, t));
  const shown = call(
    'if',
    call('or', isAlone, call('not', isZero(t))),
    call('concat', sign, clock(call('abs', t))),
    text(''),
  );
  return call('trimRight', call('concat', date, shown));
}

/** `04:05:06.7`: hours do not end at 24, and the fraction has no zeros at its end. */
function clock(micros: Term): Term {
  const two = (term: Term) =>
    call(
      'if',
      call('less', term, int(10)),
      call('concat', text('0'), call('toString', term)),
      call('toString', term),
    );
  const part = (size: number, count: number) => call('modulo', call('intDiv', micros, int(size)), int(count));
  const fraction = call(
    'leftPadUTF8',
    call('toString', call('modulo', micros, int(secondMicros))),
    int(6),
    text('0'),
  );
  const digits = call('replaceRegexpOne', call('concat', text('.'), fraction), text('\\.?0+$'), text(''));
  return call(
    'concat',
    two(call('intDiv', micros, int(hourMicros))),
    text(':'),
    two(part(minuteMicros, 60)),
    text(':'),
    two(part(secondMicros, 60)),
    digits,
  );
}
