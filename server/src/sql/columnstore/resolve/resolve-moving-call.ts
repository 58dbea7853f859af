import { call } from '../../term/build-term.js';
import type { Syntax, SyntaxOf } from '../syntax.js';
import { builtIn, type EngineValue, engineValue } from './engine-value.js';
import { fitTo, requireType } from './fit.js';
import { unitOf } from './resolve-interval.js';
import type { Resolving } from './resolving.js';

/** `date_add(DAY, 3, at)` and `date_add(at, INTERVAL 3 DAY)`, which are `at + INTERVAL 3 DAY`. */
const moving =
  (sign: 'plus' | 'minus') =>
  (resolving: Resolving, { at, name, args }: SyntaxOf<'call'>): EngineValue => {
    const [first, second, third, ...more] = args;
    const usage = `Write ${name}(DAY, 3, at).`;
    if (first === undefined || second === undefined || more.length > 0) throw resolving.refuse(at, usage);
    const unit = third === undefined ? null : unitOf(unitName(first));
    const [time, interval] =
      third === undefined
        ? [first, requireType(resolving, resolving.resolve(second), 'interval', second.at, name)]
        : [third, intervalOf(resolving, unit, second, usage, at)];
    const moved = fitTo(resolving, resolving.resolve(time), 'timestamp', time.at);
    return engineValue(
      call(sign, moved.term, interval.term),
      moved.type === 'date' ? 'unknown' : 'timestamp',
    );
  };

function intervalOf(
  resolving: Resolving,
  unit: string | null,
  amount: Syntax,
  usage: string,
  at: number,
): EngineValue {
  if (unit === null) throw resolving.refuse(at, usage);
  return builtIn(
    `toInterval${unit}`,
    requireType(resolving, resolving.resolve(amount), 'integer', amount.at, 'The amount'),
  );
}

/** A unit of time as a word or in quotes. */
export const unitName = (syntax: Syntax): string =>
  syntax.kind === 'string'
    ? syntax.value
    : syntax.kind === 'name' && syntax.parts.length === 1
      ? (syntax.parts[0]?.text ?? '')
      : '';

export const movingCalls = {
  date_add: moving('plus'),
  dateadd: moving('plus'),
  timestamp_add: moving('plus'),
  date_sub: moving('minus'),
  datesub: moving('minus'),
  timestamp_sub: moving('minus'),
} as const;
