import { payloadColumn, receivedAtColumn } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import { errorsColumn, headersColumn, quarantineOf } from '../catalog/quarantine.js';
import type { QuarantineFilter } from '../catalog/quarantine-filter.js';
import type { Statement } from '../engine/engine.js';
import { requestIdColumn, tableName } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import { MutationValues } from './mutation.js';
import { joinSql, type Sql, sql } from './sql-text.js';
import { engineTimestamp } from './time-filter.js';
import { BoundValues, type Values } from './values.js';

/** Reads and deletes quarantined events. Their condition is the same in all statements. */
type Pool = Pick<DataPool, 'id' | 'environmentId'>;

const id = quoteIdentifier(requestIdColumn);
const receivedAt = quoteIdentifier(receivedAtColumn.name);
const payload = quoteIdentifier(payloadColumn.name);
const errors = quoteIdentifier(errorsColumn.name);
const headers = quoteIdentifier(headersColumn.name);
/** The errors as the engine's tuples; a null column is an empty text. */
const errorTuples = sql`JSONExtract(${errors}, 'Array(Tuple(column String, reason String, message String))')`;

/** Time and headers of events to replay. Those of records are not stored. */
export function replayedAlso({ columns }: Pick<DataPool, 'columns'>): readonly Sql[] {
  return [sql`toUnixTimestamp64Milli(${receivedAt})`, columns.includes(headersColumn) ? headers : sql`'{}'`];
}

export function quarantineConditions(filter: QuarantineFilter, values: Values): readonly Sql[] {
  const text = (value: string) => values.add('String', value);
  const time = (ms: number) => values.add("DateTime64(3, 'UTC')", engineTimestamp(ms));
  const conditions: Sql[] = [];
  if (filter.ids)
    conditions.push(
      sql`toString(${id}) IN JSONExtract(${text(JSON.stringify(filter.ids))}, 'Array(String)')`,
    );
  if (filter.fromMs !== undefined) conditions.push(sql`${receivedAt} >= ${time(filter.fromMs)}`);
  if (filter.beforeMs !== undefined) conditions.push(sql`${receivedAt} < ${time(filter.beforeMs)}`);
  if (filter.search !== undefined)
    conditions.push(sql`positionCaseInsensitiveUTF8(${payload}, ${text(filter.search)}) > 0`);
  const error = [
    ...(filter.column === undefined ? [] : [sql`e.1 = ${text(filter.column)}`]),
    ...(filter.reason === undefined ? [] : [sql`e.2 = ${text(filter.reason)}`]),
  ];
  if (error.length > 0) conditions.push(sql`arrayExists(e -> ${joinSql(error, ' AND ')}, ${errorTuples})`);
  return conditions;
}

const whereOf = (conditions: readonly Sql[]) => joinSql([sql`true`, ...conditions], ' AND ');

export interface QuarantinePage {
  /** The position of the last event before the page. */
  readonly after: { readonly receivedAtMs: number; readonly id: string } | undefined;
  readonly eventsMax: number;
  /** Ends the page early. A page always has at least one event. */
  readonly bytesMax: number;
}

/** ID, time, payload in Base64, errors and headers, newest first. */
export function quarantinedEventsStatement(
  pool: Pool,
  filter: QuarantineFilter,
  { after, eventsMax, bytesMax }: QuarantinePage,
): Statement {
  const values = new BoundValues();
  const conditions = [...quarantineConditions(filter, values)];
  if (after) {
    const time = values.add("DateTime64(3, 'UTC')", engineTimestamp(after.receivedAtMs));
    conditions.push(sql`(${receivedAt}, ${id}) < (${time}, toUUIDOrZero(${values.add('String', after.id)}))`);
  }
  const rows = sql`SELECT * FROM ${tableName(quarantineOf(pool))} WHERE ${whereOf(conditions)} ORDER BY ${receivedAt} DESC, ${id} DESC LIMIT ${eventsMax}`;
  const sized = sql`SELECT *, sum(length(${payload})) OVER (ORDER BY ${receivedAt} DESC, ${id} DESC ROWS UNBOUNDED PRECEDING) AS _weir_bytes FROM (${rows})`;
  return {
    text: `SELECT ${id}, toUnixTimestamp64Milli(${receivedAt}), base64Encode(${payload}), ${errors}, ${headers} FROM (${sized}) WHERE _weir_bytes - length(${payload}) < ${bytesMax} ORDER BY ${receivedAt} DESC, ${id} DESC`,
    parameters: values.params,
    tables: [quarantineOf(pool).id],
  };
}

/** Count and bytes. */
export function quarantineSizeStatement(pool: Pool, filter: QuarantineFilter): Statement {
  const values = new BoundValues();
  const where = whereOf(quarantineConditions(filter, values));
  return {
    text: `SELECT count(), sum(length(${payload})) FROM ${tableName(quarantineOf(pool))} WHERE ${where}`,
    parameters: values.params,
    tables: [quarantineOf(pool).id],
  };
}

/** Column (empty if the event itself is wrong), reason, a message and the number of events, most frequent first. */
export function quarantineReasonsStatement(
  pool: Pool,
  filter: QuarantineFilter,
  reasonsMax: number,
): Statement {
  const values = new BoundValues();
  const where = whereOf(quarantineConditions(filter, values));
  return {
    text: `SELECT e.1 AS column, e.2 AS reason, any(e.3), uniqExact(${id}) AS events
FROM ${tableName(quarantineOf(pool))} ARRAY JOIN ${errorTuples} AS e
WHERE ${where} GROUP BY column, reason ORDER BY events DESC, column, reason LIMIT ${reasonsMax}`,
    parameters: values.params,
    tables: [quarantineOf(pool).id],
  };
}

/** Can be repeated. */
export function deleteQuarantinedStatement(pool: Pool, filter: QuarantineFilter): Statement {
  const values = new MutationValues();
  const where = whereOf(quarantineConditions(filter, values));
  return {
    text: `ALTER TABLE ${tableName(quarantineOf(pool))} DELETE WHERE ${where} SETTINGS mutations_sync = 1`,
    parameters: values.params,
    tables: [quarantineOf(pool).id],
  };
}

/** The time of the newest event that has to go so that the others fit; no row if all fit. */
export function quarantineOverflowStatement(pool: Pool, bytesMax: number): Statement {
  const order = `ORDER BY ${receivedAt} DESC ROWS UNBOUNDED PRECEDING`;
  const sized = `SELECT ${receivedAt}, sum(length(${payload})) OVER (${order}) AS bytes FROM ${tableName(quarantineOf(pool))}`;
  return {
    text: `SELECT toUnixTimestamp64Milli(max(${receivedAt})) FROM (${sized}) WHERE bytes > {max:UInt64} HAVING count() > 0`,
    parameters: { max: bytesMax },
    tables: [quarantineOf(pool).id],
  };
}
