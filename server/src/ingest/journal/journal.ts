import { constants, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeRecords, encodeRecord, type RowsRecord } from './journal-record.js';

/**
 * Rows that are acknowledged before they are in their table, on disk and in order: appending a few bytes to a
 * file makes them durable in a tenth of the time that the smallest insert takes. Requests that arrive while
 * one write is under way share the next. What was written and not marked as stored is found again when
 * the journal is opened.
 *
 * The records fill one file after the other. A file goes once all its rows are stored, the oldest first: for a
 * Data Pool, what is left is always the end of what was written, and writing it again in order is harmless.
 */
interface Segment {
  readonly path: string;
  /** The records whose rows are not known to be stored. */
  readonly open: Set<number>;
}

interface WritableSegment extends Segment {
  readonly handle: FileHandle;
  bytes: number;
}

interface Waiting {
  /** Absent for those that only wait for the marks before them. */
  readonly record: RowsRecord | undefined;
  readonly resolve: (sequence: number) => void;
  readonly reject: (error: unknown) => void;
}

const privateDirectoryMode = 0o700;
const privateFileMode = 0o600;
const segmentBytesMax = 16 * 1024 * 1024;
const sequenceDigits = 16;
/** A write returns when it is on disk: one call where writing and syncing would be two. */
const openFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_DSYNC;
const segmentPattern = /^\d{16}\.journal$/;

export class Journal {
  readonly directory: string;
  readonly #segments: Segment[] = [];
  /** What an earlier process acknowledged and may not have stored, in order. */
  readonly left: readonly RowsRecord[];
  #current: WritableSegment | undefined;
  #nextSequence = 1;
  #waiting: Waiting[] = [];
  #stored: number[] = [];
  #isWriting = false;
  #written: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(directory: string) {
    this.directory = directory;
    mkdirSync(directory, { recursive: true, mode: privateDirectoryMode });
    this.left = this.#read();
  }

  /** Resolves with the record's number once it is on disk; a rejection means that it will not be stored. */
  append(record: Omit<RowsRecord, 'sequence'>): Promise<number> {
    return this.#write({ ...record, sequence: this.#nextSequence++ });
  }

  /** These rows are in their table and will not be asked for again. */
  stored(sequence: number): void {
    if (this.#isClosed) return;
    this.#stored.push(sequence);
    this.#start();
  }

  /** Resolves when every mark so far is on disk. */
  async sync(): Promise<void> {
    if (this.#isWriting || this.#stored.length > 0) await this.#write(undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#isWriting) await this.#written;
    await this.#current?.handle.close();
    this.#current = undefined;
    await this.#removeStored();
  }

  #write(record: RowsRecord | undefined): Promise<number> {
    if (this.#isClosed) return Promise.reject(new Error('The journal is closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ record, resolve, reject });
      this.#start();
    });
  }

  #start(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    this.#written = this.#work();
  }

  async #work(): Promise<void> {
    // What arrives in the same turn is written together.
    await new Promise((resolve) => setImmediate(resolve));
    do {
      const waiting = this.#waiting.splice(0);
      const stored = this.#stored.splice(0);
      try {
        await this.#writeTogether(waiting, stored);
        for (const { record, resolve } of waiting) resolve(record?.sequence ?? 0);
        await this.#removeStored();
      } catch (error) {
        // A mark must not be lost while later ones are written; it waits for the next write.
        this.#stored.unshift(...stored);
        for (const { reject } of waiting) reject(error);
        if (this.#waiting.length === 0) break;
      }
    } while (this.#waiting.length > 0 || this.#stored.length > 0);
    this.#isWriting = false;
  }

  async #writeTogether(waiting: readonly Waiting[], stored: readonly number[]): Promise<void> {
    const records = waiting.flatMap(({ record }) => record ?? []);
    const parts = records.map(encodeRecord);
    if (stored.length > 0) parts.push(encodeRecord({ stored }));
    const segment = await this.#segment();
    try {
      await writeAll(segment.handle, Buffer.concat(parts), segment.bytes);
    } catch (error) {
      await this.#abandon(segment);
      throw error;
    }
    segment.bytes += parts.reduce((sum, { length }) => sum + length, 0);
    for (const { sequence } of records) segment.open.add(sequence);
    for (const each of this.#segments) for (const sequence of stored) each.open.delete(sequence);
  }

  /** The file to write to: a new one once the last is large enough. */
  async #segment(): Promise<WritableSegment> {
    if (this.#current && this.#current.bytes < segmentBytesMax) return this.#current;
    if (this.#current) {
      await this.#current.handle.close();
      this.#current = undefined;
    }
    const name = `${String(this.#nextSequence++).padStart(sequenceDigits, '0')}.journal`;
    const path = join(this.directory, name);
    const handle = await open(path, openFlags, privateFileMode);
    const segment: WritableSegment = { path, handle, open: new Set(), bytes: 0 };
    this.#segments.push(segment);
    this.#current = segment;
    await this.#syncDirectory();
    return segment;
  }

  /** What a failed write has left behind is cut off, and nothing is written after it. */
  async #abandon(segment: WritableSegment): Promise<void> {
    this.#current = undefined;
    await segment.handle.truncate(segment.bytes).catch(() => undefined);
    await segment.handle.close().catch(() => undefined);
  }

  async #removeStored(): Promise<void> {
    for (;;) {
      const [oldest] = this.#segments;
      if (!oldest || oldest === this.#current || oldest.open.size > 0) return;
      // One that cannot be removed keeps those after it: without their marks its rows would come back.
      if (!(await unlinked(oldest.path))) return;
      // In this order after a loss of power, too: a mark never goes before the rows that it marks.
      await this.#syncDirectory();
      this.#segments.shift();
    }
  }

  async #syncDirectory(): Promise<void> {
    const handle = await open(this.directory);
    await handle.sync().finally(() => handle.close());
  }

  #read(): RowsRecord[] {
    const names = readdirSync(this.directory).filter((name) => segmentPattern.test(name));
    const stored = new Set<number>();
    const records = (path: string) => decodeRecords(readFileSync(path));
    const paths = names.sort().map((name) => join(this.directory, name));
    for (const path of paths) {
      for (const record of records(path))
        if ('stored' in record) for (const each of record.stored) stored.add(each);
    }
    const left: RowsRecord[] = [];
    for (const path of paths) {
      const segment: Segment = { path, open: new Set() };
      for (const record of records(path)) {
        if ('stored' in record || stored.has(record.sequence)) continue;
        // A copy, so that one record does not hold its whole file in memory.
        left.push({ ...record, rows: Buffer.from(record.rows) });
        segment.open.add(record.sequence);
      }
      this.#segments.push(segment);
    }
    let last = Number(names.at(-1)?.slice(0, sequenceDigits) ?? 0);
    for (const sequence of stored) last = Math.max(last, sequence);
    for (const { sequence } of left) last = Math.max(last, sequence);
    this.#nextSequence = last + 1;
    return left;
  }
}

/** A write may take only a part: on a disk that is about to be full, for one. */
async function writeAll(handle: FileHandle, bytes: Buffer, from: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, from + written);
    written += bytesWritten;
  }
}

async function unlinked(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}
