/** Where tiles are on the grid. The service refuses tiles that overlap, so no function here returns any. */
export const gridColumns = 12;
const yMax = 1_000;
const heightMax = 50;

export interface GridPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const overlaps = (a: GridPlace, b: GridPlace) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const bottomOf = ({ y, height }: GridPlace) => y + height;

const between = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** The nearest place that is on the grid. */
function onGrid({ x, y, width, height }: GridPlace): GridPlace {
  const fitting = between(width, 1, gridColumns);
  return {
    x: between(x, 0, gridColumns - fitting),
    y: between(y, 0, yMax),
    width: fitting,
    height: between(height, 1, heightMax),
  };
}

/** The places in reading order: by rows, then by columns. */
const byRow = (places: readonly GridPlace[]) =>
  places
    .map((_, index) => index)
    .sort((a, b) => {
      const [one, other] = [places[a], places[b]];
      return one && other ? one.y - other.y || one.x - other.x : 0;
    });

/** Moves or resizes one tile. Tiles in its way move down, and so do those in their way. */
export function placed<T extends GridPlace>(tiles: readonly T[], moved: number, wanted: GridPlace): T[] {
  const settled: GridPlace[] = [onGrid(wanted)];
  const next = tiles.map((tile, index) => (index === moved ? { ...tile, ...onGrid(wanted) } : tile));
  for (const index of byRow(tiles)) {
    const tile = tiles[index];
    if (index === moved || tile === undefined) continue;
    const lower = below(tile, settled);
    settled.push(lower);
    next[index] = { ...tile, y: lower.y };
  }
  return next;
}

/** The first place from here down that is free. */
function below(place: GridPlace, taken: readonly GridPlace[]): GridPlace {
  let free = place;
  for (;;) {
    const inTheWay = taken.filter((other) => overlaps(other, free));
    if (inTheWay.length === 0) return free;
    free = { ...free, y: Math.max(...inTheWay.map(bottomOf)) };
  }
}

/** Moves all tiles up as far as they go. */
export function withoutGaps<T extends GridPlace>(tiles: readonly T[]): T[] {
  const settled: GridPlace[] = [];
  const next = [...tiles];
  for (const index of byRow(tiles)) {
    const tile = tiles[index];
    if (tile === undefined) continue;
    let { y } = tile;
    while (y > 0 && !settled.some((other) => overlaps(other, { ...tile, y: y - 1 }))) y -= 1;
    next[index] = { ...tile, y };
    settled.push({ ...tile, y });
  }
  return next;
}

/** The first free place for a new tile, from the top left. */
export function freePlace(tiles: readonly GridPlace[], width = 6, height = 6): GridPlace {
  const end = Math.max(0, ...tiles.map(bottomOf));
  for (let y = 0; y < end; y += 1) {
    for (let x = 0; x <= gridColumns - width; x += 1) {
      const place = { x, y, width, height };
      if (!tiles.some((tile) => overlaps(tile, place))) return place;
    }
  }
  return { x: 0, y: end, width, height };
}

/** What the arrow keys do to a place: move it, or with Shift change its size. */
export function placeAfterKey(place: GridPlace, key: string, resize: boolean): GridPlace | undefined {
  const step = steps[key];
  if (!step) return undefined;
  const [right, down] = step;
  return resize
    ? onGrid({
        ...place,
        width: Math.min(place.width + right, gridColumns - place.x),
        height: place.height + down,
      })
    : onGrid({ ...place, x: place.x + right, y: place.y + down });
}

const steps: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
