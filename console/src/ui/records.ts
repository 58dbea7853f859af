export type Cells = readonly (string | null)[];

export interface RecordsHeader {
  readonly name: string;
  /** A ColumnType, if known. */
  readonly type?: string | undefined;
}
