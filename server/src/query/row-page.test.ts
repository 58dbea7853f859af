import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import type { Travel } from '../sql/keyset.js';
import { Cursors } from './cursors.js';
import { checkPageSize, type EngineRow, type Paging, pageOf, pagingOf, rowsToRead } from './row-page.js';

const principal: Principal = {
  environmentId: 'ENV1',
  applicationId: 'APP1',
  scopes: new Set(),
  tier: 'P1_X_SMALL',
  policyValues: {},
};
const cursors = (secret = 'secret', query: readonly unknown[] = ['q'], who = principal) =>
  new Cursors(secret, { operation: 'dataGrid', principal: who, query });

describe('cursors', () => {
  it('give back any position, and are refused when anything about them differs', () => {
    const value = fc.tuple(fc.string(), fc.option(fc.string({ unit: 'binary' })));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), fc.nat(), (values, at) => {
        const position = values.map(([type, text]) => ({ type, text }));
        const cursor = cursors().write(position);
        expect(cursors().read('after', cursor)).toEqual(position);
        const others = [
          cursors('other secret'),
          cursors('secret', ['another query']),
          cursors('secret', ['q'], { ...principal, applicationId: 'APP2' }),
          cursors('secret', ['q'], { ...principal, environmentId: 'ENV2' }),
        ];
        for (const other of others) expect(() => other.read('after', cursor)).toThrow(WeirError);
        const index = at % cursor.length;
        const changed = `${cursor.slice(0, index)}${cursor[index] === 'x' ? 'y' : 'x'}${cursor.slice(index + 1)}`;
        expect(() => cursors().read('after', changed)).toThrow(WeirError);
        // Nothing left of it is no cursor at all.
        if (index > 0) expect(() => cursors().read('after', cursor.slice(0, index))).toThrow(WeirError);
      }),
    );
  });
});

describe('pages', () => {
  it('go backward when only a cursor to come before is given', () => {
    const cursor = cursors().write([{ type: 'Int64', text: '1' }]);
    expect(pagingOf({}, cursors())).toMatchObject({ travel: 'forward', size: 10, near: null, far: null });
    expect(pagingOf({ before: cursor, after: '' }, cursors())).toMatchObject({
      travel: 'backward',
      far: null,
    });
    expect(pagingOf({ before: cursor, first: 3 }, cursors())).toMatchObject({ travel: 'forward', size: 3 });
    expect(pagingOf({ before: cursor, first: 3, last: 2 }, cursors())).toMatchObject({
      travel: 'backward',
      size: 2,
    });
    expect(() => checkPageSize({ last: -1 })).toThrow(/last must be from 1 to 1000/);
  });

  it('know the row at a cursor by its dimensions, though the last digits of its sum have changed', async () => {
    const cursorAt = (sum: string, name: string | null) => [
      { type: 'Nullable(Float64)', text: sum },
      { type: 'String', text: name },
    ];
    const rows: EngineRow[] = [
      ['3.0000000000000004', 'c'],
      ['3', 'b'],
      ['3', null],
      ['2', 'b'],
      ['1', 'a'],
    ];
    const read = (near: string | null, far: string | null) =>
      pageOf({
        paging: {
          travel: 'forward',
          size: 10,
          near: near === null ? null : cursorAt('3.0000000000000013', near),
          far: far === null ? null : cursorAt('1.0000000000000002', far),
        },
        rows,
        positionOf: ([sum, name]) => cursorAt(String(sum), name === null ? null : String(name)),
        startsWithMetric: true,
        exists: async () => false,
      });
    expect(await read('b', 'a')).toEqual({
      rows: [rows[0], rows[2], rows[3]],
      hasNextPage: true,
      hasPreviousPage: true,
    });
    expect((await read('a', null)).rows).toEqual(rows);
  });

  it('know their neighbours whatever has become of the rows at the cursors', async () => {
    const position = (n: number) => [{ type: 'Int64', text: String(n) }];
    const inputs = fc.record({
      there: fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 10 }),
      near: fc.option(fc.integer({ min: 0, max: 12 })),
      far: fc.option(fc.integer({ min: 0, max: 12 })),
      size: fc.integer({ min: 1, max: 5 }),
      travel: fc.constantFrom<Travel>('forward', 'backward'),
      lost: fc.nat({ max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(inputs, async ({ there, near, far, size, travel, lost }) => {
        const sign = travel === 'forward' ? 1 : -1;
        const list = [...there].sort((a, b) => sign * (a - b));
        const paging: Paging = {
          travel,
          size,
          near: near === null ? null : position(near),
          far: far === null ? null : position(far),
        };
        const isPast = (n: number, from: number, way = travel) =>
          (way === 'forward' ? n - from : from - n) > 0;
        const inside = list.filter(
          (n) =>
            (near === null || n === near || isPast(n, near)) && (far === null || n === far || isPast(far, n)),
        );
        const read = inside.slice(0, rowsToRead(paging));
        // Rows that went away while being read leave the answer short of the limit.
        const rows: EngineRow[] = read.slice(0, Math.max(0, read.length - lost)).map((n) => [n]);
        const page = await pageOf({
          paging,
          rows,
          positionOf: ([cell]) => position(Number(cell)),
          mayFallShort: lost > 0,
          exists: async (from, way) => list.some((n) => isPast(n, Number(from[0]?.text), way)),
        });
        const shown = page.rows.map(([cell]) => Number(cell));
        const travelled = travel === 'forward' ? shown : [...shown].reverse();
        const between = inside.filter((n) => n !== near && n !== far);
        if (lost === 0) expect(travelled).toEqual(between.slice(0, size));
        const last = travelled.at(-1) ?? near;
        const ahead = travel === 'forward' ? page.hasNextPage : page.hasPreviousPage;
        const behind = travel === 'forward' ? page.hasPreviousPage : page.hasNextPage;
        if (near === null || far === null || isPast(far, near)) {
          if (last !== null && far === null) expect(ahead).toBe(list.some((n) => isPast(n, last)));
          if (lost === 0)
            expect(behind).toBe(near !== null && list.some((n) => n === near || isPast(near, n)));
        }
      }),
      { numRuns: 500 },
    );
  });
});
