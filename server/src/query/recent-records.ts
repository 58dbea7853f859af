import type { Column } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import { millisecondsSql } from '../sql/bucket.js';
import { quoteIdentifier } from '../sql/identifier.js';
import { notInParts } from '../sql/old-parts.js';
import { type Sql, sql } from '../sql/sql-text.js';
import { timeConditions, whereOf } from '../sql/time-filter.js';
import type { QueryServices } from './operation.js';
import type { EarlierWork, QueryRequest } from './query-request.js';
import type { Printing, ReadableSource } from './readable-source.js';
import { written } from './written-statement.js';

/*
 * The records that were received last. No index knows them, because tables are sorted by other columns. But the engine knows when
 * it wrote each part of a table, and a part has no record that was received later. So old parts are left out, as long as the
 * other parts turn out to have enough records that are newer than the old parts.
 */

/** The names of the parts of a Data Pool's table that were written before a time. Absent on a cluster. */
export type OldParts = (dataPool: DataPool, beforeMs: number) => Promise<readonly string[]>;

export interface RecentRecords {
  /** As many records as wanted were received since, or all. Null if there are none. */
  readonly sinceMs: number | null;
  /** Parts that have none of them. */
  readonly skippedParts: readonly string[];
  readonly earlier: EarlierWork;
}

interface FindOptions extends QueryServices {
  readonly oldParts?: OldParts | undefined;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** How far to look back, one after the other, before all parts are read. */
const lookBacksMs = [dayMs, 30 * dayMs];
/** The clocks of the service and of the engine's machine may differ by so much. */
const clockMarginMs = 3_600_000;

/** Finds since when so many records were received, in whole minutes: counting minutes is faster than sorting records. */
export async function findRecentRecords(
  services: FindOptions,
  query: Pick<QueryRequest, 'principal' | 'signal' | 'allowance' | 'type' | 'basis'>,
  source: ReadableSource,
  received: Column,
  count: number,
): Promise<RecentRecords> {
  const { runner, clock } = services;
  let earlier: EarlierWork | undefined;
  const attempt = async (skippedParts: readonly string[]) => {
    const read = await runner.read({
      ...query,
      earlier,
      ...written((printing) => minutesStatement(source, received, count, skippedParts, printing)),
    });
    earlier = read.earlier;
    const [minute = null, found = 0] = read.result.rows[0] ?? [];
    const sinceMs = minute === null ? null : Number(minute) * minuteMs;
    return { recent: { sinceMs, skippedParts, earlier: read.earlier }, found: Number(found) };
  };
  for (const lookBackMs of lookBacksMs) {
    const startMs = clock.now() - lookBackMs;
    const skipped = await skippableParts(services, source, startMs - clockMarginMs);
    if (skipped.length === 0) break;
    const { recent, found } = await attempt(skipped);
    if (found >= count && recent.sinceMs !== null && recent.sinceMs >= startMs) return recent;
  }
  return (await attempt([])).recent;
}

/** Only where every record is in one part, unchanged, and readable: what others wrote must make no difference. */
async function skippableParts(
  { oldParts }: FindOptions,
  { dataPool, limited }: ReadableSource,
  beforeMs: number,
): Promise<readonly string[]> {
  if (oldParts === undefined || limited || dataPool.tableSettings.engine.type !== 'MERGE_TREE') return [];
  return await oldParts(dataPool, beforeMs);
}

/** One row: the first of the minutes that together have enough records, and how many they have. */
function minutesStatement(
  source: ReadableSource,
  received: Column,
  count: number,
  skippedParts: readonly string[],
  printing: Printing,
): Sql {
  const time = millisecondsSql({ sql: quoteIdentifier(received.name), type: 'TIMESTAMP' });
  const where = whereOf(recentConditions({ sinceMs: null, skippedParts }, received, printing));
  const minutes = sql`SELECT intDiv(${time}, ${minuteMs}) AS _weir_minute, count() AS _weir_count FROM ${source.from(printing)}${where} GROUP BY _weir_minute`;
  const added = sql`SELECT _weir_minute, _weir_count, sum(_weir_count) OVER (ORDER BY _weir_minute DESC) AS _weir_sum FROM (${minutes})`;
  return sql`SELECT minOrNull(_weir_minute) AS _weir_first, sum(_weir_count) AS _weir_found FROM (${added}) WHERE _weir_sum - _weir_count < ${printing.values.add('UInt32', String(count))}`;
}

/** The SQL that is shown reads all parts, because `sqlV1` has no parts. */
export function recentConditions(
  { sinceMs, skippedParts }: Pick<RecentRecords, 'sinceMs' | 'skippedParts'>,
  received: Column,
  { values, mode }: Printing,
): Sql[] {
  return [
    ...timeConditions({ startMs: sinceMs, stopMs: null }, received, values),
    ...(mode === 'run' && skippedParts.length > 0 ? [notInParts(skippedParts, values)] : []),
  ];
}
