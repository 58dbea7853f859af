import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freePlace, type GridPlace, gridColumns, placeAfterKey, placed, withoutGaps } from './arrange.js';

const at = (x: number, y: number, width = 4, height = 3): GridPlace => ({ x, y, width, height });
const overlap = (tiles: readonly GridPlace[]) =>
  tiles.some((a, index) =>
    tiles
      .slice(index + 1)
      .some(
        (b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
      ),
  );

describe('a tile that is moved', () => {
  it('pushes down what is in its way, and what is in the way of that', () => {
    expect(placed([at(0, 0), at(4, 0), at(4, 3)], 0, at(3, 1))).toEqual([at(3, 1), at(4, 4), at(4, 7)]);
  });

  it('leaves alone what is not in its way', () => {
    expect(placed([at(0, 0), at(8, 9)], 0, at(2, 5))).toEqual([at(2, 5), at(8, 9)]);
  });

  it('stays on the grid', () => {
    expect(placed([at(0, 0)], 0, at(11, -2, 6, 80))).toEqual([at(6, 0, 6, 50)]);
  });
});

it('closes gaps from the top', () => {
  expect(withoutGaps([at(0, 9), at(0, 2), at(4, 5)])).toEqual([at(0, 3), at(0, 0), at(4, 0)]);
});

it('puts a new tile where there is room', () => {
  expect(freePlace([], 6, 4)).toEqual(at(0, 0, 6, 4));
  expect(freePlace([at(0, 0, 6, 4)], 6, 4)).toEqual(at(6, 0, 6, 4));
  expect(freePlace([at(0, 0, 8, 4)], 6, 4)).toEqual(at(0, 4, 6, 4));
});

it('follows the arrow keys', () => {
  expect(placeAfterKey(at(0, 1), 'ArrowLeft', false)).toEqual(at(0, 1));
  expect(placeAfterKey(at(0, 1), 'ArrowUp', false)).toEqual(at(0, 0));
  expect(placeAfterKey(at(8, 1), 'ArrowRight', true)).toEqual(at(8, 1));
  expect(placeAfterKey(at(4, 1), 'ArrowDown', true)).toEqual(at(4, 1, 4, 4));
  expect(placeAfterKey(at(4, 1), 'Enter', false)).toBeUndefined();
});

it('never lets tiles overlap, whatever is moved', () => {
  const place = fc
    .record({
      x: fc.integer({ min: 0, max: 11 }),
      y: fc.integer({ min: 0, max: 20 }),
      width: fc.integer({ min: 1, max: 12 }),
      height: fc.integer({ min: 1, max: 6 }),
    })
    .map((given) => ({ ...given, x: Math.min(given.x, gridColumns - given.width) }));
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 12 }), fc.array(place), (tiles, moves) => {
      let arranged: GridPlace[] = [];
      for (const { width, height } of tiles) arranged.push(freePlace(arranged, width, height));
      for (const [index, to] of moves.entries()) arranged = placed(arranged, index % arranged.length, to);
      expect(overlap(arranged)).toBe(false);
      expect(overlap(withoutGaps(arranged))).toBe(false);
    }),
  );
});
