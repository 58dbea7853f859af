import type { ColumnType } from '@weir/client';

/** The column types whose values are numbers. */
export const numericTypes: ReadonlySet<string> = new Set<ColumnType>([
  'FLOAT',
  'DOUBLE',
  'INT8',
  'INT16',
  'INT32',
  'INT64',
]);
