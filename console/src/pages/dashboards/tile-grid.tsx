import type { DraftTile } from './dashboard-draft.js';
import type { Refresh } from './tile-data.js';
import type { TileScope } from './tile-request.js';
import { titleOf } from './tile-title.js';
import { TileView } from './tile-view.js';

export interface TileGridProps {
  readonly tiles: readonly DraftTile[];
  readonly scope: TileScope;
  readonly refresh: Refresh;
}

/** The tiles where they belong; below each other on a narrow screen. In the document they are in reading order. */
export function TileGrid({ tiles, scope, refresh }: TileGridProps) {
  const inOrder = [...tiles].sort((a, b) => a.y - b.y || a.x - b.x);
  return (
    <div className="tiles">
      {inOrder.map((tile) => (
        <section
          key={tile.key}
          className="tile"
          aria-label={titleOf(tile)}
          style={{
            gridColumn: `${tile.x + 1} / span ${tile.width}`,
            gridRow: `${tile.y + 1} / span ${tile.height}`,
          }}
        >
          {(!tile.text || tile.title !== '') && <h2>{titleOf(tile)}</h2>}
          <TileView tile={tile} scope={scope} refresh={refresh} />
        </section>
      ))}
    </div>
  );
}
