import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { tableName } from './data-pool-ddl.js';
import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';
import { type BoundType, BoundValues, stringLiteral } from './values.js';

/**
 * Changes to the records of a Data Pool. The engine keeps what it was told to change on disk and carries it out
 * once, part by part, over restarts too, on the parts that were there when it was told. So a change is told
 * once: it carries a mark by which it is found again among all that the engine was told.
 */
type Table = Pick<DataPool, 'environmentId' | 'id'>;

export interface Mutation {
  /** Made by Weir: nothing that needs quoting beyond a literal. */
  readonly mark: string;
  readonly change: Sql;
  readonly where: Sql;
  readonly values: MutationValues;
}

const timestampType = /^DateTime64\((\d), 'UTC'\)$/;

/**
 * The values of a change. The engine keeps a bound timestamp as its seconds since 1970, and takes those for a
 * timestamp again only where they have nine or ten digits: others fail the change, or are read as a date. So a
 * timestamp goes in as text, which is kept as it is.
 */
export class MutationValues extends BoundValues {
  override add(type: BoundType, text: string): Sql {
    const decimals = timestampType.exec(type)?.[1];
    if (decimals === undefined) return super.add(type, text);
    return asSql(`toDateTime64(${super.add('String', text)}, ${decimals}, 'UTC')`);
  }
}

export function mutationStatement(table: Table, { mark, change, where, values }: Mutation): Statement {
  return {
    text: `ALTER TABLE ${tableName(table)} ${change} WHERE ${where} AND (${stringLiteral(mark)} != '')`,
    parameters: values.params,
    tables: [table.id],
  };
}

/** Whether a statement that tells the engine of a change is still running. */
export function mutationBeingToldStatement(mark: string): Statement {
  return {
    text: "SELECT count() FROM system.processes WHERE startsWith(query, 'ALTER TABLE') AND position(query, {mark:String}) > 0",
    parameters: { mark },
    tables: [],
  };
}

/** The engine's name of a change, whether it is done, why it failed, and how many rows are left and being read. */
export function mutationStatusStatement(table: Table, mark: string): Statement {
  const ofTable = 'database = {database:String} AND table = {table:String}';
  const marked = `${ofTable} AND position(command, {mark:String}) > 0`;
  return {
    text: `SELECT mutation_id, is_done, latest_fail_reason,
  (SELECT sum(rows) FROM system.parts WHERE ${ofTable} AND active AND name IN (
    SELECT arrayJoin(parts_to_do_names) FROM system.mutations WHERE ${marked})),
  (SELECT sum(rows_read) FROM system.merges WHERE ${ofTable} AND is_mutation)
FROM system.mutations WHERE ${marked}`,
    parameters: { database: table.environmentId, table: table.id, mark },
    tables: [],
  };
}

/** Not SYNC: the embedded engine would wait for itself. */
export function killMutationStatement(table: Table, mutationId: string): Statement {
  return {
    text: 'KILL MUTATION WHERE database = {database:String} AND table = {table:String} AND mutation_id = {mutation:String} ASYNC',
    parameters: { database: table.environmentId, table: table.id, mutation: mutationId },
    tables: [],
  };
}

export const inPartition = (partitionId: string): Sql =>
  asSql(`IN PARTITION ID ${stringLiteral(partitionId)}`);
