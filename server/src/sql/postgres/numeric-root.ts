import { call, cast, text } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { divideNumerics } from './arithmetic.js';
import { engineType, numeric } from './types.js';

/**
 * The square root of a numeric. The engine has it for doubles only, with 16 digits. One step of Newton's method doubles
 * them. The value must not be negative.
 */
export function numericRoot(value: Term, scale: number, nullable: boolean): Term {
  const of = (term: Term) => cast(term, engineType(numeric(scale), nullable));
  const half = cast(text('0.5'), engineType(numeric(1), false));
  const first = of(call('printf', text('%.20f'), call('sqrt', call('toFloat64', value))));
  const divisor = cast(
    call('greatest', call('ifNull', first, of(text('1'))), tiny(scale)),
    engineType(numeric(scale), false),
  );
  const sum = call('plus', first, divideNumerics(value, divisor, scale, nullable));
  return of(call('round', call('multiply', sum, half), { kind: 'number', value: scale }));
}

/** The smallest positive numeric, so that zero is divided by something. */
const tiny = (scale: number): Term =>
  cast(text(`0.${'1'.padStart(scale, '0')}`), engineType(numeric(scale), false));
