import type { DataPool } from '../catalog/definitions.js';
import type { Engine } from '../engine/engine.js';
import {
  distinctValuesStatement,
  storedColumnsStatement,
  tablePartsStatement,
} from '../sql/rebuilt-table.js';
import { dictionaryColumns, isTooManyValues, textColumns } from './dictionary-columns.js';
import { isAppendOnly, readCounts, readRows } from './job-services.js';

export interface SuggestedRebuild {
  readonly reason: string;
}

/** A rebuild does not make more: they would take more files, and more memory for each insert, than the engine can handle well. */
export const partitionsMax = 1_000;
const timeoutMs = 5_000;
/** Enough to tell a column with few values from others. The job counts all of them. */
const sampledRows = 200_000;
/** In fewer records there is little to gain. */
const recordsMin = 100_000;
/** In a sample. Its column is likely to have more. */
const sampledValuesMax = 1_000;

export interface RebuildConditions {
  /** Whether no other node can write into the tables. */
  readonly isOnlyNode: boolean;
  /** Whether records are missing that could be restored. */
  readonly isDamaged: (pool: DataPool) => boolean;
}

/** Why a Data Pool cannot be rebuilt; undefined if it can. */
export function whyNotRebuilt(
  pool: DataPool,
  { isOnlyNode, isDamaged }: RebuildConditions,
): string | undefined {
  const { uniqueName, tableSettings } = pool;
  if (!isAppendOnly(pool))
    return `Data Pool "${uniqueName}" replaces or merges records (${tableSettings.engine.type}), and which of them count depends on the order of their inserts, which a copy does not keep. Only append-only Data Pools (MERGE_TREE) can be rebuilt.`;
  if (!isOnlyNode)
    return 'Rebuilding is not available with the catalog in PostgreSQL: other nodes may insert events while the tables are exchanged';
  if (isDamaged(pool))
    return `Data Pool "${uniqueName}" has parts that the column store could not read, and a rebuild would delete them. Restore them from a backup, or dismiss the damage, before you rebuild it.`;
  return undefined;
}

/** Why a rebuild would pay; null if it would not. The sample is limited, so this is fast for a table of any size. */
export async function suggestedRebuild(engine: Engine, pool: DataPool): Promise<SuggestedRebuild | null> {
  // The job would fail.
  if ((await partitionsOf(engine, pool)) > partitionsMax) return null;
  const stored = (await readRows(engine, storedColumnsStatement(pool), timeoutMs)).map(
    ([name, type, codec]) => ({ name: String(name), type: String(type), codec: String(codec) }),
  );
  const reasons: string[] = [];
  if (!pool.rowIdInSortKey)
    reasons.push('An earlier version created the table, and pages of records are slow in its sort order.');
  if (stored.some(({ codec }) => codec === ''))
    reasons.push(
      'Some columns are not compressed by their types, so the table is larger than it needs to be.',
    );
  const withDictionary = new Set(
    stored.filter(({ type }) => type.startsWith('LowCardinality')).map(({ name }) => name),
  );
  const { few, many } = await sampledValues(engine, pool);
  const wanted = few.filter((name) => !withDictionary.has(name));
  if (wanted.length > 0)
    reasons.push(`The text of ${listed(wanted)} repeats a lot and could be stored with a dictionary.`);
  const unwanted = many.filter((name) => withDictionary.has(name));
  if (unwanted.length > 0)
    reasons.push(
      `The text of ${listed(unwanted)} has too many different values by now for the dictionary that it is stored with.`,
    );
  return reasons.length === 0 ? null : { reason: reasons.join(' ') };
}

async function partitionsOf(engine: Engine, pool: DataPool): Promise<number> {
  const parts = await readRows(engine, tablePartsStatement(pool), timeoutMs);
  return new Set(parts.map(([, partition]) => partition)).size;
}

const listed = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** The text columns that have few different values, and those that have too many for a dictionary. */
async function sampledValues(engine: Engine, pool: DataPool) {
  const names = textColumns(pool);
  if (names.length === 0) return { few: [], many: [] };
  const statement = distinctValuesStatement(pool, names, sampledRows);
  const [records = 0, , ...distinct] = await readCounts(engine, statement, timeoutMs);
  if (records < recordsMin) return { few: [], many: [] };
  const valuesOf = (name: string) => distinct[names.indexOf(name)] ?? 0;
  return {
    few: dictionaryColumns(names, distinct, records).filter((name) => valuesOf(name) <= sampledValuesMax),
    many: names.filter((name) => isTooManyValues(valuesOf(name))),
  };
}
