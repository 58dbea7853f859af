import { call, cast, int, text, unless } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { statementLimits } from '../text/statement-limits.js';
import { microsOf } from './arithmetic.js';
import { commonType, implicitly } from './coerce.js';
import type { Context } from './context.js';
import { dayMicros, partsOf } from './interval.js';
import { elementsOf } from './json.js';
import type { Typed } from './typed.js';
import {
  engineType,
  int4Type,
  isInteger,
  isTime,
  jsonType,
  type PgType,
  textType,
  timestamptzType,
} from './types.js';

/** The values of a function that returns several rows, as an array. */
export interface Series {
  readonly array: Term;
  readonly type: PgType;
  readonly nullable: boolean;
}

export const setReturningNames = [
  'generate_series',
  'generate_subscripts',
  'unnest',
  'jsonb_array_elements',
  'json_array_elements',
  'jsonb_array_elements_text',
  'json_array_elements_text',
  'jsonb_object_keys',
  'json_object_keys',
];

export const isSetReturning = (name: string) => setReturningNames.includes(name);

export function seriesOf(context: Context, name: string, args: readonly Typed[], at: number): Series {
  if (name === 'generate_series') return generateSeries(context, args, at);
  if (name === 'generate_subscripts') return subscripts(context, args, at);
  const [only, ...more] = args;
  if (only === undefined || more.length > 0) throw context.refuse(at, `${name} takes one argument here.`);
  if (name === 'unnest') {
    if (only.type.name !== 'array') throw context.refuse(at, 'unnest needs an array.');
    return { array: only.term, type: only.type.of, nullable: true };
  }
  const document = implicitly(context, only, jsonType, name).term;
  if (name.endsWith('object_keys')) {
    const keys = call('JSONExtractKeys', call('ifNull', document, text('{}')));
    return { array: keys, type: textType, nullable: false };
  }
  const elements = elementsOf(document);
  if (!name.endsWith('_text')) return { array: elements, type: jsonType, nullable: false };
  const variable = context.fresh('v');
  const body = call('JSONExtract', { kind: 'variable', name: variable }, text('Nullable(String)'));
  const array = call('arrayMap', { kind: 'lambda', parameters: [variable], body }, elements);
  return { array, type: textType, nullable: true };
}

function subscripts(context: Context, args: readonly Typed[], at: number): Series {
  const [array, dimension] = args;
  if (array?.type.name !== 'array' || dimension?.literal !== '1' || args.length > 2)
    throw context.refuse(at, 'generate_subscripts takes an array and the dimension 1.');
  const count = call('length', array.term);
  const places = call('range', int(1), call('plus', count, int(1)));
  return { array: cast(places, `Array(${engineType(int4Type, false)})`), type: int4Type, nullable: false };
}

function generateSeries(context: Context, args: readonly Typed[], at: number): Series {
  const [start, stop, step] = args;
  if (start === undefined || stop === undefined || args.length > 3) {
    throw context.refuse(at, 'generate_series takes a start, an end and a step.');
  }
  if (step?.type.name === 'interval') return timeSeries(context, start, stop, step, at);
  const values = step === undefined ? [start, stop] : [start, stop, step];
  const type = commonType(context, values, 'generate_series');
  if (!isInteger(type))
    throw context.refuse(at, 'generate_series takes integers, or timestamps and an interval.');
  const by = step === undefined ? 1 : Number(step.literal ?? Number.NaN);
  if (!Number.isSafeInteger(by) || by === 0)
    throw context.refuse(at, 'The step of generate_series must be a literal integer other than 0.');
  const isUnbounded = call('or', call('isNull', start.term), call('isNull', stop.term));
  // A series with a NULL bound is empty. The engine's range rejects NULL, so the bounds are replaced by an empty range.
  const [from, to] = [start, stop].map((value, index) => {
    const bound = call('toInt64', implicitly(context, value, type, 'generate_series').term);
    const none = int(index === 0 ? Math.sign(by) : 0);
    return start.nullable || stop.nullable
      ? call('if', isUnbounded, none, call('ifNull', bound, none))
      : bound;
  }) as [Term, Term];
  // The distance between two bigints can overflow bigint, and so can the exclusive end of the range.
  const span = call('minus', call('toInt128', to), call('toInt128', from));
  const isEmpty = call(by > 0 ? 'less' : 'greater', span, int(0));
  const last = call('if', isEmpty, int(-1), call('intDiv', span, int(by)));
  const variable = context.fresh('v');
  const body = call('plus', from, call('multiply', { kind: 'variable', name: variable }, int(by)));
  return {
    array: cast(steps(variable, body, last), `Array(${engineType(type, false)})`),
    type,
    nullable: false,
  };
}

