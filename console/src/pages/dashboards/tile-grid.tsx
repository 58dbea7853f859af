import { useOperation } from '../../api/use-operation.js';
import { CopyAsButton } from '../../copy/copy-button.js';
import type { DraftTile } from './dashboard-draft.js';
import { type TileRequest, type TileScope, tileRequest } from './tile-request.js';
import { titleOf } from './tile-title.js';
import { TileView } from './tile-view.js';

export interface TileGridProps {
  readonly tiles: readonly DraftTile[];
  readonly scope: TileScope;
  readonly isLive: boolean;
  /** Whether viewers may copy the queries of tiles. */
  readonly canCopy?: boolean;
}

/** The tiles where they belong; below each other on a narrow screen. In the document they are in reading order. */
export function TileGrid({ tiles, scope, isLive, canCopy = false }: TileGridProps) {
  const inOrder = [...tiles].sort((a, b) => a.y - b.y || a.x - b.x);
  return (
    <div className="tiles">
      {inOrder.map((tile) => {
        const request = canCopy ? tileRequest(tile, scope) : undefined;
        return (
          <section
            key={tile.key}
            className="tile"
            aria-label={titleOf(tile)}
            style={{
              gridColumn: `${tile.x + 1} / span ${tile.width}`,
              gridRow: `${tile.y + 1} / span ${tile.height}`,
            }}
          >
            {(!tile.text || tile.title !== '') && (
              <div className="tile-head">
                <h2>{titleOf(tile)}</h2>
                {request && <TileCopy request={request} what={titleOf(tile)} />}
              </div>
            )}
            <TileView tile={tile} scope={scope} isLive={isLive} />
          </section>
        );
      })}
    </div>
  );
}

/** The answer is the one that the tile has fetched. */
function TileCopy({ request, what }: { request: TileRequest; what: string }) {
  const { data } = useOperation(request.document, request.variables, { enabled: false });
  const { counter, timeSeries, leaderboard, sqlV1 } = data ?? {};
  const sql = sqlV1 ? sqlV1.info.sql : (counter ?? timeSeries ?? leaderboard)?.query.sql;
  return <CopyAsButton view={{ ...request, sql }} what={what} />;
}
