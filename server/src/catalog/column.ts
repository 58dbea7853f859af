/** The specification's column types. `COLUMNSTORE` is a column whose type only the engine has a name for. */
export const columnTypes = [
  'BOOLEAN',
  'STRING',
  'FLOAT',
  'DOUBLE',
  'INT8',
  'INT16',
  'INT32',
  'INT64',
  'DATE',
  'TIMESTAMP',
  'JSON',
  'COLUMNSTORE',
] as const;

export type ColumnType = (typeof columnTypes)[number];

export const integerTypes = ['INT8', 'INT16', 'INT32', 'INT64'] as const satisfies readonly ColumnType[];
/** Columns that can be added up. */
export const numericTypes = ['FLOAT', 'DOUBLE', ...integerTypes] as const satisfies readonly ColumnType[];
/** Columns that records can be placed in time by. */
export const timestampTypes: readonly ColumnType[] = ['TIMESTAMP', 'DATE'];
/** Columns that have a smallest and a largest value. */
export const orderedTypes: readonly ColumnType[] = [
  ...numericTypes,
  'DATE',
  'TIMESTAMP',
  'STRING',
  'BOOLEAN',
];

/** A column that an event's key fills. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** The key, or dotted path, in the event; null for the columns that the service fills itself. */
  readonly jsonProperty: string | null;
}

export const receivedAtColumn: Column = {
  name: '_service_received_at',
  type: 'TIMESTAMP',
  nullable: false,
  jsonProperty: null,
};

export const payloadColumn: Column = {
  name: '_service_payload',
  type: 'JSON',
  nullable: false,
  jsonProperty: null,
};

/** Every Data Pool begins with these. */
export const serviceColumns: readonly Column[] = [receivedAtColumn, payloadColumn];
