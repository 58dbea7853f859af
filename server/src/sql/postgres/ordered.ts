import type { Node, SelectStmt } from 'libpg-query';
import { plainSelect } from '../term/build-term.js';
import { columnName, type OrderKey, type Term } from '../term/term.js';
import type { Context, ResolvedColumn, ResolvedQuery } from './context.js';
import { resolveLimit, sortOptions } from './order.js';

/** ORDER BY, LIMIT and OFFSET after a set operation or VALUES, which sort by output columns. */
export function ordered(context: Context, statement: SelectStmt, inner: ResolvedQuery): ResolvedQuery {
  const { limit, offset } = resolveLimit(context, statement);
  if (statement.sortClause === undefined && limit === null && offset === null) return inner;
  const alias = context.fresh('t');
  const items = inner.columns.map(
    ({ name }, index): Term => ({
      kind: 'column',
      table: alias,
      name: columnName(index),
      label: name,
      at: 0,
    }),
  );
  const order = (statement.sortClause ?? []).map((node): OrderKey => {
    if (!('SortBy' in node)) throw context.refuse(0, 'This ORDER BY is not supported.');
    const index = columnIndex(context, node.SortBy.node, inner.columns);
    return { term: items[index] as Term, ...sortOptions(context, node.SortBy) };
  });
  const query = plainSelect({
    items,
    from: { kind: 'query', query: inner.query, alias },
    order,
    limit,
    offset,
  });
  return { ...inner, query };
}

function columnIndex(context: Context, node: Node | undefined, columns: readonly ResolvedColumn[]): number {
  if (node !== undefined && 'A_Const' in node) {
    const position = (node.A_Const as { ival?: { ival?: number } }).ival?.ival;
    if (position !== undefined && position >= 1 && position <= columns.length) return position - 1;
    throw context.refuseNode(
      node.A_Const.location,
      `A position in ORDER BY must be from 1 to ${columns.length}.`,
    );
  }
  if (node !== undefined && 'ColumnRef' in node) {
    const [field, more] = node.ColumnRef.fields ?? [];
    const name =
      field !== undefined && 'String' in field && more === undefined ? field.String.sval : undefined;
    const index = columns.findIndex((column) => column.name === name);
    if (index >= 0) return index;
  }
  throw context.refuse(
    0,
    'After a set operation or VALUES, ORDER BY must use names or positions of output columns.',
  );
}
