import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extent } from '../../../tests/support/extent.js';
import { heldEventLoop } from '../../../tests/support/held-event-loop.js';
import { onePieceBytesMax, rowBytesMax, rowCellsMax } from '../base/answer-limits.js';
import { WeirError } from '../base/errors.js';
import { readJsonCompact } from './json-compact.js';

/** As the engine writes it: a row is a line. */
function textOf(rows: readonly (readonly unknown[])[], types: readonly string[]): Buffer {
  const meta = types.map(
    (type, index) => `\t\t{\n\t\t\t"name": "c${index}",\n\t\t\t"type": ${JSON.stringify(type)}\n\t\t}`,
  );
  // Large results repeat a few rows.
  const lines = new Map(
    [...new Set(rows)].map((row) => [row, `\t\t[${row.map((cell) => JSON.stringify(cell)).join(', ')}]`]),
  );
  const data = rows.map((row) => lines.get(row));
  return Buffer.from(
    `{\n\t"meta":\n\t[\n${meta.join(',\n')}\n\t],\n\n\t"data":\n\t[\n${data.join(',\n')}\n\t],\n\n\t"rows": ${rows.length},\n\n\t"statistics":\n\t{\n\t\t"elapsed": 0.1,\n\t\t"rows_read": 5,\n\t\t"bytes_read": 7\n\t}\n}\n`,
  );
}

const repeated = <T>(rows: readonly T[], bytesMin: number): T[] => {
  const bytes = JSON.stringify(rows).length;
  return Array.from({ length: Math.ceil(bytesMin / bytes) }, () => rows).flat();
};

describe('the text of a result', () => {
  it('becomes the same rows in groups as in one piece, whatever is in them', async () => {
    const nasty = fc.constantFrom(
      '\n\t\t[',
      '\n\t],\n',
      '\n\t"data":\n\t[\n',
      '],',
      '"',
      '\\',
      '\u2028',
      '🌊',
    );
    const cell = fc.oneof(fc.string(), nasty, fc.integer(), fc.constant(null), fc.array(fc.string()));
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(rows, async (drawn) => {
        const large = repeated(drawn, onePieceBytesMax * 1.2);
        const text = textOf(large, ['String', 'Array(String)']);
        expect(text.length).toBeGreaterThan(onePieceBytesMax);
        const { data, ...rest } = await readJsonCompact(text);
        expect(rest).toEqual({
          meta: [
            { name: 'c0', type: 'String' },
            { name: 'c1', type: 'Array(String)' },
          ],
          statistics: { elapsed: 0.1, rows_read: 5, bytes_read: 7 },
        });
        // As texts: comparing cell by cell takes longer than reading.
        expect(JSON.stringify(data) === JSON.stringify(large)).toBe(true);
      }),
      { numRuns: extent(5, 20) },
    );
  });

  it('has the totals of its groups, also where the engine writes them before its beginning', async () => {
    const withTotals = (text: Buffer) =>
      Buffer.from(
        text.toString().replace('\n\t],\n\n\t"rows"', '\n\t],\n\n\t"totals": ["", 7],\n\n\t"rows"'),
      );
    const types = ['String', 'Int32'];
    const large = repeated([['x', 1]], onePieceBytesMax * 2);
    for (const rows of [[['x', 1]], large]) {
      const read = await readJsonCompact(withTotals(textOf(rows, types)));
      expect(read.totals).toEqual(['', 7]);
      expect(read.data).toHaveLength(rows.length);
    }
    // As the embedded engine wrote it for a result without rows.
    const misplaced = textOf([], types).toString().replace('\n\t],\n\n\t"rows"', ',\n\n\t"rows"');
    const read = await readJsonCompact(Buffer.from(`\n\t],\n\n\t"totals": ["", 0]${misplaced}`));
    expect(read).toMatchObject({ data: [], totals: ['', 0], statistics: { rows_read: 5 } });
  });

  it('is admitted by its size before it is read', async () => {
    const text = textOf(repeated([['x', 1]], onePieceBytesMax * 2), ['String', 'Int32']);
    const refusal = new WeirError('UNAVAILABLE', 'not now');
    const sizes: unknown[] = [];
    const read = readJsonCompact(text, {
      admit: async (size) => {
        sizes.push(size);
        throw refusal;
      },
    });
    await expect(read).rejects.toBe(refusal);
    const rows = repeated([['x', 1]], onePieceBytesMax * 2).length;
    expect(sizes).toEqual([{ bytes: text.length, cells: 2 * rows }]);
  });

  it('is refused by its cells, which are also those inside of arrays', async () => {
    const rows = repeated([['x', 1]], onePieceBytesMax * 2);
    const cells = 2 * rows.length;
    const text = textOf(rows, ['String', 'Int32']);
    expect((await readJsonCompact(text, { cellsMax: cells })).data).toHaveLength(rows.length);
    await expect(readJsonCompact(text, { cellsMax: cells - 1 })).rejects.toMatchObject({
      code: 'QUERY_FAILED',
      details: { engineCode: 396 },
    });
    const arrays = textOf(repeated([[[1, 2, 3, 'a,b', ['c', '"d,']]]], onePieceBytesMax * 2), [
      'Array(Dynamic)',
    ]);
    const values = 6 * repeated([[[1, 2, 3, 'a,b', ['c', '"d,']]]], onePieceBytesMax * 2).length;
    let counted = 0;
    await readJsonCompact(arrays, {
      admit: async (size) => {
        counted = size.cells;
      },
    });
    // One comma between two rows of a group is counted, too.
    expect(counted).toBeGreaterThanOrEqual(values - 1);
    expect(counted).toBeLessThan(values * 1.2);
    await expect(readJsonCompact(arrays, { cellsMax: values / 2 })).rejects.toMatchObject({
      details: { engineCode: 396 },
    });
  });

  it('is refused when one row alone is too large to be read at once', async () => {
    const long = textOf([['short'], ['x'.repeat(rowBytesMax + onePieceBytesMax)]], ['String']);
    await expect(readJsonCompact(long)).rejects.toMatchObject({
      code: 'QUERY_FAILED',
      message: `A row of the result has more than ${rowBytesMax} bytes, the limit for one row. Request fewer columns or shorter values`,
    });
    const many = textOf([[new Array(2 * rowCellsMax).fill(1)]], ['Array(UInt8)']);
    await expect(readJsonCompact(many)).rejects.toMatchObject({
      message: expect.stringContaining(`A row of the result has more than ${rowCellsMax} values`),
    });
  });

  it('of 30 MB holds the event loop for no longer than 100 ms', async () => {
    const rows = repeated(
      [Array.from({ length: 20 }, (_, index) => (index % 2 ? index * 1000 : `text ${index}`))],
      3e7,
    );
    const text = textOf(rows, new Array(20).fill('String'));
    const { result, longestMs } = await heldEventLoop(() => readJsonCompact(text), 100);
    expect(result.data).toHaveLength(rows.length);
    expect(longestMs).toBeLessThan(100);
  });
});
