import {
  type DataPoolPartsFragment,
  type DataPoolsQuery,
  type DataPoolsQueryVariables,
  dataPoolsQuery,
  type ReadableDataPoolPartsFragment,
  readableDataPoolsQuery,
  type TypedDocument,
} from '@weir/client';
import { type May, useMay } from '../session/permissions.js';
import { useWholeList } from './use-whole-list.js';

/** A Data Pool with everything that `admin` may read. */
export type WholePool = DataPoolPartsFragment;

/** A Data Pool as far as the signed-in Application may read it. */
export type ShownPool = ReadableDataPoolPartsFragment &
  Partial<Omit<WholePool, keyof ReadableDataPoolPartsFragment>>;

export const isWholePool = (pool: ShownPool): pool is WholePool => pool.status !== undefined;

/** Whether the Application may read any column. Without `admin`, access policies may hide all of them. */
export const isReadable = (pool: ShownPool) => columnsOf(pool).length > 0;

interface ShownPools {
  readonly dataPools: {
    readonly pageInfo: NonNullable<DataPoolsQuery['dataPools']>['pageInfo'];
    readonly nodes: readonly ShownPool[];
  } | null;
}

/** The list of Data Pools, with the fields that the Application may read. */
export const poolsDocument = (may: May): TypedDocument<ShownPools, DataPoolsQueryVariables> =>
  may('administer') ? (dataPoolsQuery as string) : (readableDataPoolsQuery as string);

/** All Data Pools, newest first, to choose from. */
export const usePools = () => useWholeList(poolsDocument(useMay()), 'dataPools');

export const columnsOf = (pool: ShownPool | undefined) => pool?.columns?.nodes ?? [];

export type ShownColumn = ReturnType<typeof columnsOf>[number];
