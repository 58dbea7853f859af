import { type TileAnswerQuery, tileAnswerQuery } from '@weir/client';
import type { TileRequests, TileResult } from '../pages/dashboards/tile-request.js';

/** Asks for what tiles show, not by their queries, which viewers do not know. */
export const tileAnswerRequest =
  (dashboard: string, timeZone: string): TileRequests =>
  ({ key, text }) =>
    text
      ? undefined
      : {
          document: tileAnswerQuery as never,
          variables: { input: { dashboard, tile: key, timeZone } },
          canBeLive: true,
          read: (answer) => resultOf(answer as TileAnswerQuery),
        };

/** Only what is there: the others are not parts of a result. */
function resultOf({ tileAnswer }: TileAnswerQuery): TileResult {
  const there = Object.entries(tileAnswer ?? {}).filter(([, value]) => value !== null);
  return Object.fromEntries(there) as TileResult;
}
