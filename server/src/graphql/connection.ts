import type { Page } from '../catalog/page.js';

/** A page as a GraphQL connection. In the catalog's lists a cursor is the item's identifier. */
export function connectionOf<T extends { readonly id: string }>(page: Page<T>) {
  const edges = page.items.map((node) => ({ node, cursor: node.id }));
  return {
    edges,
    nodes: page.items,
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
    },
  };
}
