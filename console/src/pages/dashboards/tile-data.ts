import { useQueryClient } from '@tanstack/react-query';
import { useOperation } from '../../api/use-operation.js';
import type { TileRequest } from './tile-request.js';

/** The data of a tile. Everything that a dashboard shows is fetched here, with the viewer's own token. */
export const useTileData = ({ document, variables }: TileRequest, refreshMs: number | undefined) =>
  useOperation(document, variables, { keepPrevious: true, refetchIntervalMs: refreshMs });

/** Fetches the data of all tiles again. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ type: 'active' });
}
