import { pageDirection } from '../../base/page-direction.js';
import { foreignCursor, type PageRequest } from '../../catalog/page.js';

const columnPages = { default: 100, min: 0, max: 1_000 };

/** A page of columns. Columns have a defined order, so a cursor is a column's name. */
export function columnPage<T extends { readonly columnName: string }>(
  columns: readonly T[],
  page: PageRequest,
) {
  const { backward, size } = pageDirection(page, columnPages);
  const from = page.after ? position(columns, 'after', page.after) + 1 : 0;
  const to = page.before ? position(columns, 'before', page.before) : columns.length;
  const start = backward ? Math.max(from, to - size) : from;
  const stop = backward ? to : Math.min(to, from + size);
  const nodes = columns.slice(start, stop);
  const edges = nodes.map((node) => ({ node, cursor: node.columnName }));
  return {
    nodes,
    edges,
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      hasNextPage: stop < columns.length,
      hasPreviousPage: start > 0,
    },
  };
}

function position(
  columns: readonly { readonly columnName: string }[],
  argument: 'after' | 'before',
  cursor: string,
): number {
  const index = columns.findIndex((column) => column.columnName === cursor);
  if (index < 0) throw foreignCursor(argument);
  return index;
}
