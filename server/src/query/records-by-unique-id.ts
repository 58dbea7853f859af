import { badInput, badRequest } from '../base/errors.js';
import type { Column } from '../catalog/column.js';
import type { QueryResult } from '../engine/engine.js';
import { columnStoreType } from '../sql/column-store-type.js';
import { requestIdColumn } from '../sql/data-pool-ddl.js';
import { quoteIdentifier } from '../sql/identifier.js';
import { columnSortValue } from '../sql/sort-value.js';
import { joinSql, type Sql, sql } from '../sql/sql-text.js';
import { statementLimits } from '../sql/text/statement-limits.js';
import { InlineValues, stringLiteral, type Values } from '../sql/values.js';
import type { Caller } from './caller.js';
import { type DataPoolReference, findDataPool } from './find-metric.js';
import type { QueryServices } from './operation.js';
import { columnsNamed } from './plan-grid.js';
import type { QueryInfo } from './query-info.js';
import { type EarlierWork, type Returned, sizeOf } from './query-request.js';
import { findSource, type Printing, type ReadableSource, sourceColumn } from './readable-source.js';
import { keyText } from './row-page.js';
import { type ShownRow, shownRows } from './shown-rows.js';
import { uniqueIdText } from './unique-id-text.js';
import { written } from './written-statement.js';

export interface RecordsByUniqueIdInput {
  readonly dataPool: DataPoolReference;
  readonly columns: readonly string[];
  readonly uniqueIds: readonly string[];
}

export interface RecordsByUniqueIdAnswer {
  readonly columns: readonly string[];
  readonly values: readonly ShownRow[];
  readonly query: QueryInfo;
}

export const uniqueIdsMax = 10_000;
export const uniqueIdBytesMax = 64 * 1024;
/**
 * IDs are sent as a parameter of a statement, whose size is limited. The shown SQL must run again in `sqlV1`, whose statements
 * and lists are limited too. Larger requests take several statements.
 */
const statementIdBytesMax = 48 * 1024;
const statementIdsMax = statementLimits.listItemsMax;

/**
 * The records with the given unique IDs, in the order of the request. Unknown and impossible IDs are omitted, and duplicates
 * are returned once. On a mutable Data Pool it is the newest version; on an append-only one, the record with the latest
 * timestamp.
 */
export async function recordsByUniqueId(
  services: QueryServices,
  caller: Caller,
  input: RecordsByUniqueIdInput,
): Promise<RecordsByUniqueIdAnswer> {
  const { catalog, runner } = services;
  checkIds(input.uniqueIds);
  const dataPool = await findDataPool(catalog, caller.principal, input.dataPool);
  const source = await findSource(services, caller.principal, dataPool);
  const columns = columnsNamed(source, input.columns);
  if (dataPool.uniqueId === null) {
    throw badRequest(
      `Data Pool "${dataPool.uniqueName}" has no unique ID, so its records cannot be looked up by unique ID`,
    );
  }
  const uniqueId = sourceColumn(source, dataPool.uniqueId, 'uniqueId');
  const asked = new Set(
    input.uniqueIds.map((id) => uniqueIdText(uniqueId, id)).filter((id) => id !== undefined),
  );
  const statementOf = (ids: readonly string[]) =>
    written((printing) => lookUp(source, columns, uniqueId, ids, printing));
  const batches = batchesOf([...asked]);
  const found = new Map<string, ShownRow>();
  let earlier: EarlierWork | undefined;
  let returned: Returned = { records: 0, bytes: 0, cells: 0 };
  for (const ids of batches.slice(0, -1)) {
    const read = await runner.read({
      principal: caller.principal,
      signal: caller.signal,
      allowance: caller.allowance,
      type: 'RECORDS_BY_UNIQUE_ID',
      earlier,
      returned,
      ...statementOf(ids),
    });
    await collect(read.result, uniqueId, found, caller.signal);
    earlier = read.earlier;
    const { bytes, cells } = sizeOf(read.result);
    returned = {
      records: returned.records + read.result.rows.length,
      bytes: returned.bytes + bytes,
      cells: returned.cells + cells,
    };
  }
  const { result, info } = await runner.run({
    principal: caller.principal,
    type: 'RECORDS_BY_UNIQUE_ID',
    signal: caller.signal,
    allowance: caller.allowance,
    earlier,
    returned,
    ...statementOf(batches.at(-1) ?? []),
  });
  await collect(result, uniqueId, found, caller.signal);
  const values = [...asked].map((id) => found.get(id)).filter((row) => row !== undefined);
  return { columns: columns.map(({ name }) => name), values, query: info };
}

