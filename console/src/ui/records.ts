export type Cells = readonly (string | null)[];

export interface RecordsHeader {
  readonly name: string;
  /** A ColumnType, if known. */
  readonly type?: string | undefined;
  /** Shortens a value; hovering over it and copying it give the whole one. */
  readonly short?: ((cell: string) => string) | undefined;
}
