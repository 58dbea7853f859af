import type { IncomingMessage } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import type { ArrivingBody, ByteBudget } from './byte-budget.js';
import { contentEncoding, type Inflater, inflaterBytes } from './content-encoding.js';
import { HttpRefusal } from './http-refusal.js';
import type { ZstdThread } from './zstd-thread.js';

/**
 * The decompressed body of a request in one buffer. The limit applies both before and after decompression, and is
 * enforced while the body arrives. Every byte that is held is taken from the budget; `release` returns them.
 */
export interface Body {
  readonly bytes: Buffer;
  release(): void;
}

export interface ReadBodyOptions {
  readonly bodyBytesMax: number;
  readonly budget: ByteBudget;
  readonly zstd: ZstdThread;
}

/** A sender may split its body into one-byte chunks, each a separate object. Small chunks are copied together. */
const smallChunkBytesMax = 4 * 1024;
const gatheringBytes = 16 * 1024;
/**
 * Each chunk costs a few microseconds, however small it is, and Node reads up to 2 MB of them before it does anything
 * else. After this many chunks, their average size must be at least `bytesPerChunkMin`.
 */
const chunksFree = 1_000;
const bytesPerChunkMin = 64;

const tooLarge = (bytesMax: number) =>
  new HttpRefusal(413, 'too_large', `The body is larger than ${bytesMax} bytes`);

const tooManyChunksReason = 'small_chunks';

const tooManyChunks = () =>
  new HttpRefusal(
    400,
    tooManyChunksReason,
    `The body arrives in chunks of less than ${bytesPerChunkMin} bytes on average; send larger chunks`,
  );

const notCompressed = (encoding: string) =>
  new HttpRefusal(400, 'not_compressed', `The body is not valid ${encoding}`);

const aborted = () => new HttpRefusal(400, 'aborted', 'The connection closed before the body was complete');

/** `verify` gets the bytes as they arrived; when it throws, nothing is decompressed. */
export async function readBody(
  request: IncomingMessage,
  options: ReadBodyOptions,
  verify?: (bytes: Buffer) => void,
): Promise<Body> {
  const encoding = contentEncoding(request.headers);
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  if (declared > options.bodyBytesMax) throw tooLarge(options.bodyBytesMax);
  // The client disconnected before this call, so none of the events below would fire.
  if (request.destroyed && !request.readableEnded) throw aborted();
  if (verify || encoding === 'identity' || encoding === 'zstd') {
    const arrived = await collected(
      new BodySink(options, encoding === 'identity' ? declared : Number.NaN),
      (sink) => collect(request, sink),
    );
    try {
      verify?.(arrived.bytes);
    } catch (error) {
      arrived.release();
      throw error;
    }
    if (encoding === 'identity') return arrived;
    if (encoding === 'zstd') return await unpack(arrived, options);
    return await inflated(arrived, encoding, options);
  }
  return await collected(new BodySink(options, Number.NaN), (sink) =>
    inflate(request, encoding, sink, options.bodyBytesMax),
  );
}

async function collected(sink: BodySink, fill: (sink: BodySink) => Promise<void>): Promise<Body> {
  try {
    await fill(sink);
  } catch (error) {
    sink.release();
    throw error;
  }
  return sink.finish();
}

/** Decompresses a body that is complete. */
async function inflated(packed: Body, encoding: Inflater, options: ReadBodyOptions): Promise<Body> {
  const source = Object.assign(Readable.from([packed.bytes]), { complete: true });
  try {
    return await collected(new BodySink(options, Number.NaN), (sink) =>
      inflate(source, encoding, sink, options.bodyBytesMax),
    );
  } finally {
    packed.release();
  }
}

/** Zstd is decompressed once it is complete, into a buffer that ends at the limit. */
async function unpack(packed: Body, { zstd, bodyBytesMax, budget }: ReadBodyOptions): Promise<Body> {
  try {
    const outcome = await zstd.decompress({ data: packed.bytes, bytesMax: bodyBytesMax });
    if (outcome === 'too_large') throw tooLarge(bodyBytesMax);
    if (outcome === 'invalid') throw notCompressed('zstd');
    budget.take(outcome.length);
    return { bytes: Buffer.from(outcome.buffer), release: () => budget.give(outcome.length) };
  } finally {
    packed.release();
  }
}

class BodySink implements ArrivingBody {
  readonly #options: ReadBodyOptions;
  /** NaN when the length is unknown. */
  readonly #bytesExpected: number;
  readonly #chunks: Buffer[] = [];
  #gathering: Buffer | undefined;
  #gathered = 0;
  #bytes = 0;
  #chunksSeen = 0;
  #held = 0;
  #isWatched = false;
  /** Stops reading; set by the reader. */
  stopReading: (error: Error) => void = () => undefined;

