import type { Column } from '../catalog/column.js';
import type { QueryResult } from '../engine/engine.js';
import { quoteIdentifier } from '../sql/identifier.js';
import { keyWindow } from '../sql/key-window.js';
import { orderBy, type Position, pastPosition, type SortKey } from '../sql/keyset.js';
import { joinSql, type Sql, sql } from '../sql/sql-text.js';
import { whereOf } from '../sql/time-filter.js';
import { InlineValues } from '../sql/values.js';
import type { Caller } from './caller.js';
import { Cursors } from './cursors.js';
import { type GridPage, gridPage } from './grid-page.js';
import type { QueryServices } from './operation.js';
import { type GridRowsInput, planGrid } from './plan-grid.js';
import type { QueryInfo } from './query-info.js';
import type { QueryRequest } from './query-request.js';
import { scopeConditions } from './query-scope.js';
import type { Printing, ReadableSource } from './readable-source.js';
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

export interface DataGridInput extends GridRowsInput {
  readonly page: PageInput;
}

export interface DataGridAnswer extends GridPage {
  readonly query: QueryInfo;
}

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
  const { catalog, runner } = services;
  checkPageSize(input.page);
  const { source, columns, scope, orderedBy, keys } = await planGrid(services, caller, input);
  const { dataPool } = source;
  const [leading] = keys;
  const [first, ...others] = dataPool.tableSettings.orderBy;
  // Not when it may be null, as in rows where policies hide it: the table's order has no place for nulls.
  const byLeadingKey = !leading?.nullable && first === orderedBy.name;
  // The IDs that a limited source shows are others than those that the table is ordered by.
  const inTableOrder = byLeadingKey && others.length === 0 && dataPool.rowIdInSortKey && !source.limited;
  const windowed = byLeadingKey && !inTableOrder;
  const shown = { values: new InlineValues(), mode: 'show' } as const;
  const cursors = new Cursors(await catalog.serviceSecrets.obtain('cursor'), {
    operation: 'dataGrid',
    principal: caller.principal,
    query: [
      gridRows(columns, keys, source, shown),
      scopeConditions({ ...scope, timeRange: { startMs: null, stopMs: null } }, source, shown),
      orderBy(keys, 'forward'),
      scope.timeColumn.name,
      input.timeRange ?? null,
      scope.timeZone,
      scope.weekStart,
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
      const scoped = scopeConditions(scope, source, printing);
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
            const where = whereOf([...scopeConditions(scope, source, printing), past]);
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
