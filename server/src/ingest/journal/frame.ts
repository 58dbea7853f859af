import { crc32 } from 'node:zlib';
import { StartProblem } from '../../base/start-problem.js';

/**
 * What a journal's files consist of, one after the other, each of one write: a head of three numbers (the lengths of
 * the description and of the rows, and a checksum of both), the description as JSON, and the rows of all records.
 */
export interface JournalFrame {
  readonly records: readonly RowsRecord[];
  /** Numbers of records, of this frame or of earlier ones, whose rows have reached their table. */
  readonly stored: readonly number[];
}

/** The rows of a request, which is acknowledged once they are on disk. */
export interface RowsRecord {
  readonly sequence: number;
  readonly environmentId: string;
  readonly dataPoolId: string;
  readonly requestId: string;
  readonly rowCount: number;
  readonly receivedAtMs: number;
  readonly rows: Buffer;
}

interface Description {
  readonly records: readonly DescribedRecord[];
  readonly stored: readonly number[];
}

/** By place, the last being the bytes of the rows: under names it would be twice as long, and take as long to write. */
type DescribedRecord = readonly [number, string, string, string, number, number, number];

const headBytes = 12;

export function encodeFrame({ records, stored }: JournalFrame): Buffer {
  const text = JSON.stringify({ records: records.map(describe), stored } satisfies Description);
  const textBytes = Buffer.byteLength(text);
  const rowBytes = records.reduce((sum, { rows }) => sum + rows.length, 0);
  const bytes = Buffer.allocUnsafe(headBytes + textBytes + rowBytes);
  bytes.writeUInt32LE(textBytes, 0);
  bytes.writeUInt32LE(rowBytes, 4);
  let at = headBytes + bytes.write(text, headBytes);
  for (const { rows } of records) at += rows.copy(bytes, at);
  bytes.writeUInt32LE(crc32(bytes.subarray(headBytes)), 8);
  return bytes;
}

function describe(record: RowsRecord): DescribedRecord {
  const { sequence, environmentId, dataPoolId, requestId, rowCount, receivedAtMs, rows } = record;
  return [sequence, environmentId, dataPoolId, requestId, rowCount, receivedAtMs, rows.length];
}

/** The frames at the beginning of a file that are whole: one that was being written when the power went is not. */
export function* decodeFrames(file: Buffer): Generator<JournalFrame> {
  let at = 0;
  while (at + headBytes <= file.length) {
    const textEnd = at + headBytes + file.readUInt32LE(at);
    const end = textEnd + file.readUInt32LE(at + 4);
    if (end > file.length || end === at + headBytes) return;
    if (crc32(file.subarray(at + headBytes, end)) !== file.readUInt32LE(at + 8)) return;
    const { records, stored } = readDescription(file.toString('utf8', at + headBytes, textEnd));
    yield { records: readRecords(records, file.subarray(textEnd, end)), stored };
    at = end;
  }
}

/** What is whole and yet something else was not written by this version, and must not be passed over. */
function readDescription(text: string): Description {
  const description = JSON.parse(text);
  if (Array.isArray(description.records) && Array.isArray(description.stored)) return description;
  throw new StartProblem(
    'The journal was written by another version of Weir; start that one once and stop it, so that its events reach their tables',
  );
}

function readRecords(described: Description['records'], rows: Buffer): RowsRecord[] {
  let at = 0;
  return described.map(
    ([sequence, environmentId, dataPoolId, requestId, rowCount, receivedAtMs, rowBytes]) => {
      const from = at;
      at += rowBytes;
      const own = rows.subarray(from, at);
      return { sequence, environmentId, dataPoolId, requestId, rowCount, receivedAtMs, rows: own };
    },
  );
}
