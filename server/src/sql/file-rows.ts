import {
  type Column,
  type ColumnType,
  integerTypes,
  isOwnColumn,
  payloadColumn,
  receivedAtColumn,
} from '../catalog/column.js';
import { decimalSize } from '../catalog/decimal-size.js';
import type { DataPool } from '../catalog/definitions.js';
import type { FileCompression, StoredFormat } from '../catalog/stored-file.js';
import type { Statement } from '../engine/engine.js';
import { insertSettings, type Settings } from '../engine/query-settings.js';
import { columnStoreType } from './column-store-type.js';
import { requestIdColumn } from './data-pool-ddl.js';
import { withoutWrappers } from './engine-type.js';
import { checkedSql, exactDecimal, mismatch } from './exact-decimal.js';
import { quoteIdentifier } from './identifier.js';
import { type JobTable, jobTableName } from './job-table.js';
import { printSettings } from './print-settings.js';
import { rowIds } from './row-id-parts.js';
import type { Sql } from './sql-text.js';
import { joinSql, sql } from './sql-text.js';
import { engineTimestamp } from './time-filter.js';
import { asSql } from './trusted-text.js';
import { BoundValues, stringLiteral, type Values } from './values.js';

/** The statements that read a file with rows. */
export interface FileToRead {
  readonly path: string;
  readonly format: StoredFormat;
  readonly compression: FileCompression;
}

/** A column of a file, with the engine's type. */
export interface FileColumn {
  readonly name: string;
  readonly engineType: string;
}

/** The engine's formats. Its reader of single objects reads an array of them too. */
const engineFormats: Readonly<Record<StoredFormat, string>> = {
  csv: 'CSVWithNames',
  ndjson: 'JSONEachRow',
  json: 'JSONEachRow',
  parquet: 'Parquet',
};

/** Formats without types of their own: the columns of the Data Pool say how a text is read. */
const isText = ({ format }: FileToRead) => format !== 'parquet';

/** Times in any usual notation. Files often have more columns than the Data Pool. */
const readSettings: Settings = {
  session_timezone: 'UTC',
  date_time_input_format: 'best_effort',
  input_format_skip_unknown_fields: 1,
  // An object that is not a record of one shape would be an error.
  input_format_json_try_infer_named_tuples_from_objects: 0,
  input_format_json_read_objects_as_strings: 1,
  schema_inference_make_columns_nullable: 1,
};

const loadSettings: Settings = {
  ...insertSettings,
  ...readSettings,
  // Mapped into memory, as the embedded engine reads files by default, a file's bytes are not counted as read.
  storage_file_read_method: 'pread',
};

const rowNumber = quoteIdentifier('_row_number');

function fileTable({ path, format, compression }: FileToRead, structure: string, values: Values): Sql {
  return sql`file(${values.add('String', path)}, ${stringLiteral(engineFormats[format])}, ${stringLiteral(structure)}, ${stringLiteral(compression)})`;
}

/** No rows, but the columns of a file with their types: its own, or those that its first rows suggest. */
export function fileColumnsStatement(file: FileToRead): Statement {
  const values = new BoundValues();
  const rows = sql`SELECT * FROM ${fileTable(file, 'auto', values)} LIMIT 0 SETTINGS ${printSettings(readSettings)}`;
  return {
    text: sql`SELECT * FROM (${rows})`,
    parameters: values.params,
    tables: [],
    readsFile: true,
  };
}

/** The first rows of a file, each column as text. */
export function firstRowsStatement(
  file: FileToRead,
  columns: readonly FileColumn[],
  limit: number,
): Statement {
  const values = new BoundValues();
  const cells = columns.map(({ name, engineType }) =>
    isNested(engineType)
      ? sql`toJSONString(${quoteIdentifier(name)})`
      : sql`CAST(${quoteIdentifier(name)}, 'Nullable(String)')`,
  );
  const rows = sql`SELECT ${joinSql(cells)} FROM ${fileTable(file, 'auto', values)} LIMIT ${values.add('UInt32', String(limit))}`;
  return {
    text: sql`SELECT * FROM (${rows} SETTINGS ${printSettings(readSettings)})`,
    parameters: values.params,
    tables: [],
    readsFile: true,
  };
}

