import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { badRequest, conflict, WeirError } from '../base/errors.js';
import type { FileStore } from '../base/file-store.js';
import { newId } from '../base/ids.js';
import { isOwnColumn } from '../catalog/column.js';
import { typeText } from '../catalog/decimal-size.js';
import type { DataPool } from '../catalog/definitions.js';
import type { StoredFile } from '../catalog/stored-file.js';
import { DiskFull, EngineEnded } from '../engine/engine-error.js';
import { requestIdColumn } from '../sql/data-pool-ddl.js';
import {
  decimalColumns,
  type FileColumn,
  type FileToRead,
  fileColumnsStatement,
  loadRowsStatement,
  misfittingDecimalsStatement,
  missingValuesStatement,
  type RowsToLoad,
  requiredColumns,
} from '../sql/file-rows.js';
import { countRowsStatement, type JobTable } from '../sql/job-table.js';
import {
  attachedRowsStatement,
  attachMissingStatement,
  attachRowsStatement,
  createStagingTable,
  holdMergesStatement,
  loadProgressStatement,
  releaseMergesStatement,
} from '../sql/staged-rows.js';
import { tableSizeStatement } from '../sql/table-size.js';
import { badRowError } from './bad-row.js';
import {
  isAppendOnly,
  isQuiet,
  type JobServices,
  readCounts,
  readRows,
  runStatements,
} from './job-services.js';
import { checkParquetFrame } from './parquet-frame.js';

/** A file of the store, the Data Pool that it is loaded into, and the job's table that its rows are in meanwhile. */
export interface FileLoad {
  readonly pool: DataPool;
  readonly table: JobTable;
  readonly file: StoredFile;
  /** 24 hexadecimal digits that the IDs of its rows begin with. */
  readonly requestId: string;
}

export interface StagedFile {
  readonly rows: number;
  /** The file's columns that the Data Pool does not have. Not known for JSON, where every line can have other keys. */
  readonly ignoredColumns: readonly string[];
}

export interface Watch {
  /** Called with the share of the file that was read. */
  readonly onProgress: (share: number) => Promise<void>;
  readonly signal: AbortSignal;
}

type Services = Pick<JobServices, 'engine' | 'clock' | 'limits'> & { readonly files: FileStore };

const progressEveryMs = 500;
const lookMsMax = 10_000;
const quietPollMs = 50;
const cancelEveryMs = 100;
/** A statement that kills have not stopped by then never ends by itself. */
const killMsMax = 2_000;
const listedColumnsMax = 50;

export const fileToRead = (files: FileStore, { storedAs, format, compression }: StoredFile): FileToRead => ({
  path: files.pathOf(storedAs),
  format,
  compression,
});

/** The columns of a file, with the engine's types; undefined if it has no rows to tell them. */
export async function readFileColumns(
  { engine, limits: { columnsMsMax } }: Pick<JobServices, 'engine' | 'limits'>,
  file: FileToRead,
): Promise<readonly FileColumn[] | undefined> {
  const id = newId('query');
  const limits = { timeoutMs: columnsMsMax };
  const statement = fileColumnsStatement(file);
  if (file.format === 'parquet' && file.compression === 'none') await checkParquetFrame(file.path);
  try {
    const { columns } = await engine.query({ id, statement, limits });
    return columns.map(({ name, type }) => ({ name, engineType: type }));
  } catch (error) {
    if (file.format !== 'parquet' && hasNoRows(error)) return undefined;
    if (error instanceof EngineEnded)
      throw badRequest(
        `The file cannot be read: its columns were not found within ${columnsMsMax / 1000} s`,
        {
          cause: error,
        },
      );
    throw badRowError(error, file.path);
  }
}

/** Reads the file into the job's table. Can be repeated: it starts again with an empty table. */
export async function stageFile(services: Services, load: FileLoad, watch: Watch): Promise<StagedFile> {
  const { engine, clock, files } = services;
  const { pool, table, requestId } = load;
  const file = fileToRead(files, load.file);
  // Any line of a JSON file can have other keys, so its first lines would not tell.
  const fileColumns = isJson(file) ? [] : await readFileColumns(services, file);
  if (!fileColumns) return { rows: 0, ignoredColumns: [] };
  const ignoredColumns = checkColumns(pool, file, fileColumns);
  if (fileColumns.some(({ name }) => name === requestIdColumn)) await checkEmpty(services, pool);
  await endEarlierAttempt(services, table);
  await runStatements(engine, createStagingTable(pool, table));
  const rows: RowsToLoad = { file, fileColumns, pool, table, requestId, nowMs: clock.now() };
  await watched(services, load, watch, runStatements(engine, [loadRowsStatement(rows)])).catch((error) =>
    explain(services, rows, error),
  );
  const [count = 0] = await readCounts(engine, countRowsStatement(table));
  return { rows: count, ignoredColumns };
}

