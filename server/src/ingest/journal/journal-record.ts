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

/** Into one buffer: for the few hundred bytes of a small request, making one of its own is half the work. */
export function encodeRecords(records: readonly JournalRecord[]): Buffer {
  const texts = records.map((record) => JSON.stringify(descriptionOf(record)));
  let length = 0;
  for (const [index, record] of records.entries()) {
    length += headBytes + Buffer.byteLength(texts[index] as string) + rowsOf(record).length;
  }
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const [index, record] of records.entries()) {
    const rows = rowsOf(record);
    const textBytes = bytes.write(texts[index] as string, at + headBytes);
    const end = at + headBytes + textBytes + rows.length;
    rows.copy(bytes, at + headBytes + textBytes);
    bytes.writeUInt32LE(textBytes, at);
    bytes.writeUInt32LE(rows.length, at + 4);
    bytes.writeUInt32LE(crc32(bytes.subarray(at + headBytes, end)), at + 8);
    at = end;
  }
  return bytes;
}

function descriptionOf(record: JournalRecord): object {
  if ('stored' in record) return { stored: record.stored };
  const { sequence, environmentId, dataPoolId, requestId, rowCount, receivedAtMs } = record;
  return { sequence, environmentId, dataPoolId, requestId, rowCount, receivedAtMs };
}

const rowsOf = (record: JournalRecord) => ('stored' in record ? noRows : record.rows);

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
