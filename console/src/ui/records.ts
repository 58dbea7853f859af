export type Cells = readonly (string | null)[];

export interface RecordsHeader {
  readonly name: string;
  /** A ColumnType, where it is known. */
  readonly type?: string | undefined;
}
