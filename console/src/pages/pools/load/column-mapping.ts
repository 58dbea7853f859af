import type { FilePreview } from '@weir/client';
import { columnsOf, type ShownPool } from '../../../api/use-pools.js';

/** Where the values of a column of the file go; undefined if nowhere. */
export interface MappedColumn {
  readonly name: string;
  /** Inferred from the first rows. */
  readonly fileType: string;
  readonly poolType: string | undefined;
}

export interface ColumnMapping {
  readonly columns: readonly MappedColumn[];
  /** Columns of the Data Pool that need a value and are not in the file. */
  readonly missing: readonly string[];
  /** Columns of the Data Pool that stay empty. */
  readonly empty: readonly string[];
}

/** The service fills these itself. */
const isOwn = (name: string) => name.startsWith('_service_');

/** Columns are mapped by name, upper and lower case included. */
export function columnMapping(pool: ShownPool, file: FilePreview): ColumnMapping {
  const own = columnsOf(pool);
  const inFile = new Set(file.columns.map(({ name }) => name));
  const others = own.filter(({ columnName }) => !inFile.has(columnName) && !isOwn(columnName));
  return {
    columns: file.columns.map(({ name, type }) => ({
      name,
      fileType: type,
      poolType: own.find(({ columnName }) => columnName === name)?.type,
    })),
    missing: others.filter(({ isNullable }) => !isNullable).map(({ columnName }) => columnName),
    empty: others.filter(({ isNullable }) => isNullable).map(({ columnName }) => columnName),
  };
}
