import type { CallTerm, Term } from './term.js';
import { partsOf } from './walk-term.js';

/*
 * The engine evaluates conditions before it reads any record: over the marks of the table's key and the bounds of partitions, to find
 * what it need not read. These are values of records that a policy may hide. A function that fails for one of them would tell of
 * it. So in statements that access policies limit, functions get their columns in a form that the engine cannot compute from an index.
 * A comparison of a column with a constant keeps the index, because it cannot fail, and so does one of a time's day or year.
 */

/** The engine compares these with the bounds of an index itself. */
const comparisons: ReadonlySet<string> = new Set([
  ...['equals', 'notEquals', 'less', 'lessOrEquals', 'greater', 'greaterOrEquals', 'in'],
  ...['like', 'ilike', 'startsWith'],
]);
const tests: ReadonlySet<string> = new Set(['isNull', 'isNotNull', 'and', 'or', 'not']);
/** Its argument is a key of GROUP BY, as that is printed. */
const ofKeys = 'grouping';

/** Whether a column may stand as it is among the arguments of this call. */
export const takesPlainColumns = ({ name }: CallTerm): boolean => tests.has(name) || name === ofKeys;

/** Whether columns may stand as they are anywhere in this call. */
export const isSafeComparison = ({ name, args }: CallTerm): boolean =>
  comparisons.has(name) && args.every((arg) => arg.kind === 'column' || isNarrow(arg) || isOfStoredTime(arg));

/** These have a value for every stored time, and the engine knows which times have that value. */
const ofTimes: ReadonlySet<string> = new Set([
  'toYear',
  'toDate',
  'toDate32',
  'toYYYYMM',
  'toYYYYMMDD',
  'toMonday',
]);
const startsOfTimes = /^toStartOf(?:Minute|Hour|Day|Month|Quarter|Year)$/;
const timeType = /^(?:Nullable\()?(?:Date32|DateTime64\([36], 'UTC'\))\)?$/;

function isOfStoredTime(term: Term): boolean {
  if (term.kind === 'column') return term.isStoredTime === true;
  if (term.kind === 'cast') return timeType.test(term.engineType) && isOfStoredTime(term.operand);
  if (term.kind !== 'call' || !(ofTimes.has(term.name) || startsOfTimes.test(term.name))) return false;
  const [time, ...zone] = term.args;
  return (
    time !== undefined &&
    isOfStoredTime(time) &&
    zone.every(({ kind }) => kind === 'text' || kind === 'value')
  );
}

/** A column is cast to the type of what it is compared with. Only the first of these types hold every value of a column. */
const wideType = /Decimal|DateTime64\([7-9]/;
const scaled = /64|Decimal/;
const scaleMax = 6;

/** Whether a constant has a type to which every value of a column can be cast. */
function isNarrow(term: Term): boolean {
  switch (term.kind) {
    case 'value':
      return !wideType.test(term.type);
    case 'constant':
    case 'number':
    case 'text':
      return true;
    case 'cast':
      return !wideType.test(term.engineType) && isNarrow(term.operand);
    case 'call':
      return partsOf(term).every(isNarrow) && (!scaled.test(term.name) || hasNarrowScale(term));
    default:
      return false;
  }
}

const hasNarrowScale = ({ args }: CallTerm) =>
  args.some((arg) => arg.kind === 'number' && arg.value >= 0 && arg.value <= scaleMax);
