import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createGunzip, createInflate, createInflateRaw, type Zlib } from 'node:zlib';
import type { ByteBudget } from '../ingest/byte-budget.js';
import { HttpRefusal } from './http-refusal.js';
import { bodyEncoding, type Encoding } from './media-type.js';

/**
 * The body of a request in one buffer, decompressed. Neither what is sent nor what comes out may pass the
 * limit: it is cut off while it arrives. Every byte that is held is taken from the budget; `release` gives
 * them back.
 */
export interface Body {
  readonly bytes: Buffer;
  release(): void;
}

export interface ReadBodyOptions {
  readonly bodyBytesMax: number;
  readonly budget: ByteBudget;
}

const tooLarge = (bytesMax: number) =>
  new HttpRefusal(413, 'too_large', `The body is larger than ${bytesMax} bytes`);

export async function readBody(request: IncomingMessage, options: ReadBodyOptions): Promise<Body> {
  const encoding = bodyEncoding(request.headers);
  if (Number(request.headers['content-length'] ?? 0) > options.bodyBytesMax)
    throw tooLarge(options.bodyBytesMax);
  const sink = new BodySink(options);
  try {
    if (encoding === 'identity') await collect(request, sink);
    else await inflate(request, encoding, sink, options.bodyBytesMax);
  } catch (error) {
    sink.release();
    throw error;
  }
  return sink.finish();
}

class BodySink {
  readonly #options: ReadBodyOptions;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(options: ReadBodyOptions) {
    this.#options = options;
  }

  add(chunk: Buffer): void {
    if (this.#bytes + chunk.length > this.#options.bodyBytesMax) throw tooLarge(this.#options.bodyBytesMax);
    this.#options.budget.take(chunk.length);
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
  }

  release(): void {
    this.#options.budget.give(this.#bytes);
    this.#bytes = 0;
  }

  finish(): Body {
    const [first] = this.#chunks;
    const bytes = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks);
    return { bytes, release: () => this.release() };
  }
}

/** By events: iterating a stream costs a small request more than all the rest of reading it. */
function collect(request: IncomingMessage, sink: BodySink): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      request.removeAllListeners('data');
      // What else arrives is thrown away, so that the sender can read the answer.
      request.resume();
      reject(error);
    };
    request.on('data', (chunk: Buffer) => {
      try {
        sink.add(chunk);
      } catch (error) {
        fail(error);
      }
    });
    request.on('end', resolve);
    request.on('error', () => fail(aborted()));
    request.on('close', () => {
      if (!request.complete) fail(aborted());
    });
  });
}

const aborted = () => new HttpRefusal(400, 'aborted', 'The body ended before it was complete');

function inflate(
  request: IncomingMessage,
  encoding: Exclude<Encoding, 'identity'>,
  sink: BodySink,
  bytesMax: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let inflater: Transform | undefined;
    let received = 0;
    const fail = (error: unknown) => {
      request.removeAllListeners('data');
      request.resume();
      inflater?.destroy();
      reject(error);
    };
    const invalid = () => fail(new HttpRefusal(400, 'not_compressed', `The body is not valid ${encoding}`));
    const start = (first: number): Transform => {
      const created = inflaterFor(encoding, first);
      created.on('data', (chunk: Buffer) => {
        try {
          sink.add(chunk);
        } catch (error) {
          fail(error);
        }
      });
      // It ends where the compressed data do: events behind them would be lost without a word.
      created.on('end', () => (created.bytesWritten === received ? resolve() : invalid()));
      created.on('error', invalid);
      created.on('drain', () => request.resume());
      return created;
    };
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > bytesMax) return fail(tooLarge(bytesMax));
      inflater ??= start(chunk[0] ?? 0);
      if (!inflater.write(chunk)) request.pause();
    });
    request.on('end', () => {
      if (inflater) inflater.end();
      else invalid();
    });
    request.on('error', () => fail(aborted()));
    request.on('close', () => {
      if (!request.complete) fail(aborted());
    });
  });
}

const deflateMethod = 8;

/** `deflate` means the zlib format, but some senders leave its header out. */
function inflaterFor(encoding: Exclude<Encoding, 'identity'>, firstByte: number): Transform & Zlib {
  if (encoding === 'gzip') return createGunzip();
  return (firstByte & 0x0f) === deflateMethod ? createInflate() : createInflateRaw();
}
