import type { Column, ColumnType } from '../catalog/column.js';
import { decimalRules, decimalSize } from '../catalog/decimal-size.js';
import { columnStoreType } from './column-store-type.js';
import { quoteIdentifier } from './identifier.js';

/**
 * How the engine compresses the columns of each type, chosen by size (`bench/storage.ts`) and by the time to read them. Times of
 * neighbouring records are close to each other, so Delta leaves small numbers. T64 drops the bits that no integer of a block
 * uses. Numbers and times, which most queries read, have LZ4: a scan takes two thirds of the time that it takes with ZSTD.
 */
const codecs: Readonly<Record<Exclude<ColumnType, 'COLUMNSTORE'>, string>> = {
  BOOLEAN: 'T64, LZ4',
  STRING: 'ZSTD(1)',
  FLOAT: 'LZ4',
  DOUBLE: 'LZ4',
  DECIMAL: 'T64, LZ4',
  INT8: 'T64, LZ4',
  INT16: 'T64, LZ4',
  INT32: 'T64, LZ4',
  INT64: 'T64, LZ4',
  DATE: 'Delta, LZ4',
  TIMESTAMP: 'Delta, LZ4',
  JSON: 'ZSTD(1)',
};

/** T64 takes numbers of at most 64 bits. */
const isWide = (column: Column) =>
  column.type === 'DECIMAL' && decimalSize(column).precision > decimalRules.precisionDefault;

/** A column in CREATE TABLE and ADD COLUMN. With a dictionary, each value is stored once per part, and numbers refer to it. */
export function columnDefinition(column: Column, hasDictionary = false): string {
  const { name, type } = column;
  if (type === 'COLUMNSTORE') throw new Error('a COLUMNSTORE column cannot be created');
  const plain = columnStoreType(column);
  const stored = hasDictionary ? `LowCardinality(${plain})` : plain;
  return `${quoteIdentifier(name)} ${stored} CODEC(${isWide(column) ? 'LZ4' : codecs[type]})`;
}
