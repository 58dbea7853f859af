/** How a Data Pool's table is built. Replacing is the mutable kind; the others append. */
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
