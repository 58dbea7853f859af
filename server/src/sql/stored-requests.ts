import { receivedAtColumn } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { tableName } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import { eventOfRow, requestOfRow } from './row-id-parts.js';

/**
 * Finds the stored rows of webhook requests in a Data Pool's table: for each request (24 hexadecimal digits) with rows, the
 * indexes of their events. `sinceMs` limits the search to rows received after it.
 */
export function storedRowsStatement(
  pool: Pick<DataPool, 'environmentId' | 'id'>,
  requestIds: readonly string[],
  sinceMs: number,
): Statement {
  return {
    text: `SELECT ${requestOfRow} AS request, groupUniqArray(${eventOfRow}) AS places
FROM ${tableName(pool)}
WHERE ${quoteIdentifier(receivedAtColumn.name)} >= fromUnixTimestamp64Milli({since:Int64})
  AND request IN {requests:Array(String)}
GROUP BY request`,
    parameters: { since: Math.floor(sinceMs), requests: requestIds },
    tables: [pool.id],
  };
}

/** Fails with `thrownByStatement` while a statement with this id is running. */
export function nothingRunsStatement(id: string): Statement {
  return {
    text: "SELECT throwIf(count() > 0) FROM system.processes WHERE Settings['log_comment'] = {id:String} FORMAT Null",
    parameters: { id },
    tables: [],
  };
}
