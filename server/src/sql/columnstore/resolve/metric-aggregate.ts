import type { Column } from '../../../catalog/column.js';
import { findFunction } from '../../functions/allow-list.js';
import { call, cast, int } from '../../term/build-term.js';
import type { Term } from '../../term/term.js';
import { someTerm } from '../../term/walk-term.js';
import { aggregateValue, type EngineAggregate } from './engine-aggregate.js';
import { builtIn, type EngineValue, engineValue, literalValue } from './engine-value.js';

/** An aggregate as a Metric means it, where the engine alone would answer otherwise. */
export function metricAggregate(aggregate: EngineAggregate, columns: readonly Column[]): EngineValue {
  const { fn, args } = aggregate;
  const name = fn.engineName;
  // The smallest of no values is nothing; the engine would say 0, an empty text or 1970.
  const orNull = findFunction(`${name}OrNull`);
  if (orNull !== null) return aggregateValue({ ...aggregate, fn: orNull.fn });
  if (name === 'uniqExact') return aggregateValue({ ...aggregate, args: args.map(withOneZero) });
  const [operand] = args;
  if ((name !== 'sum' && name !== 'avg') || operand === undefined) return aggregateValue(aggregate);
  const column = columnOf(operand, columns);
  const isWide = operand.type === 'integer' && !(column && narrowTypes.includes(column.type));
  // The engine adds up 64-bit numbers in 64 bits, which overflow without an error.
  const exact = aggregateValue(isWide ? { ...aggregate, args: [widened(name, operand)] } : aggregate);
  if (name === 'avg') return exact;
  // The sum of no values is 0, whether the column may hold nulls or not. Beside a decimal the engine takes no
  // other number.
  const isNeverNull = (!isWide && column?.nullable === false) || hasDecimal(operand.term);
  return isNeverNull ? exact : zeroWhenNull(exact);
}

/** Minus zero and 0 are 0: the engine counts them as two values, although they are equal and look the same. */
const withOneZero = (value: EngineValue): EngineValue =>
  value.type === 'number' ? engineValue(call('plus', value.term, int(0)), 'number') : value;

const narrowTypes: readonly Column['type'][] = ['INT8', 'INT16', 'INT32'];

function columnOf({ term }: EngineValue, columns: readonly Column[]): Column | undefined {
  return term.kind === 'column' ? columns.find(({ name }) => name === term.name) : undefined;
}

const widened = (name: 'sum' | 'avg', { term }: EngineValue): EngineValue =>
  name === 'sum'
    ? engineValue(cast(term, 'Nullable(Int128)'), 'integer')
    : engineValue(cast(term, 'Nullable(Float64)'), 'number');

const hasDecimal = (term: Term) =>
  someTerm(term, (part) => part.kind === 'cast' && part.engineType.includes('Decimal'));

function zeroWhenNull(value: EngineValue): EngineValue {
  const zero = literalValue({ type: value.type === 'integer' ? 'integer' : 'number', text: '0' });
  return builtIn('ifNull', value, zero);
}
