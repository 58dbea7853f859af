import { bool, call, cast, int, nothing, text, unless } from '../../term/build-term.js';
import type { FunctionName } from '../../term/engine-names.js';
import type { Term } from '../../term/term.js';
import { microsOf } from '../arithmetic.js';
import { castTo } from '../cast.js';
import { convert, implicitly } from '../coerce.js';
import type { Context } from '../context.js';
import { dayMicros, partsOf } from '../interval.js';
import { literalAs, unknownLiteral } from '../literal.js';
import { pastReach, withinReach } from '../time-reach.js';
import { inZone, ofZone } from '../time-zone.js';
import type { Typed } from '../typed.js';
import {
  boolType,
  dateType,
  engineType,
  float8Type,
  int4Type,
  isNumber,
  isTime,
  numeric,
  type PgType,
  scalar,
  timestampType,
  timestamptzType,
} from '../types.js';
import { checkCount, type Handler, type Handlers, refuseType, writtenText } from './handler.js';
import { numberToChar } from './number-to-char.js';
import { timeByFormat } from './time-format.js';
import { toChar } from './to-char.js';
import { zoneName } from './zone.js';

/** Converts a date or a quoted literal to a timestamp. */
function timeOf(context: Context, arg: Typed, name: string): Typed {
  const value = arg.type.name === 'unknown' ? implicitly(context, arg, timestamptzType, name) : arg;
  if (!isTime(value.type)) throw refuseType(context, name, value);
  const type = value.type.name === 'date' ? timestampType : value.type;
  return { ...convert(context, value, type), at: value.at };
}

const whole =
  (micros: number) =>
  (time: Term): Term => {
    const since = call('toUnixTimestamp64Micro', time);
    return call(
      'fromUnixTimestamp64Micro',
      call('minus', since, call('positiveModulo', since, int(micros))),
      text('UTC'),
    );
  };

const startOfDay = whole(dayMicros);
/** The first day of the period in which the engine's field counts days. */
const firstDay = (field: FunctionName) => (time: Term) =>
  call('addDays', startOfDay(time), call('minus', int(1), call(field, time)));
const startOfMonth = firstDay('toDayOfMonth');
const startOfYear = firstDay('toDayOfYear');

/** The start of each unit. The engine's own functions do not work before 1970. */
const truncations: Readonly<Record<string, (time: Term) => Term>> = {
  microseconds: (time) => time,
  milliseconds: whole(1_000),
  second: whole(1_000_000),
  minute: whole(60_000_000),
  hour: whole(3_600_000_000),
  day: startOfDay,
  week: firstDay('toDayOfWeek'),
  month: startOfMonth,
  quarter: (time) =>
    call(
      'addMonths',
      startOfMonth(time),
      call('negate', call('modulo', call('minus', call('toMonth', time), int(1)), int(3))),
    ),
  year: startOfYear,
  decade: (time) =>
    call(
      'addMonths',
      startOfYear(time),
      call('negate', call('multiply', call('modulo', call('toYear', time), int(10)), int(12))),
    ),
};

const unitAliases: Readonly<Record<string, string>> = {
  qtr: 'quarter',
  mon: 'month',
  sec: 'second',
  min: 'minute',
  hr: 'hour',
  yr: 'year',
};
const exactUnits = new Set([
  ...Object.keys(truncations),
  'isoyear',
  'isodow',
  'doy',
  'dow',
  'epoch',
  'century',
]);

/** PostgreSQL's units, which may be in the plural or short. */
function unitName(unit: string): string {
  const name = unit.toLowerCase();
  if (exactUnits.has(name)) return name;
  if (exactUnits.has(`${name}s`)) return `${name}s`;
  const single = name.replace(/s$/, '');
  return Object.hasOwn(unitAliases, single) ? (unitAliases[single] ?? single) : single;
}

export function truncated(context: Context, unit: string, time: Typed, at: number): Typed {
  const name = unitName(unit);
  const start = Object.hasOwn(truncations, name) ? truncations[name] : undefined;
  if (start === undefined)
    throw context.refuse(at, `date_trunc does not support the unit ${JSON.stringify(unit)}.`);
  const precise = cast(time.term, engineType(timestampType, time.nullable));
  return { ...time, term: cast(start(precise), engineType(timestampType, time.nullable)), at };
}

