import { newId } from '../base/ids.js';
import type { Log } from '../base/log.js';
import type { Catalog } from '../catalog/catalog.js';
import { type Column, timestampTypes } from '../catalog/column.js';
import type { TableShape } from '../catalog/definitions.js';
import { quarantinedDataPoolId, quarantineOf } from '../catalog/quarantine.js';
import type { Engine, Statement } from '../engine/engine.js';
import {
  activePartsStatement,
  type BrokenPart,
  brokenPartsStatement,
  brokenProjectionsStatement,
  dropBrokenPart,
  lastReceivedBeforeStatement,
  restoreProjection,
} from '../sql/broken-parts.js';
import { keyColumnName } from '../sql/table-key.js';
import { movedAtMs, recordsOf, spanOf, writtenAtMs } from './part-files.js';
import { mergeSpans, sumOfKnown, type TimeSpan } from './time-spans.js';

/** Records that are missing from a partition of a table, because the engine could not read some of its parts. */
export interface MissingRecords {
  readonly database: string;
  readonly table: string;
  readonly partition: string;
  /** Null if that cannot be read either. */
  readonly records: number | null;
  /** Empty for tables of Weir's own. */
  readonly spans: readonly TimeSpan[];
  readonly detectedAtMs: number;
  /** Whether the engine still uses the parts, so that queries that read them fail. It has set the others aside. */
  readonly isActive: boolean;
  readonly parts: readonly BrokenPart[];
}

/** When the engine first failed to read a part, by the part's folder. */
export type FailedReads = ReadonlyMap<string, number>;

const readTimeoutMs = 30_000;
/** Of a partition. */
const spansMax = 100;

/**
 * What the embedded engine could not read when it started, or has failed to read since. It goes on without a word, so this says what
 * is missing. Parts of which nothing is missing are removed, and projections are made again.
 */
export async function lookForDamage(
  engine: Engine,
  catalog: Catalog,
  log: Log,
  failedReads: FailedReads,
): Promise<MissingRecords[]> {
  const lost = new Map<string, BrokenPart[]>();
  const failed = await readParts(engine, activePartsStatement([...failedReads.keys()]));
  for (const part of [...(await readParts(engine, brokenPartsStatement)), ...failed]) {
    if (part.isReplaced) {
      log.warn(
        { path: part.path },
        'a part was incomplete; nothing is missing, because others have its records',
      );
      await engine.command(dropBrokenPart(part));
      continue;
    }
    const place = `${part.database}.${part.table} ${part.partition} ${part.isActive}`;
    lost.set(place, [...(lost.get(place) ?? []), part]);
  }
  const missing: MissingRecords[] = [];
  for (const parts of lost.values()) missing.push(await missingOf(engine, catalog, parts, failedReads));
  for (const [database, table, partition, projection] of await rowsOf(engine, brokenProjectionsStatement)) {
    const broken = { database, table, partition, projection } as Parameters<typeof restoreProjection>[0];
    log.info(broken, 'rebuilding the booster of a part, which a crash has left incomplete');
    await engine.command(restoreProjection(broken));
  }
  return missing;
}

export async function readParts(engine: Engine, statement: Statement): Promise<BrokenPart[]> {
  const rows = await rowsOf(engine, statement);
  return rows.map(([database = '', table = '', partition = '', name = '', path = '', ...others]) => {
    const [firstBlock = 0, lastBlock = 0, isReplaced, isActive] = others.map(Number);
    return {
      ...{ database, table, partition, name, path, firstBlock, lastBlock },
      isReplaced: isReplaced === 1,
      isActive: isActive === 1,
    };
  });
}

export async function rowsOf(
  engine: Engine,
  statement: Statement,
  timeoutMs = readTimeoutMs,
): Promise<string[][]> {
  const limits = { timeoutMs };
  const { rows } = await engine.query({ id: newId('query'), statement, limits, asWriter: true });
  return rows.map((row) => row.map(String));
}

/** Of parts that are in one partition. */
async function missingOf(
  engine: Engine,
  catalog: Catalog,
  parts: readonly BrokenPart[],
  failedReads: FailedReads,
): Promise<MissingRecords> {
  const [{ database = '', table = '', partition = '', isActive = false } = {}] = parts;
  const counted = withoutMerged(parts);
  const shape = await shapeOf(catalog, database, table);
  return {
    database,
    table,
    partition,
    records: sumOfKnown(counted.map(({ path }) => recordsOf(path))),
    spans: shape ? await spansOf(engine, shape, counted) : [],
    detectedAtMs: Math.min(...parts.map(({ path }) => failedReads.get(path) ?? movedAtMs(path))),
    isActive,
    parts,
  };
}

/** Without parts that were merged from, or are later versions of, others that are broken too: they have the same records. */
function withoutMerged(parts: readonly BrokenPart[]): BrokenPart[] {
  const byBlocks = (a: BrokenPart, b: BrokenPart) =>
    a.firstBlock - b.firstBlock || b.lastBlock - a.lastBlock || (a.name > b.name ? -1 : 1);
  const sorted = [...parts].sort(byBlocks);
  return sorted.filter(({ lastBlock }, index) => lastBlock < (sorted[index + 1]?.lastBlock ?? Infinity));
}

/** Of a Data Pool or a quarantine; undefined for other tables. */
async function shapeOf(
  catalog: Catalog,
  environmentId: string,
  table: string,
): Promise<TableShape | undefined> {
  const quarantined = quarantinedDataPoolId(table);
  const pool = await catalog.dataPools.findById(environmentId, quarantined ?? table);
  return pool && quarantined !== undefined ? quarantineOf(pool) : pool;
}

/** From the parts themselves where they tell, or else from when they were stored: after the part before, and before they were written. */
async function spansOf(engine: Engine, shape: TableShape, parts: readonly BrokenPart[]): Promise<TimeSpan[]> {
  const column = timeColumnOf(shape);
  const spans: TimeSpan[] = [];
  const silent: BrokenPart[] = [];
  for (const part of parts) {
    const span = column && spanOf(part.path, column);
    if (span) spans.push({ ...span, columnName: column.name, records: recordsOf(part.path) });
    else silent.push(part);
  }
  const [first] = silent;
  if (first)
    spans.push({
      columnName: null,
      startMs: await lastReceivedBefore(engine, first),
      stopMs: Math.max(...silent.map(({ path }) => writtenAtMs(path))),
      records: sumOfKnown(silent.map(({ path }) => recordsOf(path))),
    });
  return mergeSpans(spans, spansMax);
}

/** The engine keeps the first and the last value of every column that the table is partitioned by. */
function timeColumnOf({ tableSettings, columns, timestamp }: TableShape): Column | undefined {
  const names = tableSettings.partitionBy.map(keyColumnName);
  const times = columns.filter(({ name, type }) => names.includes(name) && timestampTypes.includes(type));
  return times.find(({ name }) => name === timestamp) ?? times[0];
}

/** Null also if the part before cannot be read. */
async function lastReceivedBefore(engine: Engine, part: BrokenPart): Promise<number | null> {
  const [row] = await rowsOf(engine, lastReceivedBeforeStatement(part)).catch(() => []);
  const receivedAtMs = Number(row?.[0]);
  return Number.isNaN(receivedAtMs) ? null : receivedAtMs;
}
