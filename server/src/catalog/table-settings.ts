/** The table engine of a Data Pool. Replacing tables are mutable; the others are append-only. */
export type TableEngine =
  | { readonly type: 'MERGE_TREE' }
  | { readonly type: 'REPLACING_MERGE_TREE'; readonly ver: string | null }
  | { readonly type: 'SUMMING_MERGE_TREE'; readonly columns: readonly string[] }
  | { readonly type: 'AGGREGATING_MERGE_TREE' };

export interface TableSettings {
  readonly engine: TableEngine;
  readonly orderBy: readonly string[];
  readonly partitionBy: readonly string[];
  readonly primaryKey: readonly string[];
  readonly ttl: string | null;
}
