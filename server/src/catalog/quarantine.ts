import { idPrefixes } from '../base/ids.js';
import { type Column, payloadColumn, receivedAtColumn } from './column.js';
import type { DataPool, TableShape } from './definitions.js';

/** Older events leave the quarantine. */
export const quarantineDaysMax = 30;

const text = (name: string): Column => ({ name, type: 'JSON', nullable: false, jsonProperty: null });

/** `[{column, reason, message}, …]`: why the event could not be stored. */
export const errorsColumn = text('errors');
/** `{name: value}`: those headers of the request that columns read. */
export const headersColumn = text('headers');

/**
 * The quarantine of a Data Pool is a table like that of the Data Pool itself: events reach it through the same journal and the
 * same inserts, so it keeps the same promises. The ID of a row is the one that the event's record would have had.
 */
export function quarantineOf({ environmentId, id }: Pick<DataPool, 'environmentId' | 'id'>): TableShape {
  return {
    id: idPrefixes.quarantine + id.slice(idPrefixes.dataPool.length),
    environmentId,
    columns: [receivedAtColumn, payloadColumn, errorsColumn, headersColumn],
    timestamp: receivedAtColumn.name,
    tableSettings: {
      engine: { type: 'MERGE_TREE' },
      orderBy: [receivedAtColumn.name],
      partitionBy: [`toYYYYMM(${receivedAtColumn.name})`],
      primaryKey: [],
      ttl: null,
    },
    rowIdInSortKey: true,
    dataRetentionInDays: quarantineDaysMax,
  };
}

/** The ID of the Data Pool whose quarantine has this ID; undefined for any other ID. */
export function quarantinedDataPoolId(id: string): string | undefined {
  if (!id.startsWith(idPrefixes.quarantine)) return undefined;
  return idPrefixes.dataPool + id.slice(idPrefixes.quarantine.length);
}