  constructor(options: ReadBodyOptions, bytesExpected: number) {
    this.#options = options;
    this.#bytesExpected = bytesExpected;
  }

  add(chunk: Buffer): void {
    if (this.#bytes + chunk.length > this.#options.bodyBytesMax) throw tooLarge(this.#options.bodyBytesMax);
    if (this.#bytes > 0 && chunk.length < smallChunkBytesMax) {
      this.#gather(chunk);
    } else {
      this.#hold(chunk.length);
      this.#endGathering();
      this.#chunks.push(chunk);
    }
    this.#bytes += chunk.length;
    this.#chunksSeen += 1;
    if (this.#chunksSeen > chunksFree && this.#bytes < this.#chunksSeen * bytesPerChunkMin)
      throw tooManyChunks();
    // Most bodies are complete with their first chunk and cannot be slow.
    if (this.#bytes !== this.#bytesExpected) this.#watch();
  }

  /** Reserves memory beyond the bytes of the body. */
  reserve(bytes: number): void {
    this.#hold(bytes);
    this.#watch();
  }

  cutOff(error: Error): void {
    this.release();
    this.stopReading(error);
  }

  /** Frees the body's memory, even while the sender goes on sending slowly. */
  release(): void {
    this.#stopWatching();
    this.#options.budget.give(this.#held);
    this.#held = 0;
    this.#chunks.length = 0;
    this.#gathering = undefined;
  }

  finish(): Body {
    this.#stopWatching();
    this.#endGathering();
    const [first] = this.#chunks;
    const bytes = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks);
    this.#chunks.length = 0;
    return { bytes, release: () => this.release() };
  }

  #hold(bytes: number): void {
    this.#options.budget.take(bytes, this);
    this.#held += bytes;
  }

  #watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#options.budget.arrives(this);
  }

  #gather(chunk: Buffer): void {
    if (this.#gathering && this.#gathered + chunk.length > gatheringBytes) this.#endGathering();
    if (!this.#gathering) {
      this.#hold(gatheringBytes);
      this.#gathering = Buffer.allocUnsafeSlow(gatheringBytes);
    }
    this.#gathered += chunk.copy(this.#gathering, this.#gathered);
  }

  #endGathering(): void {
    if (!this.#gathering) return;
    this.#chunks.push(this.#gathering.subarray(0, this.#gathered));
    this.#gathering = undefined;
    this.#gathered = 0;
  }

  #stopWatching(): void {
    if (!this.#isWatched) return;
    this.#isWatched = false;
    this.#options.budget.arrived(this);
  }
}

/** A request, or a body that is complete. */
type Arriving = Readable & { readonly complete: boolean };

/** Discards the rest of the body, so that the sender can read the answer. When the chunks are what costs, it is not read. */
function discardRest(request: Arriving, error: unknown): void {
  request.removeAllListeners('data');
  if (error instanceof HttpRefusal && error.reason === tooManyChunksReason) request.pause();
  else request.resume();
}

/** Uses events: iterating the stream would cost more than everything else that reading a small request takes. */
function collect(request: IncomingMessage, sink: BodySink): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      discardRest(request, error);
      reject(error);
    };
    sink.stopReading = fail;
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

function inflate(request: Arriving, encoding: Inflater, sink: BodySink, bytesMax: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let inflater: Transform | undefined;
    let received = 0;
    const fail = (error: unknown) => {
      discardRest(request, error);
      inflater?.destroy();
      reject(error);
    };
    sink.stopReading = fail;
    const invalid = () => fail(notCompressed(encoding.name));
    const start = (first: number): Transform => {
      const created = encoding.create(first);
      // Charged as it fills: a sender may declare a window of 16 MB and send nothing.
      let windowLeft = encoding.windowBytes(first);
      created.on('data', (chunk: Buffer) => {
        const kept = Math.min(chunk.length, windowLeft);
        windowLeft -= kept;
        try {
          sink.reserve(kept);
          sink.add(chunk);
        } catch (error) {
          fail(error);
        }
      });
      // The inflater stops at the end of the compressed data. Trailing bytes could be events, which must not be lost silently.
      created.on('end', () => (created.bytesWritten === received ? resolve() : invalid()));
      created.on('error', invalid);
      created.on('drain', () => request.resume());
      return created;
    };
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > bytesMax) return fail(tooLarge(bytesMax));
      const first = chunk[0] ?? 0;
      try {
        if (!inflater) sink.reserve(inflaterBytes);
      } catch (error) {
        return fail(error);
      }
      inflater ??= start(first);
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
