import type { Column } from '../../../catalog/column.js';
import { findFunction } from '../../functions/allow-list.js';
import type { EngineFunction } from '../../functions/engine-function.js';
import { call, cast, int } from '../../term/build-term.js';
import { aggregateValue, type EngineAggregate } from './engine-aggregate.js';
import { type EngineValue, engineValue } from './engine-value.js';

/**
 * An aggregate as a Metric means it, where the engine alone would answer otherwise. The Metric type SUM is 0 of no
 * records, as its time series show them.
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
  // Of no values there is no sum and no smallest: the engine would say 0, an empty text or 1970.
  ofNothing: EngineFunction = aggregate.fn,
): EngineValue {
  const { fn, args } = aggregate;
  const name = fn.engineName;
  const isExact = args.some((arg) => isWide(arg, columns));
  const given = name === 'uniqExact' ? args.map(withOneZero) : args;
  // The engine adds up 64-bit numbers in 64 bits, which overflow without an error.
  if (isExact && name === 'sum')
    return aggregateValue({ ...aggregate, fn: ofNothing, args: given.map(asType('Int128', 'integer')) });
  if (isExact && name === 'avg')
    return aggregateValue({ ...aggregate, args: given.map(asType('Float64', 'number')) });
  return aggregateValue({ ...aggregate, fn: ofNothing, args: given });
}

/** Turns -0 into 0: the engine would count them as two distinct values. */
const withOneZero = (value: EngineValue): EngineValue =>
  value.type === 'number' ? engineValue(call('plus', value.term, int(0)), 'number') : value;

const narrowTypes: readonly Column['type'][] = ['INT8', 'INT16', 'INT32'];

/** Whether it is an integer of possibly 64 bits. */
function isWide({ term, type }: EngineValue, columns: readonly Column[]): boolean {
  const column = term.kind === 'column' ? columns.find(({ name }) => name === term.name) : undefined;
  return type === 'integer' && !(column && narrowTypes.includes(column.type));
}

const asType =
  (engineType: string, type: 'integer' | 'number') =>
  ({ term }: EngineValue): EngineValue =>
    engineValue(cast(term, `Nullable(${engineType})`), type);
