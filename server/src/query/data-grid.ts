import { badRequest } from '../base/errors.js';
import type { Column } from '../catalog/column.js';
import { allColumns } from '../catalog/definitions.js';
import type { QueryResult } from '../engine/engine.js';
import { requestIdColumn } from '../sql/data-pool-ddl.js';
import { quoteIdentifier } from '../sql/identifier.js';
import { keyWindow } from '../sql/key-window.js';
import { orderBy, type Position, pastPosition, type SortKey } from '../sql/keyset.js';
import { columnSortValue } from '../sql/sort-value.js';
import { joinSql, type Sql, sql } from '../sql/sql-text.js';
import type { FilterTerm } from '../sql/term/checked-term.js';
import { columnsOf } from '../sql/term/walk-term.js';
import { whereOf } from '../sql/time-filter.js';
import { InlineValues } from '../sql/values.js';
import type { Caller } from './caller.js';
import { Cursors } from './cursors.js';
import { type DataPoolReference, findDataPool } from './find-metric.js';
import { type GridPage, gridPage } from './grid-page.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import type { QueryRequest } from './query-request.js';
import { queryScope, type ScopeInput, scopeConditions } from './query-scope.js';
import { findSource, type Printing, type ReadableSource, sourceColumn } from './readable-source.js';
import {
  checkPageSize,
  type EngineRow,
  keyText,
  type PageInput,
  pageConditions,
  pageOf,
  pagingOf,
  rowsToRead,
} from './row-page.js';
import { written } from './written-statement.js';

export interface DataGridInput extends ScopeInput {
  readonly dataPool: DataPoolReference;
  readonly columns: readonly string[];
  /** Counted from 1 in `columns`; by default the Data Pool's timestamp. */
  readonly orderByColumn?: number | null | undefined;
  readonly sort: 'ASC' | 'DESC';
  readonly page: PageInput;
}

export interface DataGridAnswer extends GridPage {
  readonly query: QueryInfo;
}

export const gridColumnsMax = 2_000;

/**
 * Records in pages. They have a total order: by the chosen column, then by the stored ID of each record, which also
 * distinguishes records that are equal in every column. Pages follow each other by position in that order. So an unchanged
 * record appears exactly once, whatever arrives in the meantime, and a page deep in the list is found as fast as the first.
 */
export async function dataGrid(
  services: QueryServices,
  caller: Caller,
  input: DataGridInput,
): Promise<DataGridAnswer> {
  const { catalog, parsers, clock, runner } = services;
  checkPageSize(input.page);
  const dataPool = await findDataPool(catalog, caller.principal, input.dataPool);
  const source = await findSource(services, caller.principal, dataPool);
  const columns = columnsNamed(source, input.columns);
  const timestamp = sourceColumn(source, dataPool.timestamp, 'timestamp');
  const scope = await queryScope(input, source, timestamp, { parsers, nowMs: clock.now(), lastNUnit: 'DAY' });
  onlyListed(scope.filter, columns);
  const orderedBy = orderColumn(input, columns) ?? timestamp;
  const keys = gridOrder(orderedBy, input.sort);
  const [leading] = keys;
  const [first, ...others] = dataPool.tableSettings.orderBy;
  // Not when it may be null, as in rows where policies hide it: the table's order has no place for nulls.
  const byLeadingKey = !leading?.nullable && first === orderedBy.name;
  const inTableOrder = byLeadingKey && others.length === 0 && dataPool.rowIdInSortKey;
  const windowed = byLeadingKey && !inTableOrder;
  const shown = { values: new InlineValues(), mode: 'show' } as const;
  const cursors = new Cursors(await catalog.serviceSecrets.obtain('cursor'), {
    operation: 'dataGrid',
    principal: caller.principal,
    query: [
      gridRows(columns, keys, source, shown),
      scopeConditions({ ...scope, timeRange: { startMs: null, stopMs: null } }, [], shown.values),
      orderBy(keys, 'forward'),
      scope.timeColumn.name,
      input.timeRange ?? null,
      scope.timeZone,
    ],
  });
  const paging = pagingOf(input.page, cursors);
  const request: QueryRequest = {
    principal: caller.principal,
    type: 'RECORDS',
    signal: caller.signal,
    allowance: caller.allowance,
    ...written((printing) => {
      const { values } = printing;
      const rows = gridRows(columns, keys, source, printing);
      const scoped = scopeConditions(scope, [], values);
      const conditions = [...scoped, ...pageConditions(paging, keys, values)];
      const limit = values.add('UInt32', String(rowsToRead(paging)));
      if (leading && windowed) {
        const { travel, near } = paging;
        const from = source.from(printing);
        conditions.push(keyWindow({ key: leading, travel, near, from, conditions: scoped, limit }, values));
      }
      return sql`${rows}${whereOf(conditions)}${orderBy(keys, paging.travel)} LIMIT ${limit}`;
    }),
  };
  const answered = await runner.runThen(
    request,
    (read, followUp) =>
      pageOf({
        paging,
        rows: read.rows,
        positionOf: gridPosition(keys, columns.length, read),
        mayFallShort: windowed,
        exists: async (position, travel) => {
          const found = await followUp((printing) => {
            const past = pastPosition(keys, { position, travel, inclusive: false }, printing.values);
            const where = whereOf([...scopeConditions(scope, [], printing.values), past]);
            return sql`SELECT 1 FROM ${source.from(printing)}${where} LIMIT 1`;
          });
          return found.rows.length > 0;
        },
      }),
    (page) => page.rows.length,
  );
  const { result, info, value: page } = answered;
  const positionOf = gridPosition(keys, columns.length, result);
  return {
    ...(await gridPage(page, {
      headers: columns.map(({ name }) => name),
      result,
      cursorOf: (row) => cursors.write(positionOf(row)),
      signal: caller.signal,
    })),
    query: info,
  };
}

/** The sort keys follow the shown columns. */
function gridPosition(keys: readonly SortKey[], columnCount: number, { columns }: QueryResult) {
  return (row: EngineRow): Position =>
    keys.map((_, index) => {
      const cell = columnCount + index;
      return { type: columns[cell]?.type ?? '', text: keyText(row[cell] ?? null) };
    });
}

/** The columns of the rows; duplicates are allowed. `*` stands for every column that the caller may read. */
export function columnsNamed(source: ReadableSource, names: readonly string[]): readonly Column[] {
  if (names.includes(allColumns)) return source.columns;
  if (names.length > gridColumnsMax)
    throw badRequest(`columns: at most ${gridColumnsMax} are allowed, but ${names.length} were given`);
  return names.map((name, index) => sourceColumn(source, name, `columns[${index}]`));
}

function orderColumn({ orderByColumn }: DataGridInput, columns: readonly Column[]): Column | undefined {
  if (orderByColumn === null || orderByColumn === undefined || columns.length === 0) return undefined;
  const column = columns[orderByColumn - 1];
  if (column) return column;
  throw badRequest(`orderByColumn must be from 1 to ${columns.length}, but is ${orderByColumn}`);
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

function gridRows(
  columns: readonly Column[],
  keys: readonly SortKey[],
  source: ReadableSource,
  printing: Printing,
): Sql {
  const selected = [
    ...columns.map(({ name }) => quoteIdentifier(name)),
    ...keys.map(({ expr }, index) => sql`${expr} AS _weir_k${index}`),
  ];
  return sql`SELECT ${joinSql(selected)} FROM ${source.from(printing)}`;
}
