import type { Column } from '../../../catalog/column.js';
import { findFunction } from '../../functions/allow-list.js';
import type { EngineFunction } from '../../functions/engine-function.js';
import { call, cast, exactCast, int } from '../../term/build-term.js';
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
    return settled(aggregate, columns, findFunction(`${aggregate.fn.engineName}OrNull`)?.fn);
  const sum = settled(aggregate, columns);
  return { ...sum, term: call('ifNull', sum.term, int(0)) };
}

function settled(
  aggregate: EngineAggregate,
  columns: readonly Column[],
  // The sum and the minimum of no values are NULL; the engine would return 0, an empty string or 1970.
  ofNothing: EngineFunction = aggregate.fn,
): EngineValue {
  const { fn, args } = aggregate;
  const name = fn.engineName;
  const given = name === 'uniqExact' ? args.map(withOneZero) : args;
  return aggregateValue({ ...aggregate, fn: ofNothing, args: given.map(wideFor(name, columns)) });
}

/** An aggregate of a statement. A sum that exceeds 64 bits is an error, where the engine would wrap around. */
export function statementAggregate(aggregate: EngineAggregate, tables: readonly EngineTable[]): EngineValue {
  const { fn, args } = aggregate;
  const columns = tables.flatMap((table) =>
    table.columns.map(({ type, name, engineName = name }) => ({ type, name: engineName })),
  );
  const wide = args.map(wideFor(fn.engineName, columns));
  const value = aggregateValue({ ...aggregate, args: wide });
  const isWidened = fn.engineName === 'sum' && wide.some((arg, index) => arg !== args[index]);
  return isWidened ? { ...value, term: exactCast(value.term, 'Nullable(Int64)') } : value;
}

/** The engine adds 64-bit integers in 64 bits, which overflows silently. */
const wideFor =
  (name: string, columns: readonly NamedColumn[]) =>
  (arg: EngineValue): EngineValue => {
    if ((name !== 'sum' && name !== 'avg') || !isWide(arg, columns)) return arg;
    return name === 'sum' ? asType('Int128', 'integer')(arg) : asType('Float64', 'number')(arg);
  };

type NamedColumn = Pick<Column, 'name' | 'type'>;

/** Turns -0 into 0: the engine would count them as two distinct values. */
const withOneZero = (value: EngineValue): EngineValue =>
  value.type === 'number' ? engineValue(call('plus', value.term, int(0)), 'number') : value;

const narrowTypes: readonly Column['type'][] = ['INT8', 'INT16', 'INT32'];

/** Whether the value may be a 64-bit integer. */
function isWide({ term, type }: EngineValue, columns: readonly NamedColumn[]): boolean {
  const column = term.kind === 'column' ? columns.find(({ name }) => name === term.name) : undefined;
  return type === 'integer' && !(column && narrowTypes.includes(column.type));
}

const asType =
  (engineType: string, type: 'integer' | 'number') =>
  ({ term }: EngineValue): EngineValue =>
    engineValue(cast(term, `Nullable(${engineType})`), type);