function timeSeries(context: Context, start: Typed, stop: Typed, step: Typed, at: number): Series {
  const type =
    start.type.name === 'timestamp' || stop.type.name === 'timestamp'
      ? ({ name: 'timestamp' } as const)
      : timestamptzType;
  const [from, to] = [start, stop].map((value) => {
    const time = implicitly(context, value, type, 'generate_series');
    if (!isTime(time.type)) throw context.refuse(at, 'generate_series needs timestamps.');
    return time;
  }) as [Typed, Typed];
  const { months, days, micros } = partsOf(context, step);
  const fixed = (term: Term | null) => (term === null ? 0 : term.kind === 'number' ? term.value : Number.NaN);
  const width = fixed(days) * dayMicros + fixed(micros);
  const byMonths = fixed(months);
  if (Number.isNaN(width + byMonths) || (width === 0) === (byMonths === 0) || width < 0 || byMonths < 0) {
    throw context.refuse(
      at,
      'The step of generate_series must be a literal interval above zero, either of months or of days and smaller units.',
    );
  }
  return byMonths === 0
    ? fixedSteps(context, from, to, width, type)
    : monthSteps(context, from, to, byMonths, type);
}

function fixedSteps(context: Context, from: Typed, to: Typed, width: number, type: PgType): Series {
  const span = call('minus', microsOf(context, to), microsOf(context, from));
  const count = call('intDiv', span, int(width));
  const last = call('if', call('less', span, int(0)), int(-1), count);
  const variable = context.fresh('v');
  const body = call(
    'addMicroseconds',
    cast(from.term, engineType(type, false)),
    call('multiply', { kind: 'variable', name: variable }, int(width)),
  );
  return { array: steps(variable, body, last), type, nullable: false };
}

/**
 * PostgreSQL adds the step to the previous value, so that a series from the 31st continues on the 28th after February.
 * Only days that every month has are supported.
 */
function monthSteps(context: Context, from: Typed, to: Typed, months: number, type: PgType): Series {
  const start = cast(from.term, engineType(type, false));
  const monthOf = (term: Term) =>
    call('plus', call('multiply', call('toYear', term), int(12)), call('toMonth', term));
  const span = call('minus', call('toInt64', monthOf(to.term)), call('toInt64', monthOf(start)));
  const late = call('greater', call('toDayOfMonth', start), int(28));
  const checked = unless(late, 'generate_series by months from a day after the 28th is not supported', start);
  const variable = context.fresh('v');
  const body = call(
    'addMonths',
    checked,
    call('multiply', { kind: 'variable', name: variable }, int(months)),
  );
  const last = call('if', call('less', span, int(0)), int(-1), call('intDiv', span, int(months)));
  const inside = context.fresh('v');
  const isInside = call('lessOrEquals', { kind: 'variable', name: inside }, to.term);
  const all = steps(variable, body, last);
  return {
    array: call('arrayFilter', { kind: 'lambda', parameters: [inside], body: isInside }, all),
    type,
    nullable: false,
  };
}

/**
 * The body for every index from 0 to the last. The array never exceeds the limit, in whatever order the engine evaluates
 * the check.
 */
function steps(variable: string, body: Term, last: Term): Term {
  const max = statementLimits.seriesLengthMax;
  const range = call('range', int(0), call('toInt64', call('least', call('plus', last, int(1)), int(max))));
  const check = call(
    'throwIf',
    call('greaterOrEquals', last, int(max)),
    text(`generate_series returns more than ${max} values`),
  );
  // The check returns zero if it passes, so this slices from 1. `unless` cannot be used: an array cannot be NULL.
  const places = call('arraySlice', range, call('plus', check, int(1)));
  return call('arrayMap', { kind: 'lambda', parameters: [variable], body }, places);
}
