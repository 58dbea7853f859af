import type { PoolColumn, PoolColumns } from './sql-completion.js';

const poolsShownMax = 200;
const columnsShownMax = 500;

export interface ListedPool {
  readonly name: string;
  readonly isOpen: boolean;
  /** None unless it is open. */
  readonly columns: readonly PoolColumn[];
  readonly columnsLeftOut: number;
}

export interface ListedPools {
  readonly pools: readonly ListedPool[];
  readonly poolsLeftOut: number;
}

export const isFound = (name: string, search: string): boolean =>
  name.toLowerCase().includes(search.trim().toLowerCase());

/** A search finds names of Data Pools and of columns, and opens the Data Pools whose columns it finds. */
export function listedPools(tables: PoolColumns, search: string, opened: ReadonlySet<string>): ListedPools {
  const isAll = search.trim() === '';
  const listed = [...tables].flatMap(([name, all]): ListedPool[] => {
    const matching = isAll ? [] : all.filter(({ columnName }) => isFound(columnName, search));
    if (!isFound(name, search) && matching.length === 0) return [];
    const isOpen = opened.has(name) || matching.length > 0;
    const columns = !isOpen ? [] : matching.length > 0 ? matching : all;
    return [
      {
        name,
        isOpen,
        columns: columns.slice(0, columnsShownMax),
        columnsLeftOut: Math.max(0, columns.length - columnsShownMax),
      },
    ];
  });
  return { pools: listed.slice(0, poolsShownMax), poolsLeftOut: Math.max(0, listed.length - poolsShownMax) };
}