/**
 * Makes the staged rows visible, all at the same moment. `isRepeated` when an earlier attempt may have done so: a killed engine
 * may even have done a part of it. Call `endPublishing` once it is recorded that they are visible.
 */
export async function publishRows(
  { engine }: Pick<JobServices, 'engine'>,
  { pool, table }: Pick<FileLoad, 'pool' | 'table'>,
  rows: number,
  isRepeated: boolean,
): Promise<void> {
  if (rows === 0) return;
  if (!isAppendOnly(pool)) await runStatements(engine, [holdMergesStatement(pool)]);
  if (isRepeated) {
    while (!(await isQuiet(engine, table.jobId))) await delay(quietPollMs);
    const [attached = 0] = await readCounts(engine, attachedRowsStatement(pool, table));
    if (attached > 0) {
      if (attached < rows) await runStatements(engine, [attachMissingStatement(pool, table)]);
      return;
    }
  }
  await runStatements(engine, [attachRowsStatement(pool, table)]);
}

export async function endPublishing({ engine }: Pick<JobServices, 'engine'>, pool: DataPool): Promise<void> {
  if (!isAppendOnly(pool)) await runStatements(engine, [releaseMergesStatement(pool)]);
}

/** What an earlier process began may still run in the engine. */
async function endEarlierAttempt({ engine }: Services, { jobId }: JobTable): Promise<void> {
  while (!(await isQuiet(engine, jobId))) {
    await engine.cancel(jobId);
    await delay(quietPollMs);
  }
}

/** Every column that cannot be null must be in the file. Returns the file's other columns. */
function checkColumns(pool: DataPool, file: FileToRead, fileColumns: readonly FileColumn[]): string[] {
  if (isJson(file)) return [];
  const names = new Set(fileColumns.map(({ name }) => name));
  const missing = pool.columns.filter(
    ({ name, nullable }) => !nullable && !isOwnColumn(name) && !names.has(name),
  );
  const [first] = missing;
  if (first)
    throw badRequest(
      `The file has no column "${first.name}", which Data Pool "${pool.uniqueName}" requires. The columns of the file are ${listed([...names])}.`,
    );
  const known = new Set([...pool.columns.map(({ name }) => name), requestIdColumn]);
  const ignored = [...names].filter((name) => !known.has(name));
  if (ignored.length === names.size)
    throw badRequest(
      `The file has none of the columns of Data Pool "${pool.uniqueName}". Its columns are ${listed(ignored)}.`,
    );
  return ignored.slice(0, listedColumnsMax);
}

const isJson = ({ format }: FileToRead) => format === 'ndjson' || format === 'json';

const listed = (names: readonly string[]) =>
  names
    .slice(0, listedColumnsMax)
    .map((name) => `"${name}"`)
    .join(', ');

/** Records that bring their IDs could be there already, and nothing would tell the two apart. */
async function checkEmpty({ engine }: Services, pool: DataPool): Promise<void> {
  const [records = 0] = await readCounts(engine, tableSizeStatement(pool));
  if (records > 0)
    throw conflict(
      `The file has the IDs of records (${requestIdColumn}), so it can be loaded only into an empty Data Pool, and "${pool.uniqueName}" is not empty. Export without them to add records.`,
    );
}

/**
 * Tells how much of the file is read, and stops the statement when the job has to stop, or when it stalls: in some damaged files
 * the engine searches forever, without looking at its time limit.
 */
async function watched(
  services: Services,
  load: FileLoad,
  { onProgress, signal }: Watch,
  running: Promise<void>,
): Promise<void> {
  const { engine, limits } = services;
  const { jobId } = load.table;
  const ended = new AbortController();
  const stalled = new AbortController();
  let isEngineEnded = false;
  const stopping = [
    killOnAbort(signal, ended.signal, () => engine.cancel(jobId)),
    killOnAbort(
      stalled.signal,
      ended.signal,
      killThenEnd(engine, jobId, () => {
        isEngineEnded = true;
      }),
    ),
  ];
  const watching = watchProgress(services, load, onProgress, ended.signal).then(
    () => stalled.abort(),
    // It has ended.
    () => undefined,
  );
  try {
    await running;
  } catch (error) {
    if (!stalled.signal.aborted) throw error;
    const seconds = Math.ceil((limits.stalledLooksMax * progressEveryMs) / 1000);
    throw badRequest(
      `The file cannot be read: the engine got no further for ${seconds} s, as in files that are damaged`,
      { cause: isEngineEnded ? new EngineEnded(error) : error },
    );
  } finally {
    ended.abort();
    await Promise.all([watching, ...stopping]);
  }
}