export interface RowsToLoad {
  readonly file: FileToRead;
  /** The file's columns. In a text format, rows may have others, or lack some. */
  readonly fileColumns: readonly FileColumn[];
  readonly pool: DataPool;
  readonly table: JobTable;
  /** 24 hexadecimal digits that the IDs of the rows begin with. */
  readonly requestId: string;
  readonly nowMs: number;
}

/** Reads the rows of the file into the job's table, in the types of the Data Pool's columns. */
export function loadRowsStatement(rows: RowsToLoad): Statement {
  const { pool, table, requestId, nowMs } = rows;
  const values = new BoundValues();
  const filled = filledColumns(rows);
  const cells = filled.map(({ column, engineType }) => cell(column, engineType));
  const own: [string, Sql][] = [
    [receivedAtColumn.name, values.add("DateTime64(3, 'UTC')", engineTimestamp(nowMs))],
    [payloadColumn.name, stringLiteral('{}')],
    [requestIdColumn, rowIds(requestId)],
  ];
  const added = own.filter(([name]) => filled.every(({ column }) => column.name !== name));
  const names = [...filled.map(({ column }) => column.name), ...added.map(([name]) => name)];
  const selected = [...cells, ...added.map(([, value]) => value)];
  const mark = stringLiteral(table.jobId);
  return {
    text: sql`INSERT INTO ${jobTableName(table)} (${joinSql(names.map(quoteIdentifier))}) SELECT ${joinSql(selected)} FROM ${source(rows, values)} SETTINGS ${printSettings(loadSettings)}, log_comment = ${mark}`,
    parameters: values.params,
    tables: [pool.id],
    readsFile: true,
  };
}

/** For each required column, the number of the first row, from 0, that has no value for it; null if all have one. */
export function missingValuesStatement(rows: RowsToLoad): Statement {
  const values = new BoundValues();
  const required = requiredColumns(rows).map(
    ({ name }) => sql`minOrNullIf(${rowNumber}, ${quoteIdentifier(name)} IS NULL)`,
  );
  const inner = sql`SELECT ${joinSql(required)} FROM ${source(rows, values)} SETTINGS ${printSettings(readSettings)}`;
  return { text: sql`SELECT * FROM (${inner})`, parameters: values.params, tables: [], readsFile: true };
}

/** For each DECIMAL, the number of the first row, from 0, whose value does not fit, and that value; null if all fit. */
export function misfittingDecimalsStatement(rows: RowsToLoad): Statement {
  const values = new BoundValues();
  const found = decimalColumns(rows).flatMap(({ column, engineType }) => {
    const name = quoteIdentifier(column.name);
    const value = engineType === undefined ? numberText(name) : name;
    const isMisfit = mismatches(column, value);
    return [
      sql`minOrNullIf(${rowNumber}, ${isMisfit})`,
      sql`argMinOrNullIf(toString(${value}), ${rowNumber}, ${isMisfit})`,
    ];
  });
  const inner = sql`SELECT ${joinSql(found)} FROM ${source(rows, values)} SETTINGS ${printSettings(readSettings)}`;
  return { text: sql`SELECT * FROM (${inner})`, parameters: values.params, tables: [], readsFile: true };
}

/** The DECIMAL columns that the file fills. */
export const decimalColumns = (rows: RowsToLoad): readonly FilledColumn[] =>
  filledColumns(rows).filter(({ column }) => column.type === 'DECIMAL');

/** The columns that the file fills and that cannot be null. */
export const requiredColumns = (rows: RowsToLoad): readonly Column[] =>
  filledColumns(rows)
    .map(({ column }) => column)
    .filter(({ nullable }) => !nullable);

interface FilledColumn {
  readonly column: Column;
  /** The engine's type in the file; undefined where it is read as the column's. */
  readonly engineType: string | undefined;
}