const dateTrunc: Handler = (context, args, at, name) => {
  checkCount(context, args, 2, 3, at, name);
  const unit = writtenText(context, args[0], 'The unit', at);
  if (args[2] === undefined) {
    const time = timeOf(context, args[1] as Typed, name);
    const type = args[1]?.type.name === 'date' ? timestamptzType : time.type;
    return { ...truncated(context, unit, time, at), type };
  }
  const zone = zoneName(context, args[2], at);
  const instant = implicitly(context, args[1] as Typed, timestamptzType, name);
  const clock = inZone(context, instant, zone);
  const local = truncated(context, unit, clock, at);
  if (!clockUnits.has(unitName(unit))) return ofZone(context, local, zone);
  // Subtract from the instant, so that an hour that clocks show twice stays the same one.
  const past = call('minus', microsOf(context, clock), microsOf(context, local));
  const micros = call('minus', microsOf(context, instant), past);
  return { ...instant, term: call('fromUnixTimestamp64Micro', micros, text('UTC')), at };
};

/** Units that a date does not have, and that a clock change does not affect. */
const clockUnits = new Set(['hour', 'minute', 'second', 'milliseconds', 'microseconds']);

type Field = (time: Term) => Term;

const plainFields: Readonly<Record<string, Field>> = {
  year: (time) => call('toYear', time),
  isoyear: (time) => call('toISOYear', time),
  quarter: (time) => call('toQuarter', time),
  month: (time) => call('toMonth', time),
  week: (time) => call('toISOWeek', time),
  day: (time) => call('toDayOfMonth', time),
  doy: (time) => call('toDayOfYear', time),
  isodow: (time) => call('toDayOfWeek', time),
  dow: (time) => call('modulo', call('toDayOfWeek', time), int(7)),
  hour: (time) => call('toHour', time),
  minute: (time) => call('toMinute', time),
  decade: (time) => call('intDiv', call('toYear', time), int(10)),
  century: (time) => call('intDiv', call('plus', call('toYear', time), int(99)), int(100)),
};

const minuteMicros = 60_000_000;
/** The digits of a bigint. No field has more. */
const fieldDigits = 19;

/** Fields with fractions of a second: the value in microseconds, and the decimals of the field. */
const fractionFields: Readonly<Record<string, readonly [micros: Field, scale: number]>> = {
  epoch: [(time) => call('toUnixTimestamp64Micro', time), 6],
  second: [(time) => call('positiveModulo', call('toUnixTimestamp64Micro', time), int(minuteMicros)), 6],
  milliseconds: [
    (time) => call('positiveModulo', call('toUnixTimestamp64Micro', time), int(minuteMicros)),
    3,
  ],
  microseconds: [
    (time) => call('positiveModulo', call('toUnixTimestamp64Micro', time), int(minuteMicros)),
    0,
  ],
};

/** Microseconds as a numeric, scaled by the field's smallest unit. */
function fromMicros(micros: Term, scale: number, nullable: boolean): Term {
  const millionth = cast(text(`0.${'1'.padStart(scale, '0')}`), engineType(numeric(scale), false));
  const units = cast(micros, engineType(numeric(0), nullable));
  return scale === 0 ? units : cast(call('multiply', units, millionth), engineType(numeric(scale), nullable));
}

function field(context: Context, unit: string, value: Typed, at: number): Typed {
  const name = unitName(unit);
  if (value.type.name === 'interval') return intervalField(context, name, value, at);
  const time = timeOf(context, value, 'extract');
  const precise = cast(time.term, engineType(timestampType, time.nullable));
  const { nullable } = time;
  const plain = Object.hasOwn(plainFields, name) ? plainFields[name] : undefined;
  if (plain !== undefined) {
    const type = numeric(0, true, fieldDigits);
    const whole = plain(precise);
    return { term: cast(whole, engineType(type, nullable)), type, nullable, at, whole };
  }
  const fraction = Object.hasOwn(fractionFields, name) ? fractionFields[name] : undefined;
  if (fraction === undefined) throw context.refuse(at, `The field ${unit} is not supported.`);
  const [micros, scale] = fraction;
  // PostgreSQL returns the epoch of a date without decimals.
  const isWhole = name === 'epoch' && value.type.name === 'date';
  const type = numeric(scale, !isWhole, fieldDigits);
  return { term: fromMicros(micros(precise), scale, nullable), type, nullable, at };
}

