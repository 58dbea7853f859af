import { call, cast, int, nothing } from '../../term/build-term.js';
import type { Term } from '../../term/term.js';
import type { Context } from '../context.js';
import { fractionOf, intervalOf, partsOf } from '../interval.js';
import type { IntervalParts, Typed } from '../typed.js';
import { type AggregateCall, filtered, type Over } from './aggregate-call.js';

/** A part of an interval in records with an interval, NULL in others. */
function measured(aggregated: AggregateCall, value: Typed, part: Term | null): Term {
  const amount = call('toInt128', part ?? int(0));
  const known = value.nullable ? call('if', call('isNull', value.term), nothing, amount) : amount;
  return filtered(aggregated, cast(known, 'Nullable(Int128)'), null);
}

function totals(context: Context, aggregated: AggregateCall, value: Typed, over: Over): IntervalParts {
  if (aggregated.distinct)
    throw context.refuse(aggregated.at, `${aggregated.name} of DISTINCT intervals is not supported.`);
  const { months, days, micros } = partsOf(context, value);
  const total = (part: Term | null) => part && over('sum', [measured(aggregated, value, part)]);
  return { months: total(months), days: total(days), micros: total(micros) ?? total(int(0)) };
}

/** Months, days and time are added separately, as in PostgreSQL. */
export function sumOfIntervals(context: Context, aggregated: AggregateCall, value: Typed, over: Over): Typed {
  return intervalOf(totals(context, aggregated, value, over), true, aggregated.at);
}

export function averageOfIntervals(
  context: Context,
  aggregated: AggregateCall,
  value: Typed,
  over: Over,
): Typed {
  const count = call('toFloat64', over('count', [measured(aggregated, value, null)]));
  const parts = fractionOf(totals(context, aggregated, value, over), '/', count, true);
  return intervalOf(parts, true, aggregated.at);
}

/** The shortest or longest interval, with the parts that it has. */
export function extremeInterval(
  context: Context,
  aggregated: AggregateCall,
  value: Typed,
  over: Over,
): Typed {
  const { months, days, micros } = partsOf(context, value);
  const name = aggregated.name === 'min' ? 'min' : 'max';
  const present = measured(aggregated, value, null);
  // The other records come last, whichever end is wanted.
  const isThere = call(name === 'min' ? 'isNull' : 'isNotNull', present);
  const amounts = [value.term, months, days, micros].map((part) =>
    call('ifNull', call('toInt128', part ?? int(0)), int(0)),
  );
  const found = over(name, [call('tuple', isThere, ...amounts)]);
  const isNone = call('equals', over('count', [present]), int(0));
  const part = (place: number) => call('if', isNone, nothing, call('tupleElement', found, int(place)));
  return intervalOf({ months: part(3), days: part(4), micros: part(5) }, true, aggregated.at);
}
