import { badRequest } from '../../base/errors.js';
import { foreignCursor, type PageRequest } from '../../catalog/page.js';

const columnsDefault = 100;
const columnsMax = 1_000;

/** A page of columns. Columns have a defined order, so a cursor is a column's name. */
export function columnPage<T extends { readonly columnName: string }>(
  columns: readonly T[],
  page: PageRequest,
) {
  const { first, last } = page;
  if (typeof first === 'number' && typeof last === 'number')
    throw badRequest('"first" and "last" cannot be combined');
  const size = first ?? last ?? columnsDefault;
  if (size < 0 || size > columnsMax)
    throw badRequest(
      `"${typeof last === 'number' ? 'last' : 'first'}" must be a whole number from 0 to ${columnsMax}`,
    );
  const from = page.after ? position(columns, 'after', page.after) + 1 : 0;
  const to = page.before ? position(columns, 'before', page.before) : columns.length;
  const start = typeof last === 'number' ? Math.max(from, to - size) : from;
  const stop = typeof last === 'number' ? to : Math.min(to, from + size);
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
