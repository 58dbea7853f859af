import { type DataPoolPartsFragment, dataPoolsQuery } from '@weir/client';
import { useWholeList } from './use-whole-list.js';

export type ShownPool = DataPoolPartsFragment;

/** All Data Pools, newest first, to choose from. */
export const usePools = () => useWholeList(dataPoolsQuery, 'dataPools');

export const columnsOf = (pool: ShownPool | undefined) => pool?.columns?.nodes ?? [];
