import type { ColumnType } from '../../catalog/column.js';

/**
 * The type of an expression, as far as it is known without asking the engine. A `decimal` is exact, and a `number` may be
 * one. `json` is a path into a JSON document,
 * which takes its type from the context. `unknown` is left for the engine to check.
 */
export type ValueType =
  | 'boolean'
  | 'integer'
  | 'number'
  | 'decimal'
  | 'string'
  | 'date'
  | 'timestamp'
  | 'interval'
  | 'json'
  | 'array'
  /** A partial result of an aggregate, which only other aggregates can use. */
  | 'state'
  | 'null'
  | 'unknown';

const typesOfColumns: Readonly<Record<ColumnType, ValueType>> = {
  BOOLEAN: 'boolean',
  STRING: 'string',
  FLOAT: 'number',
  DOUBLE: 'number',
  DECIMAL: 'decimal',
  INT8: 'integer',
  INT16: 'integer',
  INT32: 'integer',
  INT64: 'integer',
  DATE: 'date',
  TIMESTAMP: 'timestamp',
  JSON: 'json',
  COLUMNSTORE: 'unknown',
};

export function typeOfColumn(type: ColumnType): ValueType {
  return typesOfColumns[type];
}

export const isNumeric = (type: ValueType) => type === 'integer' || type === 'number' || type === 'decimal';
export const isTime = (type: ValueType) => type === 'date' || type === 'timestamp';
/** Types that are not known yet, so they fit everywhere. */
export const isOpen = (type: ValueType) => type === 'null' || type === 'unknown';

const names: Readonly<Record<ValueType, string>> = {
  boolean: 'a boolean',
  integer: 'a number',
  number: 'a number',
  decimal: 'a number',
  string: 'text',
  date: 'a date',
  timestamp: 'a timestamp',
  interval: 'an interval',
  json: 'JSON',
  array: 'an array',
  state: 'the state of an aggregate',
  null: 'NULL',
  unknown: 'a value',
};

export function nameOfType(type: ValueType): string {
  return names[type];
}
