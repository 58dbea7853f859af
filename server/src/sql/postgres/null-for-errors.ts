import { bool, call, int, nothing, text } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { mapParts } from '../term/walk-term.js';

/**
 * The same value with NULL where a record would end the query with an error: text that is not a number, a number out
 * of range, a division by zero. One bad event must not take down every dashboard and policy that looks at it.
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

/** What can be NULL only now needs a type that can; the elements of arrays always can. */
const nullable = (engineType: string) =>
  engineType.startsWith('Array(') ? engineType : `Nullable(${bare(engineType)})`;

const bare = (engineType: string) => engineType.replace(/^Nullable\((.*)\)$/, '$1');

/** An integer division that is NULL where the divisor is 0; null when the term is none that needs it. */
function withoutZero(term: Term): Term | null {
  if (term.kind !== 'call' || (term.name !== 'intDiv' && term.name !== 'modulo')) return null;
  const [dividend, divisor] = term.args;
  if (dividend === undefined || divisor === undefined || isNotZero(divisor)) return null;
  const isZero = call('equals', divisor, int(0));
  // The engine divides before it looks at the condition: where that holds, by 1.
  const quotient = call(term.name, dividend, call('plus', divisor, isZero));
  return call('if', call('ifNull', isZero, bool(true)), nothing, quotient);
}

/** Whether it is a written number other than 0. */
export function isNotZero(term: Term): boolean {
  if (term.kind === 'value') return Number(term.text) !== 0;
  if (term.kind === 'number') return term.value !== 0;
  if (term.kind === 'cast') return isNotZero(term.operand);
  return term.kind === 'call' && term.args.length === 1 && term.args.every(isNotZero);
}
