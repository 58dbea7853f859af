import { bool, call, int, nothing, text } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { mapParts } from '../term/walk-term.js';

/**
 * Rewrites a term to return NULL where a record would fail the query: text that is not a number, a number out of range,
 * a division by zero. One bad event must not break every dashboard and policy that reads it.
 */
export function nullForErrors(term: Term): Term {
  let isChanged = false;
  const mapped = mapParts(term, (part) => {
    const safe = nullForErrors(part);
    isChanged ||= safe !== part;
    return safe;
  });
  if (mapped.kind === 'cast' && !mapped.exact)
    return isChanged ? { ...mapped, engineType: nullable(mapped.engineType) } : term;
  if (mapped.kind === 'cast')
    return call('accurateCastOrNull', mapped.operand, text(bare(mapped.engineType)));
  if (mapped.kind === 'checked') {
    const isWrong = call('ifNull', mapped.condition, bool(false));
    return call('if', isWrong, nothing, mapped.value);
  }
  return withoutZero(mapped) ?? (isChanged ? mapped : term);
}

/** A nullable version of the type, because the value can now be NULL. Array elements are always nullable. */
const nullable = (engineType: string) =>
  engineType.startsWith('Array(') ? engineType : `Nullable(${bare(engineType)})`;

const bare = (engineType: string) => engineType.replace(/^Nullable\((.*)\)$/, '$1');

/** An integer division that is NULL if the divisor is 0. Returns null for any other term. */
function withoutZero(term: Term): Term | null {
  if (term.kind !== 'call' || (term.name !== 'intDiv' && term.name !== 'modulo')) return null;
  const [dividend, divisor] = term.args;
  if (dividend === undefined || divisor === undefined || isNotZero(divisor)) return null;
  const isZero = call('equals', divisor, int(0));
  // The engine may divide before it checks the condition, so a zero divisor is replaced by 1.
  const quotient = call(term.name, dividend, call('plus', divisor, isZero));
  return call('if', call('ifNull', isZero, bool(true)), nothing, quotient);
}

/** Whether it is a number literal other than 0. */
export function isNotZero(term: Term): boolean {
  if (term.kind === 'value') return Number(term.text) !== 0;
  if (term.kind === 'number') return term.value !== 0;
  if (term.kind === 'cast') return isNotZero(term.operand);
  return term.kind === 'call' && term.args.length === 1 && term.args.every(isNotZero);
}
