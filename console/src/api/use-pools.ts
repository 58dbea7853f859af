import { type DataPoolPartsFragment, dataPoolsQuery } from '@weir/client';
import { useOperation } from './use-operation.js';

export type DataPool = DataPoolPartsFragment;

const poolsMax = 100;

/** The newest Data Pools, to choose from. */
export const usePools = () => useOperation(dataPoolsQuery, { first: poolsMax });

export const columnsOf = (pool: DataPool | undefined) => pool?.columns?.nodes ?? [];
