import { call, cast, int, nothing } from '../../term/build-term.js';
import type { AggregateName } from '../../term/engine-names.js';
import type { Term } from '../../term/term.js';
import { divideNumerics } from '../arithmetic.js';
import { convert, implicitly, openScale } from '../coerce.js';
import type { Context } from '../context.js';
import { numericRoot } from '../numeric-root.js';
import type { Typed } from '../typed.js';
import { engineType, float8Type, isInteger, isNumber, numeric } from '../types.js';
import { type AggregateCall, type AggregateHandler, filtered, type Over, ofOne } from './aggregate-call.js';
import { checkCount, refuseType } from './handler.js';

interface Deviation {
  /** The engine's function for doubles. The others lose all digits of large values that are close to one another. */
  readonly ofFloats: AggregateName;
  /** With fewer values the result is NULL. */
  readonly least: 1 | 2;
  readonly isRoot: boolean;
}

const deviation = (kind: Deviation): AggregateHandler =>
  ofOne((context, aggregated, value, over) => {
    const { name, at, distinct } = aggregated;
    if (distinct) throw context.refuse(at, `${name} with DISTINCT is not supported.`);
    if (!isNumber(value.type)) throw refuseType(context, name, value);
    if (value.type.name === 'numeric' && context.expression === null) {
      throw context.refuse(at, `${name} of a numeric is not supported. Cast it: ${name}(x::float8).`);
    }
    return isInteger(value.type) && context.expression === null
      ? ofIntegers(kind, aggregated, value, over)
      : ofFloats(context, kind, aggregated, value, over);
  });

function ofFloats(
  context: Context,
  { ofFloats: name, least }: Deviation,
  aggregated: AggregateCall,
  value: Typed,
  over: Over,
): Typed {
  const converted = convert(context, value, float8Type);
  const arg = filtered(aggregated, converted.term, converted);
  const few = call('less', over('count', [arg]), int(least));
  const term = call('if', few, nothing, cast(over(name, [arg]), engineType(float8Type, true)));
  return { term, type: float8Type, nullable: true, at: aggregated.at };
}

/** As in PostgreSQL, exact: (n·Σx² - (Σx)²) / (n·(n - 1)), which fits into 256 bits for any number of 64-bit integers. */
function ofIntegers(
  { least, isRoot }: Deviation,
  aggregated: AggregateCall,
  value: Typed,
  over: Over,
): Typed {
  const arg = filtered(aggregated, cast(value.term, 'Nullable(Int256)'), null);
  const count = cast(over('count', [arg]), 'Int256');
  const sum = over('sum', [arg]);
  const squares = over('sum', [call('multiply', arg, arg)]);
  const spread = call('minus', call('multiply', count, squares), call('multiply', sum, sum));
  const pairs = call('multiply', count, call('minus', count, int(least - 1)));
  // Via text, because the engine cannot cast Int256 to this decimal directly.
  const decimal = (term: Term, nullable: boolean) =>
    cast(call('toString', term), engineType(numeric(0), nullable));
  const divisor = decimal(call('greatest', pairs, int(1)), false);
  const variance = divideNumerics(decimal(spread, true), divisor, openScale, true);
  const few = call('less', count, int(least));
  return {
    term: call('if', few, nothing, isRoot ? numericRoot(variance, openScale, true) : variance),
    type: numeric(openScale),
    nullable: true,
    at: aggregated.at,
  };
}

/** An aggregate of the records in which both values are present. NULL where the engine returns NaN. */
const ofPairs =
  (engineName: AggregateName): AggregateHandler =>
  (context, aggregated, over) => {
    const { name, at, star, distinct } = aggregated;
    if (star || distinct) throw context.refuse(at, `${name} takes neither * nor DISTINCT.`);
    checkCount(context, aggregated.args, 2, 2, at, name);
    const args = aggregated.args.map((arg) => {
      const converted = implicitly(context, arg, float8Type, name);
      return filtered(aggregated, converted.term, converted);
    });
    const result = over(engineName, args);
    const term = call('if', call('ifNull', call('isFinite', result), int(0)), result, nothing);
    return { term: cast(term, engineType(float8Type, true)), type: float8Type, nullable: true, at };
  };

const sampleDeviation = deviation({ ofFloats: 'stddevSampStable', least: 2, isRoot: true });
const sampleVariance = deviation({ ofFloats: 'varSampStable', least: 2, isRoot: false });

export const statistics: Readonly<Record<string, AggregateHandler>> = {
  stddev: sampleDeviation,
  stddev_samp: sampleDeviation,
  stddev_pop: deviation({ ofFloats: 'stddevPopStable', least: 1, isRoot: true }),
  variance: sampleVariance,
  var_samp: sampleVariance,
  var_pop: deviation({ ofFloats: 'varPopStable', least: 1, isRoot: false }),
  corr: ofPairs('corrStable'),
  covar_pop: ofPairs('covarPopStable'),
  covar_samp: ofPairs('covarSampStable'),
};
