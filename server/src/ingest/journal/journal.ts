import { constants, mkdirSync, readdirSync, readFileSync, write } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartProblem } from '../../base/start-problem.js';
import { decodeFrames, encodeFrame, type RowsRecord } from './frame.js';

/**
 * The journal, a write-ahead log: rows that are acknowledged before they are in their table, on disk and in order.
 * Appending to a file makes rows durable in a tenth of the time of the smallest insert. Requests that arrive during one
 * write share the next. Records that are not marked as stored are found again when the journal is opened.
 *
 * The records fill one file after the other. Files are deleted, oldest first, once all their rows are stored. So for each
 * Data Pool the journal always holds the most recent records, and replaying them in order is harmless.
 */
interface Segment {
  readonly path: string;
  /** Records whose rows are not known to be stored. */
  readonly open: Set<number>;
}

interface WritableSegment extends Segment {
  readonly handle: FileHandle;
  bytes: number;
}

/** A write that has not started: its records, and one promise for all callers that wait for it. */
interface NextWrite {
  readonly records: RowsRecord[];
  readonly written: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface Appended {
  /** The record's number. */
  readonly sequence: number;
  /** Resolves once the record is on disk; a rejection means that it will not be stored. */
  readonly written: Promise<void>;
}

const privateDirectoryMode = 0o700;
const privateFileMode = 0o600;
const segmentBytesMax = 16 * 1024 * 1024;
const sequenceDigits = 16;
/** With O_DSYNC a write returns when it is on disk, which saves a separate sync call. */
const openFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_DSYNC;
const segmentPattern = /^\d{16}\.journal$/;

/** Called on every write while the file cannot be removed. */
export type OnUnremovable = (path: string, error: unknown) => void;

export class Journal {
  readonly directory: string;
  readonly #onUnremovable: OnUnremovable;
  readonly #segments: Segment[] = [];
  /** Records that an earlier process acknowledged and may not have stored, in order. */
  readonly left: readonly RowsRecord[];
  #current: WritableSegment | undefined;
  #nextSequence = 1;
  #next: NextWrite | undefined;
  #stored: number[] = [];
  #isWriting = false;
  #written: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(directory: string, onUnremovable: OnUnremovable = () => {}) {
    this.directory = directory;
    this.#onUnremovable = onUnremovable;
    mkdirSync(directory, { recursive: true, mode: privateDirectoryMode });
    this.left = this.#read();
  }

  append(record: Omit<RowsRecord, 'sequence'>): Appended {
    const sequence = this.#nextSequence++;
    return { sequence, written: this.#write({ ...record, sequence }) };
  }

  /** Marks rows as stored in their table. */
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

  /** Without a record, waits only for the marks made before. */
  #write(record: RowsRecord | undefined): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The journal is closed'));
    this.#next ??= nextWrite();
    if (record) this.#next.records.push(record);
    this.#start();
    return this.#next.written;
  }

  #start(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    this.#written = this.#work();
  }

  async #work(): Promise<void> {
    // Records that arrive in the same turn are written together.
    await new Promise((resolve) => setImmediate(resolve));
    do {
      const write = this.#next;
      const stored = this.#stored.splice(0);
      this.#next = undefined;
      try {
        await this.#writeTogether(write?.records ?? [], stored);
        write?.resolve();
        await this.#removeStored();
      } catch (error) {
        // A mark must not be lost while later marks are written, so it goes into the next write.
        this.#stored.unshift(...stored);
        write?.reject(error);
        if (!this.#next) break;
      }
    } while (this.#next || this.#stored.length > 0);
    this.#isWriting = false;
  }

  async #writeTogether(records: readonly RowsRecord[], stored: readonly number[]): Promise<void> {
    if (records.length === 0 && stored.length === 0) return;
    const bytes = encodeFrame({ records, stored });
    const segment = this.#writable() ?? (await this.#nextSegment());
    try {
      await writeAll(segment.handle, bytes, segment.bytes);
    } catch (error) {
      await this.#abandon(segment);
      throw error;
    }
    segment.bytes += bytes.length;
    for (const { sequence } of records) segment.open.add(sequence);
    for (const each of this.#segments) for (const sequence of stored) each.open.delete(sequence);
  }

  /** The file to write to, until it is large enough. */
  #writable(): WritableSegment | undefined {
    return this.#current && this.#current.bytes < segmentBytesMax ? this.#current : undefined;
  }

  async #nextSegment(): Promise<WritableSegment> {
    if (this.#current) {
      await this.#current.handle.close();
      this.#current = undefined;
    }
    const name = `${String(this.#nextSequence++).padStart(sequenceDigits, '0')}.journal`;
    const path = join(this.directory, name);
    const handle = await open(path, openFlags, privateFileMode);
    try {
      await this.#syncDirectory();
    } catch (error) {
      // Unless its directory entry is on disk, a power loss would lose the file and the acknowledged rows in it.
      await handle.close();
      await unlink(path).catch(() => undefined);
      throw error;
    }
    const segment: WritableSegment = { path, handle, open: new Set(), bytes: 0 };
    this.#segments.push(segment);
    this.#current = segment;
    return segment;
  }

  /** Truncates the remains of a failed write, and writes no more to this file. */
  async #abandon(segment: WritableSegment): Promise<void> {
    this.#current = undefined;
    await segment.handle.truncate(segment.bytes).catch(() => undefined);
    await segment.handle.close().catch(() => undefined);
  }

  async #removeStored(): Promise<void> {
    for (;;) {
      const [oldest] = this.#segments;
      if (!oldest || oldest === this.#current || oldest.open.size > 0) return;
      // When a file cannot be removed, later files must stay: without their marks, its rows would be replayed.
      const error = await unlinkError(oldest.path);
      if (error !== undefined) return this.#onUnremovable(oldest.path, error);
      // Keeps the order across a power loss: a mark is never removed before the rows that it marks.
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
    const frames = (path: string) => decodeFrames(readSegment(path));
    const paths = names.sort().map((name) => join(this.directory, name));
    for (const path of paths) {
      for (const frame of frames(path)) for (const each of frame.stored) stored.add(each);
    }
    const left: RowsRecord[] = [];
    for (const path of paths) {
      const segment: Segment = { path, open: new Set() };
      for (const { records } of frames(path)) {
        for (const record of records) {
          if (stored.has(record.sequence)) continue;
          // A copy, so that one record does not hold its whole file in memory.
          left.push({ ...record, rows: Buffer.from(record.rows) });
          segment.open.add(record.sequence);
        }
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

/** Without it, events that were acknowledged would be missing. */
function readSegment(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new StartProblem(
      `${path} cannot be read, and has events that were acknowledged: ${(cause as Error).message}. Start again when the disk can read it. To go on without these events, move the file to another directory`,
      { cause },
    );
  }
}

function nextWrite(): NextWrite {
  let resolve: () => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const written = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { records: [], written, resolve, reject };
}

/** Costs half as much as writing through a `FileHandle`, and there are a thousand writes per second. */
const writePart = promisify(write);

/** A write may be partial, for example on a nearly full disk. */
async function writeAll({ fd }: FileHandle, bytes: Buffer, from: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await writePart(fd, bytes, written, bytes.length - written, from + written);
    written += bytesWritten;
  }
}

/** Undefined when the file no longer exists. */
async function unlinkError(path: string): Promise<unknown> {
  try {
    await unlink(path);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? undefined : error;
  }
}
