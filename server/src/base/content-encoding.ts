import type { IncomingHttpHeaders } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, type Zlib } from 'node:zlib';
import { HttpRefusal } from './http-refusal.js';

/** A stream that decompresses one encoding. The first byte of the body says what kind it is. */
export interface Inflater {
  readonly name: string;
  create(firstByte: number): Transform & Zlib;
  /** The output that the stream keeps for reference, beyond `inflaterBytes`. */
  windowBytes(firstByte: number): number;
}

/** Memory of any stream: its state and output, and the window of gzip and deflate. */
export const inflaterBytes = 64 * 1024;

const deflateMethod = 8;

const gzip: Inflater = { name: 'gzip', create: () => createGunzip(), windowBytes: () => 0 };

/** `deflate` means the zlib format, but some senders omit its header. */
const deflate: Inflater = {
  name: 'deflate',
  create: (first) => ((first & 0x0f) === deflateMethod ? createInflate() : createInflateRaw()),
  windowBytes: () => 0,
};

const brotli: Inflater = {
  name: 'br',
  create: () => createBrotliDecompress(),
  windowBytes: (first) => 2 ** brotliWindowBits(first),
};

/** RFC 7932, section 9.1: 10 to 24 bits. */
function brotliWindowBits(first: number): number {
  if ((first & 1) === 0) return 16;
  const large = (first >> 1) & 7;
  if (large !== 0) return 17 + large;
  const small = (first >> 4) & 7;
  return small === 0 ? 17 : 8 + small;
}

/** Zstd is not decompressed by a stream, but by a thread (`ZstdThread`). */
type ContentEncoding = Inflater | 'identity' | 'zstd';

const encodings: ReadonlyMap<string, ContentEncoding> = new Map<string, ContentEncoding>([
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', brotli],
  ['zstd', 'zstd'],
]);

const offered = 'gzip, deflate, br, zstd';

export function contentEncoding(headers: IncomingHttpHeaders): ContentEncoding {
  const encoding = encodings.get((headers['content-encoding'] ?? '').trim().toLowerCase());
  if (encoding) return encoding;
  // RFC 9110, section 12.5.3: the header says which encodings to use instead.
  throw new HttpRefusal(415, 'content_encoding', `Content-Encoding must be one of ${offered}, or absent`, {
    'accept-encoding': offered,
  });
}
