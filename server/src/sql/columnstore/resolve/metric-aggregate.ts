import type { Column, DeclaredType } from '../../../catalog/column.js';
import { decimalRules } from '../../../catalog/decimal-size.js';
import { namedFunction } from '../../functions/allow-list.js';
import type { EngineFunction } from '../../functions/engine-function.js';
import { call, cast, exactCast, int } from '../../term/build-term.js';
import type { ColumnTerm } from '../../term/term.js';
import type { EngineTable } from '../scope.js';
import { aggregateValue, type EngineAggregate } from './engine-aggregate.js';
import { type EngineValue, engineValue } from './engine-value.js';

/**
 * An aggregate with a Metric's semantics, where they differ from the engine's. The Metric type SUM is 0 for no
 * records, like its time series.
 */
export function metricAggregate(
  aggregate: EngineAggregate,
  columns: readonly Column[],
  sumOfNothing: 'null' | 'zero' = 'null',
): EngineValue {
  if (sumOfNothing === 'null' || aggregate.fn.engineName !== 'sum')
    return settled(aggregate, columns, namedFunction(`${aggregate.fn.engineName}OrNull`));
  const sum = settled(aggregate, columns);
  return { ...sum, term: call('ifNull', sum.term, int(0)) };
}

function settled(
  aggregate: EngineAggregate,
  columns: readonly Column[],
  // The sum and the minimum of no values are NULL; the engine would return 0, an empty string or 1970.
  ofNothing: EngineFunction | null = null,
): EngineValue {
  const { fn, args } = aggregate;
  const name = fn.engineName;
  const typeOf = (term: ColumnTerm) => columns.find((column) => column.name === term.name);
  const given = name === 'uniqExact' ? args.map(withOneZero) : args;
  const value = aggregateValue({ ...aggregate, fn: ofNothing ?? fn, args: given.map(wideFor(name, typeOf)) });
  const isOfFloats = args.some(({ term }) => term.kind === 'column' && isFloat(typeOf(term)));
  return name === 'sum' && !aggregate.distinct && isOfFloats ? compensated(value) : value;
}

const isFloat = (declared: DeclaredType | undefined) =>
  declared?.type === 'FLOAT' || declared?.type === 'DOUBLE';

/** A sum of floats is as near to the sum of the numbers that they stand for as a double can be. */
const compensated = (sum: EngineValue): EngineValue =>
  sum.term.kind === 'aggregate' ? { ...sum, term: { ...sum.term, compensated: true } } : sum;

/** An aggregate of a statement. A sum of an INT64 column that exceeds 64 bits is an error; the engine would wrap around. */
export function statementAggregate(aggregate: EngineAggregate, tables: readonly EngineTable[]): EngineValue {
  const { fn, args } = aggregate;
  const typeOf = (term: ColumnTerm) => typeIn(tables, term);
  if (fn.engineName === 'sum') {
    const [decimal] = args.map((arg) => wideDecimal(arg, typeOf));
    if (decimal) return aggregateValue({ ...aggregate, args: [decimal] });
  }
  const isLong = ({ term }: EngineValue) => term.kind === 'column' && typeOf(term)?.type === 'INT64';
  if ((fn.engineName !== 'sum' && fn.engineName !== 'avg') || !args.some(isLong))
    return aggregateValue(aggregate);
  // These keep the column's nullability: the engine's sum of no records is 0 unless the column is nullable.
  const widen = fn.engineName === 'sum' ? 'toInt128' : 'toFloat64';
  const wide = args.map(({ term, type }) => engineValue(call(widen, term), type));
  const value = aggregateValue({ ...aggregate, args: wide });
  return fn.engineName === 'sum' ? { ...value, term: exactCast(value.term, 'Nullable(Int64)') } : value;
}

/** The engine adds 64-bit integers in 64 bits, which overflows silently. */
const wideFor =
  (name: string, typeOf: TypeOf) =>
  (arg: EngineValue): EngineValue => {
    if (name === 'sum' && arg.type === 'decimal') return wideDecimal(arg, typeOf) ?? arg;
    if ((name !== 'sum' && name !== 'avg') || !isWide(arg, typeOf)) return arg;
    return name === 'sum' ? asType('Int128', 'integer')(arg) : asType('Float64', 'number')(arg);
  };

/** The type of a stored column; undefined if it is not known. */
type TypeOf = (term: ColumnTerm) => DeclaredType | undefined;

function typeIn(tables: readonly EngineTable[], term: ColumnTerm): DeclaredType | undefined {
  const table = tables.find(({ alias }) => alias === term.table);
  return table?.columns.find(({ name, engineName = name }) => engineName === term.name);
}

/** The engine adds decimals up in 38 digits, which overflows silently if they have many. Undefined if they have few. */
function wideDecimal({ term, type }: EngineValue, typeOf: TypeOf): EngineValue | undefined {
  const stored = term.kind === 'column' ? typeOf(term) : undefined;
  if (stored?.precision === undefined || stored.precision <= decimalRules.precisionDefault) return undefined;
  return engineValue(cast(term, `Nullable(Decimal(76, ${stored.scale ?? 0}))`), type);
}

/** Turns -0 into 0: the engine would count them as two distinct values. */
const withOneZero = (value: EngineValue): EngineValue =>
  value.type === 'number' ? engineValue(call('plus', value.term, int(0)), 'number') : value;

const narrowTypes: readonly Column['type'][] = ['INT8', 'INT16', 'INT32'];

/** Whether the value may be a 64-bit integer. */
function isWide({ term, type }: EngineValue, typeOf: TypeOf): boolean {
  const stored = term.kind === 'column' ? typeOf(term)?.type : undefined;
  return type === 'integer' && !(stored && narrowTypes.includes(stored));
}

const asType =
  (engineType: string, type: 'integer' | 'number') =>
  ({ term }: EngineValue): EngineValue =>
    engineValue(cast(term, `Nullable(${engineType})`), type);
