import { crc32 } from 'node:zlib';

/**
 * What a journal's files consist of, one after the other: the rows of a request that is acknowledged once the
 * record is on disk, or the mark that rows have reached their table. A record is a head of three numbers (the
 * lengths of its description and of its rows, and a checksum of both), the description as JSON, the rows.
 */
export interface RowsRecord {
  readonly sequence: number;
  readonly environmentId: string;
  readonly dataPoolId: string;
  readonly requestId: string;
  readonly rowCount: number;
  readonly receivedAtMs: number;
  readonly rows: Buffer;
}

export interface StoredMark {
  readonly stored: readonly number[];
}

export type JournalRecord = RowsRecord | StoredMark;

const headBytes = 12;
const noRows = Buffer.alloc(0);

export function encodeRecord(record: JournalRecord): Buffer {
  const { rows = noRows, ...description } = record as Partial<RowsRecord>;
  const text = Buffer.from(JSON.stringify(description));
  const bytes = Buffer.allocUnsafe(headBytes + text.length + rows.length);
  text.copy(bytes, headBytes);
  rows.copy(bytes, headBytes + text.length);
  bytes.writeUInt32LE(text.length, 0);
  bytes.writeUInt32LE(rows.length, 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(headBytes)), 8);
  return bytes;
}

/** The records at the beginning of a file that are whole: one that was being written when the power went is not. */
export function* decodeRecords(file: Buffer): Generator<JournalRecord> {
  let at = 0;
  while (at + headBytes <= file.length) {
    const textEnd = at + headBytes + file.readUInt32LE(at);
    const end = textEnd + file.readUInt32LE(at + 4);
    if (end > file.length || end === at + headBytes) return;
    if (crc32(file.subarray(at + headBytes, end)) !== file.readUInt32LE(at + 8)) return;
    const description = JSON.parse(file.toString('utf8', at + headBytes, textEnd));
    yield 'stored' in description ? description : { ...description, rows: file.subarray(textEnd, end) };
    at = end;
  }
}