/** The Data Pool's columns that the file has, by name. */
function filledColumns({ file, fileColumns, pool }: RowsToLoad): readonly FilledColumn[] {
  const types = new Map(fileColumns.map(({ name, engineType }) => [name, engineType]));
  const candidates = [...pool.columns, recordId];
  // Any line of a JSON file may have any key.
  const mayHave = (name: string) =>
    types.has(name) ||
    (file.format !== 'csv' && isText(file) && !isOwnColumn(name) && name !== requestIdColumn);
  return candidates
    .filter(({ name }) => mayHave(name))
    .map((column) => ({ column, engineType: isText(file) ? undefined : types.get(column.name) }));
}

/** The ID of a record that was exported with it. */
const recordId: Column = { name: requestIdColumn, type: 'COLUMNSTORE', nullable: false, jsonProperty: null };

/** Text is read as the columns' types, so that the engine tells the row of a value that does not fit. */
function source(rows: RowsToLoad, values: Values): Sql {
  const { file } = rows;
  if (!isText(file)) return fileTable(file, 'auto', values);
  const structure = filledColumns(rows).map(
    ({ column }) => `${quoteIdentifier(column.name)} ${readType(column)}`,
  );
  return fileTable(file, structure.join(', '), values);
}

function readType(column: Column): string {
  if (column.name === requestIdColumn) return 'Nullable(UUID)';
  return column.type === 'DECIMAL' ? 'Nullable(String)' : columnStoreType({ ...column, nullable: true });
}

function cell(column: Column, engineType: string | undefined): Sql {
  const name = quoteIdentifier(column.name);
  if (column.name === requestIdColumn) return sql`CAST(${name}, 'UUID')`;
  const value = engineType === undefined ? textValue(column, name) : typedValue(column, name, engineType);
  return column.nullable ? value : sql`CAST(${value}, ${stringLiteral(columnStoreType(column))})`;
}

function textValue(column: Column, name: Sql): Sql {
  if (column.type === 'DECIMAL') return decimalValue(column, numberText(name));
  return column.type === 'JSON' ? jsonOf(name) : name;
}

/** In CSV, an empty field is null. */
const numberText = (name: Sql): Sql => sql`nullIf(trimBoth(${name}), '')`;

function decimalValue(column: Column, value: Sql): Sql {
  const size = decimalSize(column);
  return checkedSql(mismatches(column, value), mismatch(size), exactDecimal(value, size));
}

const mismatches = (column: Column, value: Sql): Sql =>
  sql`(${value} IS NOT NULL AND ${exactDecimal(value, decimalSize(column))} IS NULL)`;

/** Text that is JSON stays as it is; any other text becomes a JSON string. */
const jsonOf = (name: Sql): Sql => sql`if(isValidJSON(${name}), ${name}, toJSONString(${name}))`;

const isNested = (engineType: string) =>
  ['Array', 'Tuple', 'Map', 'JSON', 'Object', 'Variant', 'Dynamic'].includes(
    withoutWrappers(engineType).type.name,
  );
const isTextType = (engineType: string) =>
  ['String', 'FixedString'].includes(withoutWrappers(engineType).type.name);

function typedValue(column: Column, name: Sql, engineType: string): Sql {
  const { type } = column;
  if (type === 'JSON' && isTextType(engineType)) return jsonOf(name);
  if (type === 'JSON' || (type === 'STRING' && isNested(engineType)))
    return orNull(name, sql`toJSONString(${name})`);
  if (type === 'TIMESTAMP' && isTextType(engineType))
    return sql`parseDateTime64BestEffort(${name}, 3, 'UTC')`;
  if (type === 'DECIMAL') return decimalValue(column, name);
  const wanted = stringLiteral(columnStoreType({ ...column, nullable: true }));
  const cast = integerTypes.some((integer: ColumnType) => integer === type) ? 'accurateCast' : 'CAST';
  return asSql(`${cast}(${name}, ${wanted})`);
}

const orNull = (name: Sql, value: Sql): Sql => sql`if(${name} IS NULL, NULL, ${value})`;
