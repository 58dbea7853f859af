import { fits } from '../columnstore/resolve/fit.js';
import type { ResolveOptions } from '../columnstore/resolve/resolving.js';
import type { ValueType } from '../functions/value-type.js';
import { cast } from '../term/build-term.js';
import type { MetricValue } from '../term/checked-term.js';
import type { ColumnTerm, Term } from '../term/term.js';
import { partsOf, someTerm } from '../term/walk-term.js';
import type { Source } from '../text/source.js';
import { openScale, tryImplicitly } from './coerce.js';
import type { Context } from './context.js';
import type { PostgresTree } from './grammar/parser.js';
import { nullForErrors } from './null-for-errors.js';
import { PostgresResolver } from './resolver.js';
import { emptyScope } from './scope.js';
import { storedColumn } from './sourced.js';
import type { Typed } from './typed.js';
import {
  boolType,
  dateType,
  float8Type,
  int8Type,
  nameOf,
  numeric,
  type PgType,
  textType,
  timestampType,
} from './types.js';

/** One expression over the columns of a Data Pool, in PostgreSQL's dialect. */
interface OneExpression {
  readonly context: Context;
  readonly value: Typed;
}

export function resolveOne(
  source: Source,
  { expression, offsetOf }: PostgresTree,
  { columns, aggregates, placeholders }: ResolveOptions,
): OneExpression {
  const context = new PostgresResolver(source, offsetOf, () => undefined, { placeholders });
  // nullForErrors can make any value NULL, so every column counts as nullable.
  const stored = columns.map((column) => storedColumn(context, { ...column, nullable: true }, null));
  const isFilter = aggregates === 'forbidden';
  const value = context.expr(expression, {
    ...emptyScope(null),
    tables: [{ name: '', columns: stored, merged: new Set() }],
    clause: isFilter ? 'a filter, which looks at one record' : 'a Metric',
    aggregates: isFilter ? 'forbidden' : 'allowed',
  });
  return { context, value };
}

/** Checks that the expression is a condition on one record. */
export function postgresFilter({ context, value }: OneExpression): Term {
  const condition = tryImplicitly(context, value, boolType);
  if (condition !== null) return nullForErrors(condition.term);
  throw context.refuse(0, `A filter must be true or false, but this is ${nameOf(value.type)}.`);
}

/** Checks that the expression is a value of one record that fits the wanted type. */
export function postgresValue({ context, value }: OneExpression, wanted: ValueType): Term {
  const type = literalTypes[wanted] ?? textType;
  const known = value.type.name === 'unknown' ? tryImplicitly(context, value, type) : value;
  if (known !== null && fits(valueTypeOf(known.type), wanted)) return nullForErrors(known.term);
  throw context.refuse(0, `The column needs ${nameOf(type)}, but this is ${nameOf(value.type)}.`);
}

const literalTypes: Readonly<Partial<Record<ValueType, PgType>>> = {
  boolean: boolType,
  integer: int8Type,
  number: float8Type,
  decimal: numeric(openScale),
  date: dateType,
  timestamp: timestampType,
};

/** Checks that the expression is one value aggregated from many records. */
export function postgresMetric({ context, value }: OneExpression): MetricValue {
  const column = columnOutside(value.term);
  if (column !== undefined) {
    throw context.refuse(
      column.at,
      `The column ${column.label} is not inside an aggregate function. Write SUM(${column.label}), for example.`,
    );
  }
  if (!someTerm(value.term, ({ kind }) => kind === 'aggregate'))
    throw context.refuse(0, 'A Metric needs an aggregate function, such as SUM(price) or COUNT(*).');
  const term = nullForErrors(value.whole ?? value.term);
  return { term: value.whole ? term : cell(term, value.type), type: valueTypeOf(value.type) };
}

/** A column outside any aggregate function. */
function columnOutside(term: Term): ColumnTerm | undefined {
  if (term.kind === 'aggregate') return undefined;
  if (term.kind === 'column') return term;
  for (const part of partsOf(term)) {
    const found = columnOutside(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Converts the value to a type that clients know. The engine's comparisons return 1 and 0. */
function cell(term: Term, type: PgType): Term {
  if (type.name === 'bool') return cast(term, 'Nullable(Bool)');
  if (type.name !== 'numeric') return term;
  if (type.scale === 0) return cast(term, 'Nullable(Int256)');
  return type.shown ? term : cast(term, 'Nullable(Float64)');
}

const valueTypes: Readonly<Record<Exclude<PgType['name'], 'numeric'>, ValueType>> = {
  bool: 'boolean',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  float4: 'number',
  float8: 'number',
  text: 'string',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
  interval: 'interval',
  json: 'string',
  // Only functions and comparisons take these.
  bytea: 'state',
  nan: 'state',
  unknown: 'string',
  array: 'array',
};

function valueTypeOf(type: PgType): ValueType {
  if (type.name !== 'numeric') return valueTypes[type.name];
  if (type.scale === 0) return 'integer';
  return type.shown ? 'decimal' : 'number';
}
