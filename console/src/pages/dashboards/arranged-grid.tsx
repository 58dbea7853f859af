import { type KeyboardEvent, useId, useMemo } from 'react';
import { GridLayout, type LayoutItem, noCompactor, useContainerWidth } from 'react-grid-layout';
import { announce } from '../../ui/announcer.js';
import { gridColumns, placeAfterKey, placed } from './arrange.js';
import type { DraftTile } from './dashboard-draft.js';
import type { TileGridProps } from './tile-grid.js';
import { titleOf } from './tile-title.js';
import { TileView } from './tile-view.js';
import 'react-grid-layout/css/styles.css';
import './arranged-grid.css';

interface ArrangedGridProps extends Omit<TileGridProps, 'isLive'> {
  readonly onChange: (tiles: readonly DraftTile[]) => void;
  readonly onEdit: (tile: DraftTile) => void;
}

const rowHeightPx = 48;
const gapPx = 12;

const gridConfig = {
  cols: gridColumns,
  rowHeight: rowHeightPx,
  margin: [gapPx, gapPx],
  containerPadding: [0, 0],
} as const;
const dragConfig = { handle: '.tile-handle' };
/** The tiles stay where they are while one is dragged over them. They make room when it is dropped, as with the keyboard. */
const compactor = { ...noCompactor, allowOverlap: true };

/** The grid while it is edited: tiles can be dragged and resized, by pointer or by keyboard. */
export default function ArrangedGrid({ tiles, scope, onChange, onEdit }: ArrangedGridProps) {
  const { width, containerRef, mounted } = useContainerWidth();
  const hint = useId();
  const layout = useMemo(
    () => tiles.map(({ key, x, y, width: w, height: h }) => ({ i: key, x, y, w, h })),
    [tiles],
  );
  const drop = (item: LayoutItem | null) => {
    const index = tiles.findIndex(({ key }) => key === item?.i);
    if (item && index >= 0)
      onChange(placed(tiles, index, { x: item.x, y: item.y, width: item.w, height: item.h }));
  };
  const press = (event: KeyboardEvent, index: number, tile: DraftTile) => {
    const place = placeAfterKey(tile, event.key, event.shiftKey);
    if (!place) return;
    event.preventDefault();
    onChange(placed(tiles, index, place));
    announce(
      `${titleOf(tile)}: column ${place.x + 1}, row ${place.y + 1}, ${place.width} wide, ${place.height} high`,
    );
  };
  return (
    <div className="stack" ref={containerRef}>
      <p className="note" id={hint}>
        Drag a tile by its ✥ button, and resize it at its corner. With the focus on ✥, the arrow keys move the
        tile, and Shift with an arrow key resizes it.
      </p>
      {/* The library would add a style element, which the page's Content-Security-Policy refuses, unless this ID exists. */}
      <span hidden id="react-draggable-style-el" />
      {mounted && (
        <GridLayout
          width={width}
          layout={layout}
          gridConfig={gridConfig}
          dragConfig={dragConfig}
          compactor={compactor}
          onDragStop={(_layout, _old, item) => drop(item)}
          onResizeStop={(_layout, _old, item) => drop(item)}
        >
          {tiles.map((tile, index) => (
            <section key={tile.key} className="tile" aria-label={titleOf(tile)}>
              <div className="tile-head">
                <button
                  type="button"
                  className="quiet small-button tile-handle"
                  aria-label={`Move ${titleOf(tile)}`}
                  aria-describedby={hint}
                  onKeyDown={(event) => press(event, index, tile)}
                >
                  ✥
                </button>
                <h2>{titleOf(tile)}</h2>
                <TileTools
                  tile={tile}
                  onEdit={() => onEdit(tile)}
                  onRemove={() => onChange(tiles.filter(({ key }) => key !== tile.key))}
                />
              </div>
              <TileView tile={tile} scope={scope} isLive={false} />
            </section>
          ))}
        </GridLayout>
      )}
    </div>
  );
}

interface TileToolsProps {
  readonly tile: DraftTile;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function TileTools({ tile, onEdit, onRemove }: TileToolsProps) {
  return (
    <span className="tile-tools">
      <button
        type="button"
        className="quiet small-button"
        aria-label={`Edit ${titleOf(tile)}`}
        onClick={onEdit}
      >
        Edit
      </button>
      <button
        type="button"
        className="quiet small-button"
        aria-label={`Remove ${titleOf(tile)}`}
        onClick={onRemove}
      >
        Remove
      </button>
    </span>
  );
}
