import type { Column } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { aggregatesOf, stateSql } from './booster-states.js';
import { millisecondsSql } from './bucket.js';
import { tableName } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import type { Mutation } from './mutation.js';
import { plainStatement } from './plain-statement.js';
import { joinSql, type Sql, sql } from './sql-text.js';
import { checkExpression } from './term/check-printed.js';
import type { MetricValue } from './term/checked-term.js';
import { printValue } from './term/print-query.js';
import { asSql } from './trusted-text.js';
import { InlineValues } from './values.js';

/*
 * A booster is an aggregating projection of its Data Pool's table: the engine keeps it up to date with every insert, merge,
 * mutation and expiry, and replicates it with the table. It reads the projection where a query groups and filters by
 * nothing but the projection's own expressions, so queries use exactly the expressions below.
 */
type Table = Pick<DataPool, 'environmentId' | 'id'>;

export interface Projection {
  readonly boosterId: string;
  readonly timestamp: Column;
  readonly dimensions: readonly Column[];
  readonly value: MetricValue;
}

/** Every offset of a time zone today is a multiple of this, so one width serves all zones. */
export const boosterBucketMs = 900_000;
/** 1900-01-01, the first time that is stored. The engine's own functions for buckets wrap around before 1970. */
const firstMs = -2_208_988_800_000;

/**
 * The number of the quarter of an hour that a record is in; null if it has no time. The engine knows that the functions inside
 * `bitOr` are monotonic: without it, planning a query would evaluate them at every mark of the records' table, though none of
 * its records are read. That took longer than the query itself, and more with every record.
 */
export function bucketNumber({ name, type }: Column): Sql {
  const time = { sql: quoteIdentifier(name), type: type === 'DATE' ? 'DATE' : 'TIMESTAMP' } as const;
  return asSql(`bitOr(intDiv(${millisecondsSql(time)} + toInt64(${-firstMs}), ${boosterBucketMs}), 0)`);
}

export const bucketNumberAt = (timeMs: number) => (timeMs - firstMs) / boosterBucketMs;

/** The start of a record's quarter of an hour, in milliseconds. */
export const bucketStart = (timestamp: Column): Sql =>
  sql`(assumeNotNull(${bucketNumber(timestamp)}) * ${boosterBucketMs} + toInt64(${firstMs}))`;

export function addProjection(table: Table, projection: Projection): Statement {
  return plainStatement(
    `ALTER TABLE ${tableName(table)} ADD PROJECTION IF NOT EXISTS ${projectionDefinition(projection)}`,
    table,
  );
}

export function projectionDefinition({ boosterId, timestamp, dimensions, value }: Projection): Sql {
  const keys = [...dimensions.map(({ name }) => quoteIdentifier(name)), bucketNumber(timestamp)];
  const states = [...new Set(aggregatesOf([value.term]).map(stateSql))];
  checkExpression(printValue(value.term, new InlineValues()));
  const select = joinSql([...keys, ...states]);
  return asSql(`${quoteIdentifier(boosterId)} (SELECT ${select} GROUP BY ${joinSql(keys)})`);
}

/** Counts the steps of the engine's plan for a query of all states that read the projection: 0 if it reads the records. */
export function countProjectionReads(table: Table, { boosterId, timestamp, value }: Projection): Statement {
  const states = [...new Set(aggregatesOf([value.term]).map(stateSql))];
  const selected = states.map((state, index) => sql`${state} AS _weir_s${index}`);
  const query = `SELECT ${joinSql(selected)} FROM ${tableName(table)} WHERE ${bucketNumber(timestamp)} >= 0`;
  return {
    text: `SELECT countIf(position(explain, {booster:String}) > 0) FROM (EXPLAIN ${query})`,
    parameters: { booster: boosterId },
    tables: [table.id],
  };
}

/** Fills the projection for the records that are stored already. The engine lists the name without quotes. */
export function materializeProjection(table: Table, boosterId: string): Mutation {
  const mark = `MATERIALIZE PROJECTION ${boosterId}`;
  return { mark, statement: plainStatement(`ALTER TABLE ${tableName(table)} ${mark}`, table) };
}

/** Inserts and queries forget it at once. Its files are removed in the background, which needs space on the disk. */
export const dropProjection = (table: Table, boosterId: string): Statement =>
  plainStatement(
    `ALTER TABLE ${tableName(table)} DROP PROJECTION IF EXISTS ${quoteIdentifier(boosterId)} SETTINGS alter_sync = 0`,
    table,
  );

/** The projection's rows and bytes, and the bytes of the table without any projections. */
export function projectionSize({ environmentId, id }: Table, boosterId: string): Statement {
  const ofTable = 'database = {database:String} AND table = {table:String} AND active';
  return {
    text: `SELECT sumIf(rows, name = {booster:String}), sumIf(bytes_on_disk, name = {booster:String}),
  (SELECT sum(bytes_on_disk) FROM system.parts WHERE ${ofTable}) - sum(bytes_on_disk)
FROM system.projection_parts WHERE ${ofTable}`,
    parameters: { database: environmentId, table: id, booster: boosterId },
    tables: [],
  };
}
