import type { Calendar } from '../base/calendar.js';
import { badInput } from '../base/errors.js';
import type { Granularity } from '../base/granularity.js';
import { inTurn } from '../base/in-slices.js';
import { type Principal, shareOwner } from '../base/principal.js';
import { resolveTimeRange, type TimeRange, type TimeRangeInput } from '../base/time-range.js';
import { parseTimeZone } from '../base/time-zone.js';
import type { WeekStart } from '../base/week-start.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Column } from '../catalog/column.js';
import type { FilterDefinition } from '../catalog/filter.js';
import { compileFilters } from '../sql/compiler/compile-filters.js';
import { parseFilter } from '../sql/compiler/parse-expression.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import type { Sql } from '../sql/sql-text.js';
import { allFilters, type FilterTerm } from '../sql/term/checked-term.js';
import { printValue } from '../sql/term/print-query.js';
import type { Term } from '../sql/term/term.js';
import { readsClock } from '../sql/term/walk-term.js';
import { timeConditions } from '../sql/time-filter.js';
import { type Printing, type ReadableSource, sourceColumn } from './readable-source.js';

/** The selection of records: the common part of every operation's input. */
export interface ScopeInput {
  readonly timeRange?:
    | (TimeRangeInput & { readonly timestamp?: string | null | undefined })
    | null
    | undefined;
  readonly timeZone?: string | null | undefined;
  /** By default the Environment's. */
  readonly weekStart?: WeekStart | undefined;
  readonly filterSql?: string | null | undefined;
  readonly filters?: readonly FilterDefinition[] | undefined;
  /** Whether a booster may answer a Metric query; by default it may. */
  readonly useBooster?: boolean | undefined;
}

export interface QueryScope extends Calendar {
  readonly timeColumn: Column;
  readonly timeRange: TimeRange;
  readonly filter: FilterTerm | null;
}

export interface ScopeOptions {
  /** Who asks. */
  readonly principal: Principal;
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
  readonly nowMs: number;
  /** The unit of `LAST_N`: a day, unless the query has a granularity. */
  readonly lastNUnit: Granularity;
}

export async function queryScope(
  input: ScopeInput,
  source: ReadableSource,
  timestamp: Column,
  options: ScopeOptions,
): Promise<QueryScope> {
  const { principal, catalog, parsers, nowMs, lastNUnit } = options;
  const calendar: Calendar = {
    timeZone: parseTimeZone(input.timeZone || 'UTC'),
    weekStart: input.weekStart ?? (await catalog.cached.weekStart(source.dataPool.environmentId)),
  };
  const named = input.timeRange?.timestamp;
  return {
    ...calendar,
    timeColumn: named ? timeColumn(source, named) : timestamp,
    timeRange: resolveTimeRange(input.timeRange ?? {}, { ...calendar, nowMs, lastNUnit }),
    // One request may contain a hundred filters.
    filter: await inTurn(shareOwner(principal), () => filterOf(parsers, input, source)),
  };
}

/** Combines `filterSql` and the deprecated `filters`: if both are given, both must hold. */
export function filterOf(
  parsers: SqlParsers,
  input: Pick<ScopeInput, 'filterSql' | 'filters'>,
  { columns }: ReadableSource,
): FilterTerm | null {
  return allFilters([
    input.filterSql ? parseFilter(parsers, input.filterSql, columns) : null,
    compileFilters(input.filters ?? [], columns),
  ]);
}

function timeColumn(source: ReadableSource, name: string): Column {
  const column = sourceColumn(source, name, 'timeRange.timestamp');
  if (column.type === 'TIMESTAMP' || column.type === 'DATE') return column;
  throw badInput('timeRange.timestamp', `"${name}" is ${column.type}; it must be a TIMESTAMP or DATE column`);
}

/** The Data Pools that an answer depends on; undefined when it also depends on the current time. */
export function dependsOn(
  { dataPool, readsClock: sourceReadsClock }: ReadableSource,
  terms: readonly (Term | null)[],
): readonly string[] | undefined {
  const changes = sourceReadsClock || terms.some((term) => term !== null && readsClock(term));
  return changes ? undefined : [dataPool.id];
}

/** The conditions of a WHERE clause. */
export function scopeConditions(
  { timeRange, timeColumn, filter }: QueryScope,
  source: ReadableSource,
  printing: Printing,
): Sql[] {
  return [
    ...timeConditions(timeRange, timeColumn, printing.values),
    ...filterConditions([filter], source, printing),
  ];
}

export function filterConditions(
  filters: readonly (FilterTerm | null)[],
  { limited }: ReadableSource,
  { values, mode }: Printing,
): Sql[] {
  const all = allFilters(filters);
  return all === null ? [] : [printValue(all, values, limited && mode === 'run')];
}
