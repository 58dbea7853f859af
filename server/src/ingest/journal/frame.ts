import { crc32 } from 'node:zlib';
import { StartProblem } from '../../base/start-problem.js';

/**
 * The journal (a write-ahead log) consists of frames, one per write: a head of three numbers (the lengths of the
 * description and of the rows, and a checksum of both), the description as JSON, and the rows of all records.
 */
export interface JournalFrame {
  readonly records: readonly RowsRecord[];
  /** Sequence numbers of records, of this or earlier frames, whose rows are in their table. */
  readonly stored: readonly number[];
}

/** The rows of a request, which is acknowledged once this record is on disk. */
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

/** A tuple, the last element being the bytes of the rows: with property names it would take twice the space and time. */
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

/** The complete frames at the start of a file. The last write before a power loss may be incomplete. */
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

/** A complete frame of another format was written by another version, and must not be skipped. */
function readDescription(text: string): Description {
  const description = JSON.parse(text);
  if (Array.isArray(description.records) && Array.isArray(description.stored)) return description;
  throw new StartProblem(
    'The journal was written by another version of Weir. Start and stop that version once, so that its events reach their tables',
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
