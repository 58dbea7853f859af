import type { Column, ColumnType } from '../catalog/column.js';
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
  INT8: 'T64, LZ4',
  INT16: 'T64, LZ4',
  INT32: 'T64, LZ4',
  INT64: 'T64, LZ4',
  DATE: 'Delta, LZ4',
  TIMESTAMP: 'Delta, LZ4',
  JSON: 'ZSTD(1)',
};

/** A column in CREATE TABLE and ADD COLUMN. With a dictionary, each value is stored once per part, and numbers refer to it. */
export function columnDefinition({ name, type, nullable }: Column, hasDictionary = false): string {
  if (type === 'COLUMNSTORE') throw new Error('a COLUMNSTORE column cannot be created');
  const plain = columnStoreType({ type, nullable });
  const stored = hasDictionary ? `LowCardinality(${plain})` : plain;
  return `${quoteIdentifier(name)} ${stored} CODEC(${codecs[type]})`;
}
