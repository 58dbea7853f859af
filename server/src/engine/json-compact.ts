import { onePieceBytesMax, rowBytesMax, rowCellsMax } from '../base/answer-limits.js';
import { WeirError } from '../base/errors.js';
import { inSlices } from '../base/in-slices.js';
import type { EngineCell, ResultColumn, ResultSize } from './engine.js';
import { engineError, tooManyRowsOrBytes } from './engine-error.js';

/** What is read of the engine's JSONCompact. */
export interface JsonCompact {
  readonly meta: readonly ResultColumn[];
  readonly data: readonly (readonly EngineCell[])[];
  readonly statistics: { readonly rows_read: number; readonly bytes_read: number };
}

/**
 * Bytes of the columns and rows. What follows in the text counts what the engine read, so that its length would tell of
 * records that access policies hide.
 */
export const bytesOfRows = (body: Buffer): number => Math.max(0, body.lastIndexOf(dataEnds));

export interface ReadOptions {
  readonly cellsMax?: number | undefined;
  /** Called with the size of a large result before it is read. */
  readonly admit?: ((size: ResultSize) => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Lines of the format that cannot be inside of a value, where a line break is escaped. */
const dataBegins = '\n\t"data":\n\t[\n';
const dataEnds = '\n\t],\n';
const rowBegins = '\n\t\t[';
/** Rows are parsed in groups of about so many bytes: one by one is slower, and larger groups take too long. */
const groupBytes = 64 * 1024;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * A result from its text. JSON.parse of 64 MB holds the event loop for seconds, and so does decoding them: a large text
 * is taken apart at its lines, one of which is one row, and parsed in slices.
 */
export async function readJsonCompact(body: Buffer, options: ReadOptions = {}): Promise<JsonCompact> {
  if (body.length <= onePieceBytesMax) return JSON.parse(body.toString('utf8')) as JsonCompact;
  const begin = body.indexOf(dataBegins);
  const end = body.lastIndexOf(dataEnds);
  const dataAt = begin + dataBegins.length;
  // Without rows, or not as expected: the text of a result without rows is never this large.
  if (begin < 0 || end < dataAt) throw new Error('The text of the result is not in the expected lines');
  // Up to the comma that follows the list of columns.
  const head = body.toString('utf8', 0, body.lastIndexOf(',', begin));
  const { meta } = JSON.parse(`${head}}`) as JsonCompact;
  const tail = `{${body.toString('utf8', end + dataEnds.length)}`;
  const { rows, statistics } = JSON.parse(tail) as JsonCompact & { readonly rows: number };
  const text = body.subarray(dataAt, end);
  const cells = meta.some(({ type }) => isNested.test(type))
    ? await countValues(text, options)
    : rows * meta.length;
  refuseCells(cells, options);
  await options.admit?.({ bytes: body.length, cells });
  return { meta, data: await readRows(text, rows, options.signal), statistics };
}

/** Types whose values have values inside. */
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
  if (rows.length !== rowCount) throw new Error(`Of ${rowCount} rows ${rows.length} were read`);
  return rows;
}

/** Where groups of whole rows begin and end, without the comma after the last. */
function* groupsOf(text: Buffer): Generator<readonly [number, number]> {
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf(rowBegins, Math.min(at + groupBytes, text.length));
    const to = found < 0 ? text.length : found;
    // A group that is longer ends with a row that is: the ones before it had room.
    if (to - at > rowBytesMax + groupBytes) throw tooLargeRow(`${rowBytesMax} bytes`);
    yield [at, found < 0 ? to : to - 1];
    at = to + 1;
  }
}

/** Every value inside of a row, however deep: as many as there are commas outside of texts, and one more for each row. */
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
    `A row of the result has more than ${limit}, which is the most that a row may have. Ask for fewer columns or shorter values`,
  );
