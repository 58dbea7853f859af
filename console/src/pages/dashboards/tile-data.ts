import { useQueryClient } from '@tanstack/react-query';
import { useLiveAnswers } from '../../api/use-live-answers.js';
import { useOperation } from '../../api/use-operation.js';
import type { TileRequest } from './tile-request.js';

/** When a tile gets new data: as records arrive, after so many milliseconds, or never by itself. */
export type Refresh = 'LIVE' | number | undefined;

/** For statements, which cannot be subscribed to. */
const statementRefreshMs = 60_000;

/** The data of a tile. Everything that a dashboard shows is fetched here, with the viewer's own token. */
export function useTileData({ document, variables, canBeLive }: TileRequest, refresh: Refresh) {
  const isLive = refresh === 'LIVE' && canBeLive;
  const refetchIntervalMs = isLive ? undefined : refresh === 'LIVE' ? statementRefreshMs : refresh;
  const answer = useOperation(document, variables, { keepPrevious: true, refetchIntervalMs });
  return { answer, isLost: useLiveAnswers(document, variables, isLive) };
}

/** Fetches the data of all tiles again. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ type: 'active' });
}