/** Resolves when the statement stalls, and rejects when it has ended. */
async function watchProgress(
  { engine, limits }: Services,
  { table, file }: FileLoad,
  onProgress: Watch['onProgress'],
  ended: AbortSignal,
): Promise<void> {
  let last = 0;
  for (let looks = 0; looks < limits.stalledLooksMax; ) {
    await delay(progressEveryMs, undefined, { signal: ended });
    // When the engine does not tell, nothing is known.
    const found = await readCounts(engine, loadProgressStatement(table), lookMsMax).catch(() => undefined);
    if (!found) continue;
    const [bytes = 0, done = 0] = found;
    looks = done === last ? looks + 1 : 0;
    last = done;
    // A job that was stopped is killed meanwhile, but the statement may stall nevertheless.
    await onProgress(Math.min(bytes / Math.max(file.bytes, 1), 1)).catch(() => undefined);
  }
}

/** Repeats the kill until the statement has ended: one that arrives before the engine has registered it has no effect. */
async function killOnAbort(
  signal: AbortSignal,
  ended: AbortSignal,
  kill: () => Promise<void> | void,
): Promise<void> {
  // Both waits fail when the statement has ended.
  if (!signal.aborted) await once(signal, 'abort', { signal: ended }).catch(() => undefined);
  while (!ended.aborted) {
    await Promise.resolve(kill()).catch(() => undefined);
    await delay(cancelEveryMs, undefined, { signal: ended }).catch(() => undefined);
  }
}

/** The statement may not notice a kill any more than its time limit. */
function killThenEnd(
  engine: Services['engine'],
  jobId: string,
  onEnd: () => void,
): () => Promise<void> | void {
  let endsAt: number | undefined;
  let isEnded = false;
  return () => {
    endsAt ??= performance.now() + killMsMax;
    if (performance.now() < endsAt) return engine.cancel(jobId, killMsMax);
    // Once: the next engine is another one.
    if (!isEnded) engine.endFor(jobId);
    onEnd();
    isEnded = true;
  };
}

/** Final, unlike other failures for lack of space: it is the rows that fill the disk, in each attempt again. */
export class RowsDoNotFit extends WeirError {
  constructor(cause: unknown) {
    super('CONFLICT', 'The disk does not have enough free space for the rows of the file', { cause });
  }
}

/** The engine does not tell which row has no value for a required column, or one that does not fit a DECIMAL. */
async function explain({ engine }: Services, rows: RowsToLoad, error: unknown): Promise<never> {
  if (error instanceof DiskFull) throw new RowsDoNotFit(error);
  if (error instanceof WeirError && error.details?.['engineCode'] === nullInRequiredColumn) {
    const [first = []] = await readRows(engine, missingValuesStatement(rows));
    const at = first.findIndex((row) => row !== null);
    const column = requiredColumns(rows)[at];
    if (column)
      throw badRequest(
        `Row ${Number(first[at]) + 1}, column "${column.name}": a value is required, but it is null or missing`,
      );
  }
  if (error instanceof WeirError && error.details?.['engineCode'] === thrownByCheck) {
    const [first = []] = await readRows(engine, misfittingDecimalsStatement(rows));
    const found = decimalColumns(rows)
      .map(({ column }, index) => ({ column, row: first[index * 2], value: first[index * 2 + 1] }))
      .find(({ row }) => (row ?? null) !== null);
    if (found)
      throw badRequest(
        `Row ${Number(found.row) + 1}, column "${found.column.name}": ${String(found.value)} is not a number that fits ${typeText(found.column)}`,
      );
  }
  throw badRowError(error, rows.file.path);
}

const hasNoRows = (error: unknown) =>
  error instanceof WeirError &&
  error.cause instanceof Error &&
  /EMPTY_DATA_PASSED|the file is empty/.test(error.cause.message);

/** ClickHouse's FUNCTION_THROW_IF_VALUE_IS_NON_ZERO. */
const thrownByCheck = 395;
/** ClickHouse's CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN. */
const nullInRequiredColumn = 349;
