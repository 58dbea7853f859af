import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { quoteIdentifier } from './identifier.js';
import { type Sql, sql } from './sql-text.js';
import type { Values } from './values.js';

/**
 * The parts of a Data Pool's table that were written before a time. All of their records were received before that. A merge or
 * a mutation writes a new part, which has another name and is never an old one by mistake.
 */
export function oldPartsStatement({ environmentId, id }: DataPool, beforeMs: number): Statement {
  return {
    text: `SELECT name FROM system.parts WHERE active AND database = {database:String} AND table = {table:String}
  AND modification_time < toDateTime({before:UInt32}, 'UTC') ORDER BY name`,
    parameters: { database: environmentId, table: id, before: Math.floor(beforeMs / 1000) },
    tables: [],
  };
}

/** A condition that makes the engine read none of these parts. */
export function notInParts(parts: readonly string[], values: Values): Sql {
  // Names of parts consist of letters, digits, - and _.
  const list = values.add('String', parts.join(','));
  return sql`(NOT has(splitByString(',', ${list}), ${quoteIdentifier('_part')}))`;
}
