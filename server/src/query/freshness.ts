import { type Column, receivedAtColumn } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import { millisecondsSql } from '../sql/bucket.js';
import { requestIdColumn } from '../sql/data-pool-ddl.js';
import { quoteIdentifier } from '../sql/identifier.js';
import { joinSql, type Sql, sql } from '../sql/sql-text.js';
import { timeConditions, whereOf } from '../sql/time-filter.js';
import type { Caller } from './caller.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import { dependsOn } from './query-scope.js';
import { findSource, type Printing, type ReadableSource } from './readable-source.js';
import { findRecentRecords, type OldParts, type RecentRecords, recentConditions } from './recent-records.js';
import { written } from './written-statement.js';

/** How new the records of a Data Pool are that a caller may read, and how late they came. Times are in milliseconds. */
export interface Freshness {
  readonly lastEventAt: number | null;
  readonly lastReceivedAt: number | null;
  readonly lateness: Readonly<Record<'p50' | 'p95' | 'p99', number>> | null;
  readonly query: QueryInfo;
}

export interface FreshnessServices extends QueryServices {
  readonly oldParts?: OldParts | undefined;
}

/** The lateness is that of so many records that were received last. */
const measuredRecordsMax = 10_000;

/** Null when there are no records, or when access policies hide both of their times. */
export async function freshness(
  services: FreshnessServices,
  { principal, signal, allowance }: Caller,
  dataPool: DataPool,
): Promise<Freshness | null> {
  if (dataPool.status !== 'LIVE') return null;
  const { runner } = services;
  const source = await findSource(services, principal, dataPool);
  const readable = (name: string) => source.columns.find((column) => column.name === name);
  const [event, received] = [readable(dataPool.timestamp), readable(receivedAtColumn.name)];
  if (event === undefined && received === undefined) return null;
  const basis = runner.basis(dependsOn(source, []));
  const query = { principal, type: 'STATS', signal, allowance, basis } as const;
  const measured = event !== undefined && received !== undefined && event.name !== received.name;
  const recent = measured
    ? await findRecentRecords(services, query, source, received, measuredRecordsMax)
    : undefined;
  const { result, info } = await runner.run({
    ...query,
    earlier: recent?.earlier,
    ...written((printing) =>
      recent && event && received
        ? measures(source, { event, received }, recent, printing)
        : lastTimes(source, event, received, printing),
    ),
  });
  const [lastEventAt = null, lastReceivedAt = null, count = 0, p50, p95, p99] = (result.rows[0] ?? []).map(
    (cell) => (cell === null ? null : Number(cell)),
  );
  if (lastEventAt === null && lastReceivedAt === null) return null;
  const lateness = count ? { p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0 } : null;
  return { lastEventAt, lastReceivedAt, lateness, query: info };
}

/** Where one time is hidden, or both are the same and every record came in time. */
function lastTimes(
  source: ReadableSource,
  event: Column | undefined,
  received: Column | undefined,
  printing: Printing,
): Sql {
  const last = (column: Column | undefined) => (column ? lastTime(source, column, printing) : sql`NULL`);
  const isOne = event !== undefined && event.name === received?.name;
  const columns = [sql`${last(event)} AS _weir_event`, sql`${last(received)} AS _weir_received`];
  return sql`SELECT ${joinSql(isOne ? [...columns, sql`1 AS _weir_measured`] : columns)}`;
}

/** The last time in a column. Where the table is sorted by the column, the engine reads only its end. */
function lastTime(source: ReadableSource, column: Column, printing: Printing): Sql {
  const name = quoteIdentifier(column.name);
  const where = whereOf(timeConditions({ startMs: null, stopMs: null }, column, printing.values));
  return sql`(SELECT ${milliseconds(column)} AS _weir_time FROM ${source.from(printing)}${where} ORDER BY ${name} DESC LIMIT 1)`;
}

const lateness = sql`_weir_r - _weir_e`;

/** Records whose event time is hidden are not measured. Of those that were received together, the order is that of their IDs. */
function measures(
  source: ReadableSource,
  { event, received }: { readonly event: Column; readonly received: Column },
  recent: RecentRecords,
  printing: Printing,
): Sql {
  const where = whereOf(recentConditions(recent, received, printing));
  const order = sql`${quoteIdentifier(received.name)} DESC, ${quoteIdentifier(requestIdColumn)} DESC`;
  const limit = printing.values.add('UInt32', String(measuredRecordsMax));
  const last = sql`SELECT ${milliseconds(received)} AS _weir_r, ${milliseconds(event)} AS _weir_e FROM ${source.from(printing)}${where} ORDER BY ${order} LIMIT ${limit}`;
  const measured = [
    sql`${lastTime(source, event, printing)} AS _weir_event`,
    sql`maxOrNull(_weir_r) AS _weir_received`,
    sql`count(${lateness}) AS _weir_measured`,
    sql`quantileExact(0.5)(${lateness}) AS _weir_late50`,
    sql`quantileExact(0.95)(${lateness}) AS _weir_late95`,
    sql`quantileExact(0.99)(${lateness}) AS _weir_late99`,
  ];
  return sql`SELECT ${joinSql(measured)} FROM (${last})`;
}

const milliseconds = ({ name, type }: Column) =>
  millisecondsSql({ sql: quoteIdentifier(name), type: type === 'DATE' ? 'DATE' : 'TIMESTAMP' });
