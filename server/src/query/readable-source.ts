import { conflict, WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import type { Column } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import { tableName } from '../sql/data-pool-ddl.js';
import { asSql, quoteIdentifier, type Sql } from '../sql/identifier.js';
import { finalOf } from '../sql/table-size.js';
import type { Values } from '../sql/values.js';

/**
 * What a Principal may read of a Data Pool. Everything that reads goes through here: this is where access
 * policies attach, and no query names a table in any other way.
 */
export interface ReadableSource {
  readonly dataPool: DataPool;
  /** The columns that may be read; for whoever asks, there are no others. */
  readonly columns: readonly Column[];
  /** Whether which records may be read depends on the time of asking. */
  readonly readsClock: boolean;
  /** What to select from. */
  from(printing: Printing): Sql;
}

/**
 * How a statement is written: as it runs, over tables with its values bound; or as `QueryInfo.sql` shows it,
 * over Data Pools with its values written out, which `sqlV1` runs again.
 */
export interface Printing {
  readonly values: Values;
  readonly mode: 'run' | 'show';
}

export function readableSource(principal: Principal, dataPool: DataPool): ReadableSource {
  if (dataPool.status !== 'LIVE') {
    throw conflict(`Data Pool "${dataPool.uniqueName}" is ${dataPool.status} and cannot be queried`);
  }
  if (dataPool.accessControlEnabled) {
    throw new WeirError(
      'FORBIDDEN',
      `Application ${principal.applicationId} has no access policy for Data Pool "${dataPool.uniqueName}"`,
    );
  }
  return {
    dataPool,
    columns: dataPool.columns,
    readsClock: false,
    from: ({ mode }) =>
      mode === 'show' ? quoteIdentifier(dataPool.id) : asSql(`${tableName(dataPool)}${finalOf(dataPool)}`),
  };
}

export function sourceColumn({ columns, dataPool }: ReadableSource, name: string, where: string): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (column) return column;
  throw new WeirError('BAD_REQUEST', `${where}: Data Pool "${dataPool.uniqueName}" has no column "${name}"`);
}
