import { type DeclaredType, payloadColumn } from '../catalog/column.js';
import { moneySize } from '../catalog/decimal-size.js';
import type { EngineCell } from '../engine/engine.js';
import { type FileColumn, type FileToRead, firstRowsStatement } from '../sql/file-rows.js';
import { resultType } from '../sql/result-type.js';
import { badRowError } from './bad-row.js';
import { type JobServices, readRows } from './job-services.js';
import { readFileColumns } from './load-file.js';

export interface PreviewedFile {
  /** In the types that suit their values. */
  readonly columns: readonly (DeclaredType & { readonly name: string; readonly nullable: boolean })[];
  /** The first rows, each value as text. */
  readonly rows: readonly (readonly EngineCell[])[];
}

const previewMsMax = 60_000;

/** What is in a file, by its own types or by its first rows. */
export async function previewFile(
  { engine, limits }: Pick<JobServices, 'engine' | 'limits'>,
  file: FileToRead,
  rowsMax: number,
): Promise<PreviewedFile> {
  const found = (await readFileColumns({ engine, limits }, file)) ?? [];
  if (found.length === 0) return { columns: [], rows: [] };
  const statement = firstRowsStatement(file, found, rowsMax);
  const rows = await readRows(engine, statement, previewMsMax).catch((error: unknown) => {
    throw badRowError(error, file.path);
  });
  const columns = found.map(columnOf);
  if (file.format === 'parquet') return { columns, rows };
  const cellsOf = (index: number) => rows.map((row) => row[index] ?? null);
  return { columns: columns.map((column, index) => exactMoney(column, cellsOf(index))), rows };
}

/** Text formats have no exact numbers of their own. Amounts of money in its first rows propose a DECIMAL. */
function exactMoney(column: PreviewedFile['columns'][number], cells: readonly EngineCell[]): typeof column {
  if (column.type !== 'DOUBLE' && column.type !== 'STRING') return column;
  const texts = cells.filter((cell) => cell !== null).map(String);
  const size = moneySize(column.name, texts);
  return size === undefined ? column : { ...column, type: 'DECIMAL', ...size };
}

/** Lists, structures and everything else that has no type of its own is JSON. */
function columnOf({ name, engineType }: FileColumn): PreviewedFile['columns'][number] {
  const { isNullable, ...declared } = resultType(engineType);
  const { type } = declared.type === 'COLUMNSTORE' ? payloadColumn : declared;
  return { ...declared, name, type, nullable: isNullable };
}
