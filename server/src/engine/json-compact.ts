import { onePieceBytesMax, rowBytesMax, rowCellsMax } from '../base/answer-limits.js';
import { WeirError } from '../base/errors.js';
import { inSlices } from '../base/in-slices.js';
import type { EngineCell, ResultColumn, ResultSize } from './engine.js';
import { engineError, tooManyRowsOrBytes } from './engine-error.js';

/** The parts of the engine's JSONCompact that Weir uses. */
export interface JsonCompact {
  readonly meta: readonly ResultColumn[];
  readonly data: readonly (readonly EngineCell[])[];
  /** The row of WITH TOTALS. */
  readonly totals?: readonly EngineCell[];
  readonly statistics: { readonly rows_read: number; readonly bytes_read: number };
}

/**
 * Bytes of the columns and rows. The rest of the text contains read statistics, whose length would reveal records that
 * access policies hide.
 */
export const bytesOfRows = (body: Buffer): number => Math.max(0, body.lastIndexOf(dataEnds));

export interface ReadOptions {
  readonly cellsMax?: number | undefined;
  /** Called with the size of a large result before it is read. */
  readonly admit?: ((size: ResultSize) => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Lines of the format that cannot occur inside a value, because line breaks in values are escaped. */
const dataBegins = '\n\t"data":\n\t[\n';
const dataEnds = '\n\t],\n';
const rowBegins = '\n\t\t[';
/** Rows are parsed in groups of about this size: one by one is slower, and larger groups block for too long. */
const groupBytes = 64 * 1024;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * Parses a result. Decoding 64 MB and calling JSON.parse on it would block the event loop for seconds, so a large text
 * is split at its lines, each of which is one row, and parsed in slices.
 */
export async function readJsonCompact(body: Buffer, options: ReadOptions = {}): Promise<JsonCompact> {
  if (body.length <= onePieceBytesMax) return JSON.parse(inOrder(body.toString('utf8'))) as JsonCompact;
  const begin = body.indexOf(dataBegins);
  const end = body.lastIndexOf(dataEnds);
  const dataAt = begin + dataBegins.length;
  // A result without rows is never this large, so the text is not in the expected format.
  if (begin < 0 || end < dataAt) throw new Error('The result is not in the expected format');
  // Up to the comma that follows the list of columns.
  const head = body.toString('utf8', 0, body.lastIndexOf(',', begin));
  const { meta } = JSON.parse(`${head}}`) as JsonCompact;
  const tail = `{${body.toString('utf8', end + dataEnds.length)}`;
  const { rows, totals, statistics } = JSON.parse(tail) as JsonCompact & { readonly rows: number };
  const text = body.subarray(dataAt, end);
  const cells = meta.some(({ type }) => isNested.test(type))
    ? await countValues(text, options)
    : rows * meta.length;
  refuseCells(cells, options);
  await options.admit?.({ bytes: body.length, cells });
  const data = await readRows(text, rows, options.signal);
  return { meta, data, ...(totals && { totals }), statistics };
}

const resultBegins = '{\n\t"meta":';

/** The engine writes the totals of a result without rows before its beginning, in place of the end of its rows. */
function inOrder(text: string): string {
  const begin = text.indexOf(resultBegins);
  if (begin <= 0) return text;
  return text.slice(begin).replace(dataBegins, () => dataBegins + text.slice(0, begin));
}

/** Types whose values contain other values. */
const isNested = /\b(?:Array|Map|Tuple|Nested|JSON|Object|Variant|Dynamic)\b/;

function refuseCells(cells: number, { cellsMax = Number.POSITIVE_INFINITY }: ReadOptions): void {
  if (cells > cellsMax)
    throw engineError(tooManyRowsOrBytes, `Limit for result exceeded, max cells: ${cellsMax}`);
}

async function readRows(
  text: Buffer,
  rowCount: number,
  signal: AbortSignal | undefined,
): Promise<readonly (readonly EngineCell[])[]> {
  const rows: (readonly EngineCell[])[] = [];
  await inSlices(
    groupsOf(text),
    ([from, to]) => {
      const group = JSON.parse(`[${text.toString('utf8', from, to)}]`) as (readonly EngineCell[])[];
      for (const row of group) rows.push(row);
    },
    signal,
  );
  if (rows.length !== rowCount)
    throw new Error(`The result has ${rowCount} rows, but ${rows.length} were parsed`);
  return rows;
}

/** Start and end of groups of whole rows, without the comma after the last row. */
function* groupsOf(text: Buffer): Generator<readonly [number, number]> {
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf(rowBegins, Math.min(at + groupBytes, text.length));
    const to = found < 0 ? text.length : found;
    // Only the last row of a group can make it too long, because the rows before it fit.
    if (to - at > rowBytesMax + groupBytes) throw tooLargeRow(`${rowBytesMax} bytes`);
    yield [at, found < 0 ? to : to - 1];
    at = to + 1;
  }
}

/** Counts all nested values: the commas outside of strings, plus one for each row. */
async function countValues(text: Buffer, options: ReadOptions): Promise<number> {
  let values = 0;
  await inSlices(
    groupsOf(text),
    ([from, to]) => {
      const inGroup = valuesIn(text, from, to);
      values += inGroup;
      if (inGroup > rowCellsMax + groupBytes) throw tooLargeRow(`${rowCellsMax} values`);
      refuseCells(values, options);
    },
    options.signal,
  );
  return values;
}

function valuesIn(text: Buffer, from: number, to: number): number {
  let values = 1;
  let isText = false;
  for (let at = from; at < to; at += 1) {
    const byte = text[at];
    if (byte === quote) isText = !isText;
    else if (byte === backslash) at += 1;
    else if (byte === comma && !isText) values += 1;
  }
  return values;
}

const tooLargeRow = (limit: string) =>
  new WeirError(
    'QUERY_FAILED',
    `A row of the result has more than ${limit}, the limit for one row. Request fewer columns or shorter values`,
  );
