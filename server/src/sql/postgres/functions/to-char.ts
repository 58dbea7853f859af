import { call, cast, int, nothing, text } from '../../term/build-term.js';
import type { Term } from '../../term/term.js';
import type { Context } from '../context.js';
import type { Typed } from '../typed.js';
import { engineType, textType, timestampType } from '../types.js';

type Piece = (time: Term) => Term;

const digits =
  (width: number, value: Piece): Piece =>
  (time) =>
    call('leftPadUTF8', call('toString', value(time)), int(width), text('0'));
const microsOf: Piece = (time) =>
  call('positiveModulo', call('toUnixTimestamp64Micro', time), int(1_000_000));
const hour12: Piece = (time) =>
  call('plus', call('modulo', call('plus', call('toHour', time), int(11)), int(12)), int(1));
const meridiem =
  (am: string, pm: string): Piece =>
  (time) =>
    call('if', call('less', call('toHour', time), int(12)), text(am), text(pm));

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const pick =
  (names: readonly string[], index: Piece): Piece =>
  (time) =>
    call('arrayElement', call('array', ...names.map(text)), index(time));
const month: Piece = (time) => call('toMonth', time);
const weekday: Piece = (time) => call('toDayOfWeek', time);
/** PostgreSQL pads names of days and months to nine characters. */
const nameWidth = 9;
const names = (list: readonly string[], index: Piece, change: (name: string) => string): [Piece, Piece] => {
  const changed = list.map(change);
  return [
    pick(
      changed.map((name) => name.padEnd(nameWidth)),
      index,
    ),
    pick(changed, index),
  ];
};
const short = (list: readonly string[], index: Piece, change: (name: string) => string): [Piece, Piece] => {
  const piece = pick(
    list.map((name) => change(name.slice(0, 3))),
    index,
  );
  return [piece, piece];
};
const same = (name: string) => name;
const upper = (name: string) => name.toUpperCase();
const lower = (name: string) => name.toLowerCase();

/** A number padded with zeros, and without padding for the prefix FM. */
const number = (width: number, value: Piece): [Piece, Piece] => [
  digits(width, value),
  (time) => call('toString', value(time)),
];

/** The text of each pattern, without and with the prefix FM. Longer patterns come first: `HH24` before `HH`. */
const patterns: readonly (readonly [pattern: string, pieces: readonly [Piece, Piece]])[] = [
  ['YYYY', number(4, (time) => call('toYear', time))],
  ['IYYY', number(4, (time) => call('toISOYear', time))],
  ['YY', number(2, (time) => call('modulo', call('toYear', time), int(100)))],
  ['MONTH', names(months, month, upper)],
  ['Month', names(months, month, same)],
  ['month', names(months, month, lower)],
  ['MON', short(months, month, upper)],
  ['Mon', short(months, month, same)],
  ['mon', short(months, month, lower)],
  ['MM', number(2, month)],
  ['DDD', number(3, (time) => call('toDayOfYear', time))],
  ['DD', number(2, (time) => call('toDayOfMonth', time))],
  ['DAY', names(days, weekday, upper)],
  ['Day', names(days, weekday, same)],
  ['day', names(days, weekday, lower)],
  ['DY', short(days, weekday, upper)],
  ['Dy', short(days, weekday, same)],
  ['dy', short(days, weekday, lower)],
  ['ID', number(1, weekday)],
  ['D', number(1, (time) => call('plus', call('modulo', weekday(time), int(7)), int(1)))],
  ['IW', number(2, (time) => call('toISOWeek', time))],
  ['Q', number(1, (time) => call('toQuarter', time))],
  ['HH24', number(2, (time) => call('toHour', time))],
  ['HH12', number(2, hour12)],
  ['HH', number(2, hour12)],
  ['MI', number(2, (time) => call('toMinute', time))],
  ['SS', number(2, (time) => call('toSecond', time))],
  ['MS', number(3, (time) => call('intDiv', microsOf(time), int(1000)))],
  ['US', number(6, microsOf)],
  ['AM', [meridiem('AM', 'PM'), meridiem('AM', 'PM')]],
  ['PM', [meridiem('AM', 'PM'), meridiem('AM', 'PM')]],
  ['am', [meridiem('am', 'pm'), meridiem('am', 'pm')]],
  ['pm', [meridiem('am', 'pm'), meridiem('am', 'pm')]],
];

const formatLengthMax = 100;

/** `to_char(timestamp, format)`: concatenates the text of each pattern. */
export function toChar(context: Context, time: Typed, format: string, at: number): Typed {
  if (format.length > formatLengthMax)
    throw context.refuse(at, `A format can have at most ${formatLengthMax} characters.`);
  const precise = cast(time.term, engineType(timestampType, time.nullable));
  const pieces: Term[] = [text('')];
  let rest = format;
  while (rest !== '') {
    const [taken, piece] = nextPiece(context, rest, at);
    pieces.push(typeof piece === 'string' ? text(piece) : piece(precise));
    rest = rest.slice(taken);
  }
  const whole = call('concat', ...pieces);
  // Some pieces are not NULL for a NULL time.
  const term = time.nullable ? call('if', call('isNull', time.term), nothing, whole) : whole;
  return { term, type: textType, nullable: time.nullable, at };
}

function nextPiece(context: Context, rest: string, at: number): [taken: number, piece: string | Piece] {
  const quoted = /^"([^"\\]*)"/.exec(rest);
  if (quoted !== null) return [quoted[0].length, quoted[1] ?? ''];
  const fill = /^FM/i.test(rest) ? 2 : 0;
  const body = rest.slice(fill);
  // These unsupported patterns start like supported ones.
  const found = /^(SSSS|IDDD)/.test(body)
    ? undefined
    : patterns.find(([pattern]) => body.startsWith(pattern));
  if (found !== undefined) return [fill + found[0].length, found[1][fill === 0 ? 0 : 1]];
  const [other] = /^[^A-Za-z"\\]+/.exec(rest) ?? [];
  if (other !== undefined) return [other.length, other];
  throw context.refuse(at, `The format is not supported from ${JSON.stringify(rest.slice(0, 8))} on.`);
}
