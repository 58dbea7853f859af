import { onePieceBytesMax } from '../base/answer-limits.js';
import { inSlices } from '../base/in-slices.js';
import type { QueryResult } from '../engine/engine.js';
import type { CellStyle } from '../sql/cell.js';
import type { EngineRow, RowPage } from './row-page.js';
import { type ShownRow, shownRows } from './shown-rows.js';

/** A page of the API's grids: the same rows as plain rows, as nodes and as edges. */
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
  /** One for each shown column. */
  readonly headers: readonly string[];
  readonly result: Pick<QueryResult, 'columns' | 'bytes'>;
  readonly cursorOf: (row: EngineRow) => string;
  readonly signal: AbortSignal | undefined;
  /** How the columns are shown, if not as they are. */
  readonly styles?: readonly (CellStyle | undefined)[];
}

export async function gridPage(
  page: RowPage,
  { headers, result, cursorOf, signal, styles }: GridParts,
): Promise<GridPage> {
  const types = headers.map((_, index) => result.columns[index]?.type ?? '');
  const rows = await shownRows(types, page.rows, signal, styles);
  const nodes = rows.map((row) => ({ headers, row }));
  const edges = nodes.map((node, index) => new Edge(node, () => cursorOf(page.rows[index] ?? [])));
  // Large rows may have large sort values, and cursors sign all of them.
  if (result.bytes > onePieceBytesMax) await inSlices(edges, (edge) => edge.cursor, signal);
  return {
    headers,
    rows,
    nodes,
    edges,
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
    },
  };
}

/** Signing a thousand cursors takes longer than many queries, so each is computed on first use. */
class Edge implements GridEdge {
  readonly node: GridNode;
  readonly #write: () => string;
  #cursor: string | undefined;

  constructor(node: GridNode, write: () => string) {
    this.node = node;
    this.#write = write;
  }

  get cursor(): string {
    this.#cursor ??= this.#write();
    return this.#cursor;
  }
}