function checkIds(uniqueIds: readonly string[]): void {
  if (uniqueIds.length > uniqueIdsMax)
    throw badInput('uniqueIds', `at most ${uniqueIdsMax} are allowed, but ${uniqueIds.length} were given`);
  const long = uniqueIds.findIndex((id) => Buffer.byteLength(id) > uniqueIdBytesMax);
  if (long >= 0) throw badRequest(`uniqueIds[${long}] is longer than ${uniqueIdBytesMax} bytes`);
}

function batchesOf(ids: readonly string[]): string[][] {
  const batches: string[][] = [];
  const shown = new InlineValues();
  let bytesLeft = 0;
  for (const id of ids) {
    const bytes = Buffer.byteLength(shown.add('String', id)) + 2;
    if (bytes > bytesLeft || (batches.at(-1)?.length ?? statementIdsMax) >= statementIdsMax) {
      batches.push([]);
      bytesLeft = statementIdBytesMax;
    }
    batches.at(-1)?.push(id);
    bytesLeft -= bytes;
  }
  return batches;
}

function lookUp(
  source: ReadableSource,
  columns: readonly Column[],
  uniqueId: Column,
  ids: readonly string[],
  printing: Printing,
): Sql {
  const id = quoteIdentifier(uniqueId.name);
  const { expr: oneId } = columnSortValue(uniqueId);
  const wanted =
    printing.mode === 'show' ? shownIds(ids, printing.values) : boundIds(uniqueId, ids, printing.values);
  const isWanted = wanted === null ? sql`false` : sql`(${id} IN (${wanted})${orZero(uniqueId, ids)})`;
  const { timestamp } = source.dataPool;
  const newest = [
    ...(source.columns.some(({ name }) => name === timestamp) ? [timestamp] : []),
    requestIdColumn,
  ].map((name) => sql`${quoteIdentifier(name)} DESC`);
  const selected = [...columns.map(({ name }) => quoteIdentifier(name)), sql`${id} AS _weir_id`];
  return sql`SELECT ${joinSql(selected)} FROM ${source.from(printing)} WHERE ${isWanted} ORDER BY ${oneId}, ${joinSql(newest)} LIMIT 1 BY ${oneId}`;
}

/** The engine's IN distinguishes 0 and -0, which are the same ID. */
function orZero({ name, type }: Column, ids: readonly string[]): Sql {
  const isFloat = type === 'FLOAT' || type === 'DOUBLE';
  return isFloat && ids.includes('0') ? sql` OR ${quoteIdentifier(name)} = 0` : sql``;
}

/** All IDs in one parameter, so that the statement is the same for any number of them. */
function boundIds(column: Column, ids: readonly string[], values: Values): Sql {
  const texts = sql`JSONExtract(${values.add('String', JSON.stringify(ids))}, 'Array(String)')`;
  const engineType = columnStoreType({ ...column, nullable: false });
  return engineType === 'String' ? texts : sql`CAST(${texts}, ${stringLiteral(`Array(${engineType})`)})`;
}

/** The list as a user would write it, because users cannot extract JSON into arrays. Null for no IDs: SQL has no empty list. */
function shownIds(ids: readonly string[], values: Values): Sql | null {
  return ids.length === 0 ? null : joinSql(ids.map((id) => values.add('String', id)));
}

async function collect(
  { columns, rows }: QueryResult,
  uniqueId: Column,
  found: Map<string, ShownRow>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const idCell = columns.length - 1;
  const shown = await shownRows(
    columns.slice(0, idCell).map(({ type }) => type),
    rows,
    signal,
  );
  // At most as many rows as IDs in one statement.
  for (const [index, row] of rows.entries()) {
    const id = uniqueIdText(uniqueId, keyText(row[idCell] ?? null) ?? '');
    const cells = shown[index];
    if (id !== undefined && cells) found.set(id, cells);
  }
}
