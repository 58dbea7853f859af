import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { NEWLINE } from '../base/json-bytes.js';

/**
 * The rows that are not known to be in their table, in files of a directory. A row is passed to the operating system before
 * its request is answered, so a killed process loses none. It is not synced to the disk, which would make every request
 * wait: a power failure may lose the rows of the last second.
 */
export interface LeftRows {
  readonly rows: Buffer;
  readonly remove: () => void;
}

const privateDirectoryMode = 0o700;
const privateFileMode = 0o600;
/** While the engine stores nothing, later rows are only kept in memory. */
const spoolBytesMax = 64 * 1024 * 1024;
const numberDigits = 16;
const filePattern = /^\d{16}\.jsonl$/;

export class ReceiptSpool {
  readonly #directory: string;
  /** Called when the rows of the current file are not all in it, or a file cannot be removed. */
  readonly #onFailure: (error: unknown) => void;
  /** Written by an earlier process. */
  readonly #leftPaths: readonly string[];
  readonly #paths: string[] = [];
  /** Of the last file, while it is written. */
  #descriptor: number | undefined;
  /** Nothing is written after a failure, until the next file. */
  #hasFailed = false;
  #bytes = 0;
  #nextNumber: number;

  constructor(directory: string, onFailure: (error: unknown) => void) {
    this.#directory = directory;
    this.#onFailure = onFailure;
    mkdirSync(directory, { recursive: true, mode: privateDirectoryMode });
    const names = readdirSync(directory).filter((name) => filePattern.test(name));
    this.#leftPaths = names.sort().map((name) => join(directory, name));
    this.#nextNumber = Number(names.at(-1)?.slice(0, numberDigits) ?? 0) + 1;
  }

  /** What an earlier process left, file by file. The last line of a file may be incomplete. */
  *left(): Generator<LeftRows> {
    for (const path of this.#leftPaths) {
      const bytes = readFileSync(path);
      const rows = bytes.subarray(0, bytes.lastIndexOf(NEWLINE) + 1);
      yield { rows, remove: () => this.#remove(path) };
    }
  }

  /** A row, newline-terminated. Never throws. */
  append(row: string): void {
    if (this.#hasFailed || this.#bytes >= spoolBytesMax) return;
    try {
      this.#descriptor ??= this.#openNext();
      const written = writeSync(this.#descriptor, row);
      this.#bytes += written;
      if (written < Buffer.byteLength(row)) throw new Error('Only a part of a row was written');
    } catch (error) {
      this.#hasFailed = true;
      this.#onFailure(error);
    }
  }

  /** Begins another file. Returns what removes the files before it: call it when their rows are in the table. */
  rotate(): () => void {
    this.close();
    this.#hasFailed = false;
    const paths = this.#paths.length;
    const bytes = this.#bytes;
    return () => {
      for (const path of this.#paths.splice(0, paths)) this.#remove(path);
      this.#bytes -= bytes;
    };
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /** A file that stays is inserted again at the next start. */
  #remove(path: string): void {
    try {
      rmSync(path, { force: true });
    } catch (error) {
      this.#onFailure(error);
    }
  }

  #openNext(): number {
    const path = join(this.#directory, `${String(this.#nextNumber++).padStart(numberDigits, '0')}.jsonl`);
    const descriptor = openSync(path, 'ax', privateFileMode);
    this.#paths.push(path);
    return descriptor;
  }
}
