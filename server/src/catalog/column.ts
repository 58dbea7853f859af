/** The specification's column types, and DECIMAL. `COLUMNSTORE` stands for any other type of the engine. */
export const columnTypes = [
  'BOOLEAN',
  'STRING',
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
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
/** Types that can be summed. */
export const numericTypes = [
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
  ...integerTypes,
] as const satisfies readonly ColumnType[];
/** Types that a timestamp column can have. */
export const timestampTypes: readonly ColumnType[] = ['TIMESTAMP', 'DATE'];
/** Types that have a smallest and a largest value. */
export const orderedTypes: readonly ColumnType[] = [
  ...numericTypes,
  'DATE',
  'TIMESTAMP',
  'STRING',
  'BOOLEAN',
];

/** A column's type with its parameters, which only DECIMAL has. */
export interface DeclaredType {
  readonly type: ColumnType;
  /** How many digits a value can have in all. */
  readonly precision?: number | undefined;
  /** How many of them are after the point. */
  readonly scale?: number | undefined;
}

/** A column that an event's key fills. */
export interface Column extends DeclaredType {
  readonly name: string;
  readonly nullable: boolean;
  /**
   * The key, or dotted path, in the event, or a header of the request (`$headers.x-github-event`); null for the columns
   * that the service fills itself.
   */
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

export const isOwnColumn = (name: string) => serviceColumns.some((column) => column.name === name);

/**
 * The service's columns last, so that the `*` of a statement starts with the columns that its author defined. Positions
 * count: `AS e(a, b)` and UNION go by them.
 */
export function ownColumnsFirst(columns: readonly Column[]): readonly Column[] {
  const isOwn = ({ name }: Column) => isOwnColumn(name);
  return [...columns.filter((column) => !isOwn(column)), ...columns.filter(isOwn)];
}