const secondsPerDay = 86_400;
const secondsPerYear = 31_557_600;
const secondsPerMonth = 2_592_000;

function intervalField(context: Context, name: string, value: Typed, at: number): Typed {
  const { months, days, micros } = partsOf(context, value);
  const { nullable } = value;
  const wide = (term: Term | null) => (term === null ? int(0) : call('toInt64', term));
  // A missing part of an interval is 0, but the parts of a NULL interval are NULL.
  const known = (term: Term) => (nullable ? call('if', call('isNull', value.term), nothing, term) : term);
  const numericOf = (term: Term): Typed => ({
    term: cast(known(term), engineType(numeric(0), nullable)),
    type: numeric(0, true, fieldDigits),
    nullable,
    at,
  });
  const clock = wide(micros);
  switch (name) {
    case 'epoch': {
      const fixed = call('multiply', wide(days), int(secondsPerDay));
      const years = call('multiply', call('intDiv', wide(months), int(12)), int(secondsPerYear));
      const rest = call('multiply', call('modulo', wide(months), int(12)), int(secondsPerMonth));
      // Microseconds of all parts together can overflow 64 bits.
      const seconds = cast(call('plus', fixed, call('plus', years, rest)), engineType(numeric(6), nullable));
      return {
        term: known(call('plus', seconds, fromMicros(clock, 6, nullable))),
        type: numeric(6, true, fieldDigits),
        nullable,
        at,
      };
    }
    case 'day':
      return numericOf(wide(days));
    case 'hour':
      return numericOf(call('intDiv', clock, int(3_600_000_000)));
    case 'minute':
      return numericOf(call('modulo', call('intDiv', clock, int(minuteMicros)), int(60)));
    case 'month':
      return numericOf(call('modulo', wide(months), int(12)));
    case 'year':
      return numericOf(call('intDiv', wide(months), int(12)));
    default:
      throw context.refuse(at, `The field ${name} of an interval is not supported.`);
  }
}

const extract: Handler = (context, args, at, name) => {
  checkCount(context, args, 2, 2, at, name);
  const unit = writtenText(context, args[0], 'The field', at);
  if (name === 'extract' && args[1]?.type.name === 'date' && clockUnits.has(unitName(unit)))
    throw context.refuse(at, `extract: a date has no field ${unit}.`);
  return field(context, unit, args[1] as Typed, at);
};

const datePart: Handler = (context, args, at, name) =>
  convert(context, extract(context, args, at, name), float8Type);

/** `t AT TIME ZONE z`: converts an instant to local time in the zone, and local time to an instant. */
const timezone: Handler = (context, args, at, name) => {
  checkCount(context, args, 2, 2, at, name);
  const zone = zoneName(context, args[0], at);
  const value = timeOf(context, args[1] as Typed, 'AT TIME ZONE');
  return value.type.name === 'timestamptz' || args[1]?.type.name === 'date'
    ? inZone(context, value, zone)
    : ofZone(context, value, zone);
};

const secondsTo2000 = 946_684_800;

const toTimestamp: Handler = (context, args, at, name) => {
  if (args.length === 2) return byFormat(timestamptzType)(context, args, at, name);
  checkCount(context, args, 1, 2, at, name);
  const seconds = implicitly(context, args[0] as Typed, float8Type, name);
  const { nullable } = seconds;
  // PostgreSQL counts from 2000 and rounds there, which shows in the last digit.
  const since2000 = call('multiply', call('minus', seconds.term, int(secondsTo2000)), int(1_000_000));
  const rounded = call('roundBankers', since2000);
  // Under a NULL there can be an infinity, which a plain cast refuses.
  const whole = nullable ? call('accurateCastOrNull', rounded, text('Int64')) : cast(rounded, 'Int64');
  const micros = call('plus', whole, int(secondsTo2000 * 1_000_000));
  const time = call('fromUnixTimestamp64Micro', micros, text('UTC'));
  const term = withinReach(time, timestamptzType, nullable, pastReach(seconds.term, 1 / 1000));
  return { term, type: timestamptzType, nullable, at };
};

/** to_timestamp and to_date with a format, of literals: filters of dashboards. */
const byFormat =
  (type: PgType): Handler =>
  (context, args, at, name) => {
    checkCount(context, args, 2, 2, at, name);
    const written = writtenText(context, args[0], `The text of ${name} with a format`, at);
    const time = timeByFormat(context, written, writtenText(context, args[1], 'The format', at), at);
    return literalAs(context, unknownLiteral(time, at), type);
  };

