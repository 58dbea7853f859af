import type { TimeRange } from '../base/time-range.js';
import type { Column } from '../catalog/column.js';
import { quoteIdentifier } from './identifier.js';
import type { Sql } from './sql-text.js';
import { call } from './term/build-term.js';
import { allFilters, asFilter, type FilterTerm } from './term/checked-term.js';
import { literalTerm } from './term/literal.js';
import { printValue } from './term/print-query.js';
import type { Term } from './term/term.js';
import { asSql } from './trusted-text.js';
import type { Values } from './values.js';

/** Formats an instant for the engine. */
export function engineTimestamp(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '');
}

let moment = { ms: 0, text: engineTimestamp(0) };

/** The same for the time of a request. It keeps the last one: under load, many requests arrive in the same millisecond. */
export function arrivalTimestamp(epochMs: number): string {
  if (epochMs !== moment.ms) moment = { ms: epochMs, text: engineTimestamp(epochMs) };
  return moment.text;
}

const dayMs = 86_400_000;

/** The first date whose midnight in UTC is not before the instant. */
function engineDate(epochMs: number): string {
  return new Date(Math.ceil(epochMs / dayMs) * dayMs).toISOString().slice(0, 10);
}

/** An instant as a value that compares with the column. The engine clips a date after its last day; `literalTerm` does not. */
function boundOf(epochMs: number, { type }: Column): Term {
  return literalTerm(
    type === 'DATE'
      ? { type: 'date', text: engineDate(epochMs) }
      : { type: 'timestamp', text: engineTimestamp(epochMs) },
  );
}

/** Conditions that a record's time is in the range. They use the bare column, so that the table's index applies. */
export function timeConditions({ startMs, stopMs }: TimeRange, column: Column, values: Values): Sql[] {
  const name = quoteIdentifier(column.name);
  const bound = (epochMs: number) => printValue(boundOf(epochMs, column), values);
  const conditions: Sql[] = [];
  if (startMs !== null) conditions.push(asSql(`(${name} >= ${bound(startMs)})`));
  if (stopMs !== null) conditions.push(asSql(`(${name} < ${bound(stopMs)})`));
  // A record without a time is in no range, not even in one without bounds.
  if (column.nullable && conditions.length === 0) conditions.push(asSql(`(${name} IS NOT NULL)`));
  return conditions;
}

/** The same as a term, for a scan of several Metrics with different timestamp columns. */
export function timeFilter({ startMs, stopMs }: TimeRange, column: Column): FilterTerm | null {
  const time: Term = { kind: 'column', table: null, name: column.name, label: column.name, at: 0 };
  if (startMs === null && stopMs === null) return column.nullable ? asFilter(call('isNotNull', time)) : null;
  const bound = (name: 'greaterOrEquals' | 'less', epochMs: number | null) =>
    epochMs === null ? null : asFilter(call(name, time, boundOf(epochMs, column)));
  return allFilters([bound('greaterOrEquals', startMs), bound('less', stopMs)]);
}

/** ` WHERE …`, or nothing. */
export function whereOf(conditions: readonly Sql[]): Sql {
  return asSql(conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`);
}
