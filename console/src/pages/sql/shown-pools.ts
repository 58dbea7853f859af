import type { TableColumn, TableColumns } from './sql-completion.js';

/** Data Pools and columns together beyond which there is a search field. */
const searchedFrom = 24;
const poolsShownMax = 200;
const columnsShownMax = 500;

export interface ListedPool {
  readonly name: string;
  readonly isOpen: boolean;
  /** None unless it is open. */
  readonly columns: readonly TableColumn[];
  readonly columnsLeftOut: number;
}

export interface ListedPools {
  readonly pools: readonly ListedPool[];
  readonly poolsLeftOut: number;
}

export const isSearchable = (tables: TableColumns): boolean =>
  [...tables.values()].reduce((sum, columns) => sum + 1 + columns.length, 0) > searchedFrom;

/** A search finds names of Data Pools and of columns, and opens the Data Pools whose columns it finds. */
export function listedPools(tables: TableColumns, search: string, opened: ReadonlySet<string>): ListedPools {
  const wanted = search.trim().toLowerCase();
  const isWanted = (name: string) => name.toLowerCase().includes(wanted);
  const found = [...tables].flatMap(([name, all]): ListedPool[] => {
    const matching = wanted === '' ? [] : all.filter(({ columnName }) => isWanted(columnName));
    if (!isWanted(name) && matching.length === 0) return [];
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
  return { pools: found.slice(0, poolsShownMax), poolsLeftOut: Math.max(0, found.length - poolsShownMax) };
}