const finite: Handler = (context, args, at, name) => {
  checkCount(context, args, 1, 1, at, name);
  const [value] = args as [Typed];
  if (!isTime(value.type) && value.type.name !== 'interval') throw refuseType(context, name, value);
  // Infinite times are not supported, so every time is finite.
  const term = call('if', call('isNull', value.term), nothing, bool(true));
  return { term, type: boolType, nullable: value.nullable, at };
};

const date: Handler = (context, args, at, name) => {
  checkCount(context, args, 1, 1, at, name);
  return { ...castTo(context, args[0] as Typed, dateType), at };
};

const now =
  (type: PgType): Handler =>
  (context, args, at, name) => {
    checkCount(context, args, 0, 0, at, name);
    return { term: call('now64', int(6), text('UTC')), type, nullable: false, at };
  };

/** The start of the interval of this length that contains the time, counted from an origin. */
const dateBin: Handler = (context, args, at, name) => {
  checkCount(context, args, 3, 3, at, name);
  const stride = implicitly(context, args[0] as Typed, scalar('interval'), name);
  const { months, days, micros } = partsOf(context, stride);
  const amount = (part: Term | null) =>
    part === null ? 0 : part.kind === 'number' ? part.value : Number.NaN;
  const width = amount(days) * dayMicros + amount(micros);
  if (amount(months) !== 0 || !(width > 0))
    throw context.refuse(at, 'The stride of date_bin must be a literal interval above zero, without months.');
  const [time, origin] = args.slice(1).map((arg) => timeOf(context, arg, name)) as [Typed, Typed];
  const isInstant = [time, origin].some(({ type }) => type.name === 'timestamptz');
  const type = isInstant ? timestamptzType : timestampType;
  const nullable = time.nullable || origin.nullable;
  const start = microsOf(context, origin);
  const since = call('minus', microsOf(context, time), start);
  const binned = call('minus', since, call('positiveModulo', since, int(width)));
  const term = call('fromUnixTimestamp64Micro', call('plus', start, binned), text('UTC'));
  return { term: cast(term, engineType(type, nullable)), type, nullable, at };
};

const makeDate: Handler = (context, args, at, name) => {
  checkCount(context, args, 3, 3, at, name);
  const typed = args.map((arg) => implicitly(context, arg, int4Type, name));
  const nullable = typed.some((arg) => arg.nullable);
  const [year, month, day] = typed.map(({ term }) => call('toInt64', term)) as [Term, Term, Term];
  const months = call(
    'plus',
    call('multiply', call('minus', year, int(1970)), int(12)),
    call('minus', month, int(1)),
  );
  const first = call('addMonths', cast(text('1970-01-01'), engineType(dateType, false)), months);
  const result = call('addDays', first, call('minus', day, int(1)));
  const isOutside = (value: Term, most: number) =>
    call('or', call('less', value, int(1)), call('greater', value, int(most)));
  const isWrong = call(
    'or',
    isOutside(year, 9999),
    isOutside(month, 12),
    isOutside(day, 31),
    call('notEquals', call('toDayOfMonth', result), day),
  );
  const term = cast(unless(isWrong, 'date field value out of range', result), engineType(dateType, true));
  return { term: nullable ? term : cast(term, engineType(dateType, false)), type: dateType, nullable, at };
};

export const timeFunctions: Handlers = {
  date_bin: dateBin,
  make_date: makeDate,
  date_trunc: dateTrunc,
  extract,
  date_part: datePart,
  timezone,
  to_char: (context, args, at, name) => {
    checkCount(context, args, 2, 2, at, name);
    const [value] = args as [Typed];
    const format = writtenText(context, args[1], 'The format', at);
    if (isNumber(value.type)) return numberToChar(context, value, format, at);
    if (value.type.name === 'interval') throw context.refuse(at, 'to_char of an interval is not supported.');
    return toChar(context, timeOf(context, value, name), format, at);
  },
  to_timestamp: toTimestamp,
  to_date: byFormat(dateType),
  date,
  isfinite: finite,
  now: now(timestamptzType),
  statement_timestamp: now(timestamptzType),
  transaction_timestamp: now(timestamptzType),
};
