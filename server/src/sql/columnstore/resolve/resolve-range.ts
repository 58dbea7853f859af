import { bool, call, int, text } from '../../term/build-term.js';
import type { Term } from '../../term/term.js';
import { statementLimits } from '../../text/statement-limits.js';
import type { EngineValue } from './engine-value.js';
import type { Resolving } from './resolving.js';

const { seriesLengthMax } = statementLimits;
const tooLong = `range returns more than ${seriesLengthMax} values`;

/** The arguments of `range`, of which an array can have a limited length. Literals are checked at once, others by the engine. */
export function boundedRange(resolving: Resolving, args: readonly EngineValue[], at: number): EngineValue[] {
  const [first, second, step] = args;
  if (first === undefined) throw new Error('range needs an argument');
  const [from, to] = second === undefined ? [null, first] : [first, second];
  const numbers = args.map(({ literal }) => (literal === undefined ? null : Number(literal.text)));
  if (!numbers.includes(null)) {
    const [low = 0, high = 0, by = 1] = numbers.length === 1 ? [0, ...numbers] : numbers;
    if (((high ?? 0) - (low ?? 0)) / (by ?? 1) > seriesLengthMax) throw resolving.refuse(at, `${tooLong}.`);
    return [...args];
  }
  const float = ({ term }: EngineValue) => call('toFloat64', term);
  const distance = from === null ? float(to) : call('minus', float(to), float(from));
  const length = step === undefined ? distance : call('divide', distance, float(step));
  // The engine's throwIf returns 0 if it does not throw.
  const check = call(
    'throwIf',
    call('ifNull', call('greater', length, int(seriesLengthMax)), bool(false)),
    text(tooLong),
  );
  return args.map((arg, index): EngineValue => {
    if (index > 0) return arg;
    const term: Term = call('plus', arg.term, check);
    return { term, type: 'integer' };
  });
}
