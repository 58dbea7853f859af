import type { CreateMaterializedViewInput } from '@weir/client';

/** A materialized view as it is entered. */
export interface ViewDraft {
  readonly uniqueName: string;
  readonly description: string;
  readonly sql: string;
  readonly backfill: boolean;
  /** The ID of an existing Data Pool; empty for a new one. */
  readonly existing: string;
  readonly timestamp: string;
  readonly table: 'mergeTree' | 'summingMergeTree' | 'replacingMergeTree';
  readonly orderBy: string;
  readonly accessControlEnabled: boolean;
}

export const emptyView: ViewDraft = {
  uniqueName: '',
  description: '',
  sql: '',
  backfill: true,
  existing: '',
  timestamp: '',
  table: 'mergeTree',
  orderBy: '',
  accessControlEnabled: false,
};

export const tableOptions: readonly { readonly value: ViewDraft['table']; readonly label: string }[] = [
  { value: 'mergeTree', label: 'Keep them all' },
  { value: 'summingMergeTree', label: 'Add up their numbers' },
  { value: 'replacingMergeTree', label: 'Keep the newest' },
];

export function inputOf(draft: ViewDraft): CreateMaterializedViewInput {
  const { uniqueName, description, sql, backfill, existing } = draft;
  return {
    uniqueName: uniqueName.trim(),
    ...(description !== '' && { description }),
    sql,
    destination: existing === '' ? { newDataPool: newPoolOf(draft) } : { existingDataPool: { id: existing } },
    backfillOptions: { backfill },
  };
}

function newPoolOf({ timestamp, table, orderBy, accessControlEnabled }: ViewDraft) {
  const keys = orderBy.split(',').map((name) => name.trim());
  return {
    ...(timestamp.trim() !== '' && { timestamp: { columnName: timestamp.trim() } }),
    ...(table !== 'mergeTree' && { tableSettings: { engine: { [table]: {} }, orderBy: keys } }),
    // Left out, it is as for the Data Pool that the SQL reads.
    ...(accessControlEnabled && { accessControlEnabled }),
  };
}
