import { useLiveAnswers } from '../../api/use-live-answers.js';
import { useOperation } from '../../api/use-operation.js';
import type { TileRequest } from './tile-request.js';

/** For statements, which cannot be subscribed to. */
const statementRefreshMs = 60_000;

/** The data of a tile, live or not. Everything that a dashboard shows is fetched here, with the viewer's own token. */
export function useTileData({ document, variables, canBeLive }: TileRequest, isLive: boolean) {
  const refetchIntervalMs = isLive && !canBeLive ? statementRefreshMs : undefined;
  const answer = useOperation(document, variables, { keepPrevious: true, refetchIntervalMs });
  return { answer, isInterrupted: useLiveAnswers(document, variables, isLive && canBeLive) };
}
