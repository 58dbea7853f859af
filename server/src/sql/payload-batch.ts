import { payloadColumn } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { requestIdColumn, tableName } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import { receivedUntil } from './job-records.js';
import { keyWindow } from './key-window.js';
import { orderBy, type Position, pastPosition, type SortKey } from './keyset.js';
import type { Sql } from './sql-text.js';
import { tableKey } from './table-key.js';
import { finalOf } from './table-size.js';
import { asSql } from './trusted-text.js';
import { BoundValues } from './values.js';

/** A batch of stored events of one partition, in the table's order. Each batch begins where the last one ended. */
export interface PayloadBatch {
  readonly partitionId: string;
  /** Null for the first batch. */
  readonly after: Position | null;
  /** Selects only events that were received by then. */
  readonly untilMs: number;
  /** Selects only events that also meet these. */
  readonly conditions?: (values: BoundValues) => readonly Sql[];
  /** Whether only the newest version of each record is selected. */
  readonly newestOnly?: boolean;
  /** Selected after the payload. */
  readonly alsoSelect?: readonly Sql[];
  /** Whether the payload is selected in Base64, because it may not be valid UTF-8. */
  readonly inBase64?: boolean;
  readonly rowsMax: number;
  /** Ends the batch early. A batch always has at least one event. */
  readonly bytesMax: number;
}

type EventTable = Pick<DataPool, 'id' | 'environmentId' | 'columns' | 'tableSettings' | 'rowIdInSortKey'>;

/** Selects the columns of the position, the last of which is the row's id, then the payload. */
export function payloadBatchStatement(pool: EventTable, batch: PayloadBatch): Statement {
  const keys = positionKeys(pool);
  const values = new BoundValues();
  const payload = quoteIdentifier(payloadColumn.name);
  const inPartition = asSql(`(_partition_id = ${values.add('String', batch.partitionId)})`);
  const chosen = [inPartition, receivedUntil(batch.untilMs, values), ...(batch.conditions?.(values) ?? [])];
  const limit = values.add('UInt32', String(batch.rowsMax));
  const past = { position: batch.after ?? [], travel: 'forward', inclusive: false } as const;
  const batchWindow = () => {
    const { travel } = past;
    const from = tableName(pool);
    return keyWindow({ key: keys[0], travel, near: batch.after, from, conditions: chosen, limit }, values);
  };
  const conditions = [
    ...chosen,
    ...(batch.after ? [pastPosition(keys, past, values)] : []),
    ...(pool.rowIdInSortKey ? [] : [batchWindow()]),
  ];
  const names = keys.map((_, index) => `_weir_k${index}`);
  const selected = keys.map(({ expr }, index) => `${expr} AS ${names[index]}`).join(', ');
  const also = (batch.alsoSelect ?? []).map((part, index) => `, ${part} AS _weir_a${index}`).join('');
  const rows = `SELECT ${selected}, ${payload}${also} FROM ${tableName(pool)}${batch.newestOnly ? finalOf(pool) : ''}
WHERE ${conditions.join(' AND ')}${orderBy(keys, 'forward')} LIMIT ${limit}`;
  const order = `ORDER BY ${names.join(', ')}`;
  const sized = `SELECT *, sum(length(${payload})) OVER (${order} ROWS UNBOUNDED PRECEDING) AS _weir_bytes FROM (${rows})`;
  const first = `_weir_bytes - length(${payload}) < ${values.add('Int64', String(batch.bytesMax))}`;
  const shown = batch.inBase64 ? `base64Encode(${payload})` : payload;
  const shownAlso = (batch.alsoSelect ?? []).map((_, index) => `, _weir_a${index}`).join('');
  return {
    text: `SELECT ${names.join(', ')}, ${shown}${shownAlso} FROM (${sized}) WHERE ${first} ${order}`,
    parameters: values.params,
    tables: [pool.id],
  };
}

function positionKeys({ columns, tableSettings }: EventTable): [SortKey, ...SortKey[]] {
  const key = (expr: Sql): SortKey => ({ expr, direction: 'ASC', nullable: false });
  const own = key(quoteIdentifier(requestIdColumn));
  const [first, ...others] = tableSettings.orderBy.map((entry) => key(tableKey('orderBy', entry, columns)));
  return first ? [first, ...others, own] : [own];
}

/** Lists the partitions, with the number of rows of each that were received by then. */
export function partitionsStatement(
  pool: Pick<DataPool, 'id' | 'environmentId'>,
  untilMs: number,
): Statement {
  const values = new BoundValues();
  return {
    text: `SELECT _partition_id, count() FROM ${tableName(pool)} WHERE ${receivedUntil(untilMs, values)} GROUP BY _partition_id ORDER BY _partition_id`,
    parameters: values.params,
    tables: [pool.id],
  };
}
