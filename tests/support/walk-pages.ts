import type { GridPage } from '../../server/src/query/grid-page.js';
import type { PageInput } from '../../server/src/query/row-page.js';

export type Row = readonly (string | null)[];
type ReadPage = (page: PageInput) => Promise<GridPage>;

/** More pages than this mean that the paging is broken. */
const pagesMax = 500;

/** All rows from the first page to the last. Checks hasNextPage and hasPreviousPage on the way. */
export async function walkForward(read: ReadPage, size: number, between = async () => {}): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page: GridPage = await read({ first: size, after });
    checkPage(page, size);
    if (page.pageInfo.hasPreviousPage !== (after !== null)) throw new Error('hasPreviousPage is wrong');
    rows.push(...page.rows);
    if (!page.pageInfo.hasNextPage) return rows;
    if (page.rows.length !== size) throw new Error('a page before the last is not full');
    after = page.pageInfo.endCursor;
    await between();
  }
  throw new Error('the pages do not end');
}

/** All rows, read from the last page to the first, in forward order. */
export async function walkBackward(read: ReadPage, size: number, between = async () => {}): Promise<Row[]> {
  const rows: Row[] = [];
  let before: string | null = null;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page: GridPage = await read({ last: size, before });
    checkPage(page, size);
    if (page.pageInfo.hasNextPage !== (before !== null)) throw new Error('hasNextPage is wrong');
    rows.unshift(...page.rows);
    if (!page.pageInfo.hasPreviousPage) return rows;
    if (page.rows.length !== size) throw new Error('a page before the last is not full');
    before = page.pageInfo.startCursor;
    await between();
  }
  throw new Error('the pages do not end');
}

function checkPage({ rows, nodes, edges, headers, pageInfo }: GridPage, size: number): void {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const shown = nodes.map(({ row }) => row);
  if (rows.length > size) throw new Error('a page is too long');
  if (
    !same(rows, shown) ||
    !same(
      nodes,
      edges.map(({ node }) => node),
    )
  )
    throw new Error('rows, nodes and edges differ');
  if (nodes.some((node) => !same(node.headers, headers))) throw new Error('headers differ');
  const cursors = [edges[0]?.cursor ?? null, edges.at(-1)?.cursor ?? null];
  if (!same(cursors, [pageInfo.startCursor, pageInfo.endCursor])) throw new Error('cursors differ');
}
