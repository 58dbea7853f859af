import type { EngineRow, RowPage } from './row-page.js';

export type ShownRow = readonly (string | null)[];

/** A page as the API's grids have it: the same rows as plain rows, as nodes and as edges. */
export interface GridPage {
  readonly headers: readonly string[];
  readonly rows: readonly ShownRow[];
  readonly nodes: readonly GridNode[];
  readonly edges: readonly GridEdge[];
  readonly pageInfo: {
    readonly startCursor: string | null;
    readonly endCursor: string | null;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
  };
}

export interface GridNode {
  readonly headers: readonly string[];
  readonly row: ShownRow;
}

export interface GridEdge {
  readonly node: GridNode;
  readonly cursor: string;
}

export interface GridParts {
  readonly headers: readonly string[];
  readonly cellsOf: (row: EngineRow) => ShownRow;
  readonly cursorOf: (row: EngineRow) => string;
}

export function gridPage(page: RowPage, { headers, cellsOf, cursorOf }: GridParts): GridPage {
  const nodes = page.rows.map((row) => ({ headers, row: cellsOf(row) }));
  const first = page.rows[0];
  const last = page.rows.at(-1);
  return {
    headers,
    rows: nodes.map(({ row }) => row),
    nodes,
    edges: page.rows.map((row, index) => edgeOf(nodes[index] ?? { headers, row: [] }, () => cursorOf(row))),
    pageInfo: {
      startCursor: first === undefined ? null : cursorOf(first),
      endCursor: last === undefined ? null : cursorOf(last),
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
    },
  };
}

/** Signing a thousand cursors takes longer than many a query: each is only written when it is asked for. */
function edgeOf(node: GridNode, cursor: () => string): GridEdge {
  return {
    node,
    get cursor() {
      return cursor();
    },
  };
}
