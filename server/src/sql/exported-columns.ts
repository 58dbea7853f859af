import type { FileFormat } from '../engine/engine.js';
import { withoutFieldName } from './cell.js';
import { type EngineType, withoutWrappers } from './engine-type.js';
import { quoteIdentifier } from './identifier.js';
import { joinSql, type Sql, sql } from './sql-text.js';
import { columnName } from './term/term.js';
import { stringLiteral } from './values.js';

/** A column of a file: its name there, and the engine's type of its values. */
export interface ExportedColumn {
  readonly name: string;
  readonly engineType: string;
}

export interface FileOptions {
  readonly format: FileFormat;
  /** Whether text that a spreadsheet would take for a formula is marked as text. Only for CSV. */
  readonly safeForSpreadsheets: boolean;
}

/** The rows of a file. `rows` has the columns `_0`, `_1` and so on, and keeps its order. */
export function exportedRows(columns: readonly ExportedColumn[], rows: Sql, options: FileOptions): Sql {
  const names = distinctNames(
    columns.map(({ name }) => (options.safeForSpreadsheets ? markedName(name) : name)),
  );
  const selected = columns.map(({ engineType }, index) => {
    const value = exportedValue(quoteIdentifier(columnName(index)), engineType, options);
    return sql`${value} AS ${quoteIdentifier(names[index] ?? columnName(index))}`;
  });
  return sql`SELECT ${joinSql(selected)} FROM (${rows})`;
}

/** The types of the columns of `rows`, without its rows. */
export const describedRows = (rows: Sql): Sql => sql`SELECT * FROM (${rows}) LIMIT 0`;

const nestedTypes = new Set(['Array', 'Map', 'Tuple', 'JSON', 'Dynamic', 'Variant']);
const textTypes = new Set(['String', 'FixedString', 'Enum8', 'Enum16']);
/** Types that the engine writes to Parquet and Arrow as every reader understands them. All others become text. */
const plainTypes = new Set([
  ...['Bool', 'String', 'Float32', 'Float64', 'Date', 'Date32', 'DateTime64'],
  ...['Int8', 'Int16', 'Int32', 'Int64', 'UInt8', 'UInt16', 'UInt32', 'UInt64'],
]);
/** More digits than readers have a type for. */
const decimalDigitsMax = 38;

/** A value as it is in a file. Nested values are JSON where a format has none, as in the cells of the API. */
function exportedValue(value: Sql, engineType: string, { format, safeForSpreadsheets }: FileOptions): Sql {
  const { type } = withoutWrappers(engineType);
  if (type.name === 'Nothing') return sql`CAST(NULL, 'Nullable(String)')`;
  const isNested = nestedTypes.has(type.name);
  if (format === 'ndjson') return value;
  if (format === 'csv') {
    if (isNested) return sql`toJSONString(${value})`;
    return safeForSpreadsheets && textTypes.has(type.name) ? markedText(value) : value;
  }
  if (isUnderstood(type)) return value;
  if (isNested) return sql`toJSONString(${value})`;
  return type.name === 'DateTime' ? sql`toDateTime64(${value}, 3, 'UTC')` : sql`toString(${value})`;
}

function isUnderstood({ name, args }: EngineType): boolean {
  switch (name) {
    case 'Decimal':
      return Number(args[0]) <= decimalDigitsMax;
    case 'Array':
    case 'Map':
    case 'Tuple':
      return args.every((arg) => isUnderstood(withoutWrappers(withoutFieldName(arg)).type));
    default:
      return plainTypes.has(name);
  }
}

/** Spreadsheets take text that begins with one of these for a formula, which can read other cells and send them away. */
const formulaStarts = ['=', '+', '-', '@', '\t', '\r', '\n'];

function markedText(value: Sql): Sql {
  return sql`if(leftUTF8(${value}, 1) IN (${joinSql(formulaStarts.map(stringLiteral))}), concat('\\'', ${value}), ${value})`;
}

const markedName = (name: string) => (formulaStarts.includes(name[0] ?? '') ? `'${name}` : name);

/** Files must not have two columns of one name, nor a column without one. The API allows both. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const used = new Set<string>();
  return names.map((given, index) => {
    // The engine reads a statement up to the first NUL.
    const name = given.replaceAll('\0', '\ufffd') || `column_${index + 1}`;
    let distinct = name;
    for (let number = 2; used.has(distinct) || (distinct !== given && taken.has(distinct)); number += 1)
      distinct = `${name}_${number}`;
    used.add(distinct);
    return distinct;
  });
}
