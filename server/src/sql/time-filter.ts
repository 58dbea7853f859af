import type { TimeRange } from '../base/time-range.js';
import type { Column } from '../catalog/column.js';
import { asSql, quoteIdentifier, type Sql } from './identifier.js';
import type { Values } from './values.js';

/** The engine's notation of an instant. */
export function engineTimestamp(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '');
}

const dayMs = 86_400_000;

/** A date counts as its midnight in UTC: the first date that is not before the instant. */
function engineDate(epochMs: number): string {
  return new Date(Math.ceil(epochMs / dayMs) * dayMs).toISOString().slice(0, 10);
}

/** Conditions that a record's time is in the range, on the bare column so that the table's order helps. */
export function timeConditions({ startMs, stopMs }: TimeRange, column: Column, values: Values): Sql[] {
  const name = quoteIdentifier(column.name);
  const bound = (epochMs: number) =>
    column.type === 'DATE'
      ? values.add('Date32', engineDate(epochMs))
      : values.add("DateTime64(3, 'UTC')", engineTimestamp(epochMs));
  const conditions: Sql[] = [];
  if (startMs !== null) conditions.push(asSql(`(${name} >= ${bound(startMs)})`));
  if (stopMs !== null) conditions.push(asSql(`(${name} < ${bound(stopMs)})`));
  return conditions;
}

/** ` WHERE …`, or nothing. */
export function whereOf(conditions: readonly Sql[]): Sql {
  return asSql(conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`);
}
