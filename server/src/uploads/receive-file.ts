import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { syncFile } from '../base/durable-file.js';
import { freeBytes, isFullDisk } from '../base/free-bytes.js';
import { HttpRefusal } from '../base/http-refusal.js';
import { ContentHash } from './content-hash.js';

export interface ReceiveFileOptions {
  /** The file to append to. */
  readonly path: string;
  /** Most bytes that may be appended. */
  readonly bytesMax: number;
  /** The size that was declared for the body. */
  readonly bytesDeclared: number | undefined;
  /** How long to wait for more of the body. */
  readonly idleMsMax: number;
  /** Space that the file must leave free, for the intake and the engine. */
  readonly keptFreeBytes: number;
  /** Takes what arrives. */
  readonly hash?: ContentHash | undefined;
  /** Ends the transfer with its reason. */
  readonly signal: AbortSignal;
}

/** A request, or whatever else can end early. */
export type ArrivingFile = Readable & { readonly complete: boolean };

const privateFileMode = 0o600;
/** Written at once. Every write waits for its turn, so small ones would make the network wait for the disk. */
const writtenBytes = 1024 * 1024;
/** Most that one transfer holds while the disk is busy. */
const heldBytesMax = 4 * writtenBytes;
/** A client may send one byte at a time, each an object of its own. */
const writtenChunks = 1_024;
const heldChunksMax = 4 * writtenChunks;
/** The free space is read again after so many bytes. */
const spaceCheckBytes = 64 * 1024 * 1024;

const tooLarge = (bytesMax: number) =>
  new HttpRefusal(413, 'too_large', `The file is too large: at most ${bytesMax} more bytes are allowed`);

const diskFull = () =>
  new HttpRefusal(
    507,
    'disk_full',
    'The disk of the service does not have enough free space for the file. Free some, or load a smaller file',
  );

const stalled = (ms: number) =>
  new HttpRefusal(408, 'stalled', `No more of the file arrived within ${ms} ms; send it again`);

const disconnected = () =>
  new HttpRefusal(400, 'aborted', 'The connection closed before the file was complete');

/** Refuses by its declared size a file that would not fit. */
export function checkDeclared(
  { path, bytesMax, keptFreeBytes }: Pick<ReceiveFileOptions, 'path' | 'bytesMax' | 'keptFreeBytes'>,
  bytes: number,
): void {
  if (bytes > bytesMax) throw tooLarge(bytesMax);
  if (bytes > freeBytes(dirname(path)) - keptFreeBytes) throw diskFull();
}

/**
 * Appends a body to a file, as fast as the disk takes it. Resolves or rejects once everything that arrived is on disk, so
 * the size of the file is what a client may rely on, also after a failure.
 */
export async function receiveFile(body: ArrivingFile, options: ReceiveFileOptions): Promise<void> {
  checkDeclared(options, options.bytesDeclared ?? 0);
  const file = await open(options.path, 'a', privateFileMode);
  try {
    await transfer(body, new FileEnd(file, options), options);
  } finally {
    await file.close().finally(() => syncFile(options.path));
  }
}

/** The digest of a body, which is not kept. */
export async function digestBody(
  body: ArrivingFile,
  options: Pick<ReceiveFileOptions, 'bytesMax' | 'idleMsMax' | 'signal'>,
): Promise<string> {
  const hash = new ContentHash();
  const add = (chunk: Buffer) => {
    if (hash.bytes + chunk.length > options.bytesMax) throw tooLarge(options.bytesMax);
    hash.add(chunk);
  };
  await transfer(body, { add, flush: async () => undefined, hasEnough: false, isFull: false }, options);
  return hash.digest();
}

/** The digest of a file that has arrived. */
export async function digestFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = new ContentHash();
  for await (const chunk of createReadStream(path, { highWaterMark: writtenBytes })) {
    signal.throwIfAborted();
    hash.add(chunk as Buffer);
  }
  return hash.digest();
}

/** Uses events: an iterator would destroy the request, and with it the answer, when it ends early. */
function transfer(
  body: ArrivingFile,
  end: Pick<FileEnd, 'add' | 'flush' | 'hasEnough' | 'isFull'>,
  { idleMsMax, signal }: Pick<ReceiveFileOptions, 'idleMsMax' | 'signal'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let outcome: 'arriving' | 'over' = 'arriving';
    /** What arrived is written even after a failure, so that a client does not have to send it again. */
    const over = (error?: unknown) => {
      if (outcome === 'over') return;
      outcome = 'over';
      clearTimeout(idle);
      signal.removeEventListener('abort', abort);
      body.off('data', add);
      // Discards the rest, so that the client can read the answer.
      body.resume();
      end.flush().then(
        () => (error === undefined ? resolve() : reject(error)),
        (failure: unknown) => reject(error ?? failure),
      );
    };
    const idle = setTimeout(() => over(stalled(idleMsMax)), idleMsMax);
    const abort = () => over(signal.reason);
    let isWriting = false;
    const write = () => {
      if (isWriting || !end.hasEnough) return;
      isWriting = true;
      end.flush().then(
        () => {
          isWriting = false;
          if (outcome === 'over') return;
          idle.refresh();
          body.resume();
          write();
        },
        (error: unknown) => over(error),
      );
    };
    const add = (chunk: Buffer) => {
      idle.refresh();
      try {
        end.add(chunk);
      } catch (error) {
        over(error);
        return;
      }
      if (end.isFull) body.pause();
      write();
    };
    if (signal.aborted) return abort();
    if (body.destroyed && !body.readableEnded) return over(disconnected());
    signal.addEventListener('abort', abort);
    body.on('data', add);
    body.on('end', () => over());
    body.on('error', () => over(disconnected()));
    body.on('close', () => over(body.complete ? undefined : disconnected()));
  });
}

/** The end of the file, with the bytes that are to be written next. */
class FileEnd {
  readonly #file: FileHandle;
  readonly #options: ReceiveFileOptions;
  #chunks: Buffer[] = [];
  #held = 0;
  #bytes = 0;
  #sinceSpaceCheck = spaceCheckBytes;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: FileHandle, options: ReceiveFileOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Whether enough has gathered to be written. */
  get hasEnough(): boolean {
    return this.#held >= writtenBytes || this.#chunks.length >= writtenChunks;
  }

  get isFull(): boolean {
    return this.#held >= heldBytesMax || this.#chunks.length >= heldChunksMax;
  }

  add(chunk: Buffer): void {
    const { bytesMax, hash } = this.#options;
    if (this.#bytes + chunk.length > bytesMax) throw tooLarge(bytesMax);
    hash?.add(chunk);
    this.#bytes += chunk.length;
    this.#held += chunk.length;
    this.#chunks.push(chunk);
  }

  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#sinceSpaceCheck += this.#held;
    this.#held = 0;
    if (chunks.length === 0) return;
    if (this.#sinceSpaceCheck >= spaceCheckBytes) {
      this.#sinceSpaceCheck = 0;
      if (freeBytes(dirname(this.#options.path)) < this.#options.keptFreeBytes) throw diskFull();
    }
    try {
      await this.#file.appendFile(Buffer.concat(chunks));
    } catch (error) {
      throw isFullDisk(error) ? diskFull() : error;
    }
  }
}
