import { checkRange } from '../base/check-range.js';
import { badInput, badRequest } from '../base/errors.js';
import type { Column } from '../catalog/column.js';
import { allColumns } from '../catalog/definitions.js';
import { requestIdColumn } from '../sql/data-pool-ddl.js';
import { quoteIdentifier } from '../sql/identifier.js';
import type { SortKey } from '../sql/keyset.js';
import { columnSortValue } from '../sql/sort-value.js';
import type { FilterTerm } from '../sql/term/checked-term.js';
import { columnsOf } from '../sql/term/walk-term.js';
import type { Caller } from './caller.js';
import { type DataPoolReference, findDataPool } from './find-metric.js';
import type { QueryServices } from './operation.js';
import { type QueryScope, queryScope, type ScopeInput } from './query-scope.js';
import { findSource, type ReadableSource, sourceColumn, timestampColumn } from './readable-source.js';

/** A data grid without its page. */
export interface GridRowsInput extends ScopeInput {
  readonly dataPool: DataPoolReference;
  readonly columns: readonly string[];
  /** Counted from 1 in `columns`; by default the Data Pool's timestamp. */
  readonly orderByColumn?: number | null | undefined;
  readonly sort: 'ASC' | 'DESC';
}

/** The rows of a grid: their source, columns, conditions and total order. */
export interface GridPlan {
  readonly source: ReadableSource;
  readonly columns: readonly Column[];
  readonly scope: QueryScope;
  readonly orderedBy: Column;
  /** By the chosen column, then by the stored ID of each record. */
  readonly keys: readonly SortKey[];
}

export const gridColumnsMax = 2_000;

export async function planGrid(
  services: QueryServices,
  { principal }: Pick<Caller, 'principal'>,
  input: GridRowsInput,
): Promise<GridPlan> {
  const { catalog, parsers, clock } = services;
  const dataPool = await findDataPool(catalog, principal, input.dataPool);
  const source = await findSource(services, principal, dataPool);
  const columns = columnsNamed(source, input.columns);
  const timestamp = timestampColumn(source);
  const scope = await queryScope(input, source, timestamp, {
    principal,
    catalog,
    parsers,
    nowMs: clock.now(),
    lastNUnit: 'DAY',
  });
  onlyListed(scope.filter, columns);
  const orderedBy = orderColumn(input, columns) ?? timestamp;
  return { source, columns, scope, orderedBy, keys: gridOrder(orderedBy, input.sort) };
}

/** The columns of the rows; duplicates are allowed. `*` stands for every column that the caller may read. */
export function columnsNamed(source: ReadableSource, names: readonly string[]): readonly Column[] {
  if (names.includes(allColumns)) return source.columns;
  if (names.length > gridColumnsMax)
    throw badInput('columns', `at most ${gridColumnsMax} are allowed, but ${names.length} were given`);
  return names.map((name, index) => sourceColumn(source, name, `columns[${index}]`));
}

function orderColumn({ orderByColumn }: GridRowsInput, columns: readonly Column[]): Column | undefined {
  if (orderByColumn === null || orderByColumn === undefined || columns.length === 0) return undefined;
  return columns[checkRange('orderByColumn', orderByColumn, 1, columns.length) - 1];
}

function gridOrder(column: Column, direction: 'ASC' | 'DESC'): SortKey[] {
  return [
    { ...columnSortValue(column), direction },
    { expr: quoteIdentifier(requestIdColumn), direction, nullable: false },
  ];
}

/**
 * By the specification, a grid's filter may read only the columns that the grid shows. A client that does not know the columns
 * yet lists none, and already sends its filter and its order.
 */
function onlyListed(filter: FilterTerm | null, columns: readonly Column[]): void {
  if (filter === null || columns.length === 0) return;
  const listed = new Set(columns.map(({ name }) => name));
  const other = [...columnsOf(filter)].find((name) => !listed.has(name));
  if (other !== undefined)
    throw badRequest(`The filter reads the column "${other}", which is not in columns; add it to columns`);
}
