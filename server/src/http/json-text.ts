import { onePieceBytesMax } from '../base/answer-limits.js';
import { inSlices } from '../base/in-slices.js';

/** A large value is serialized in pieces of about this size. */
const pieceCharacters = 64 * 1024;

export interface JsonTextOptions {
  readonly bytesMax: number;
  /** The error for a larger text. */
  readonly tooLarge: () => Error;
}

/** Serializes a response: a small one as a string, a large one as buffers, in slices. */
export async function jsonText(
  value: unknown,
  options: JsonTextOptions,
  caller: { readonly signal?: AbortSignal | undefined } = {},
): Promise<string | Buffer[]> {
  if (sizeUpTo(value, onePieceBytesMax) <= onePieceBytesMax) return JSON.stringify(value);
  const buffers: Buffer[] = [];
  let bytes = 0;
  let text = '';
  const flush = () => {
    const buffer = Buffer.from(text);
    text = '';
    bytes += buffer.length;
    if (bytes > options.bytesMax) throw options.tooLarge();
    buffers.push(buffer);
  };
  const add = (piece: string) => {
    text += piece;
    if (text.length >= pieceCharacters) flush();
  };
  await inSlices(pieces(value), add, caller.signal);
  flush();
  return buffers;
}

/** The approximate length of a value's JSON; any number above `max` when it is longer. */
function sizeUpTo(value: unknown, max: number): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 5;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      size += sizeUpTo(item, max - size);
      if (size > max) break;
    }
    return size;
  }
  for (const key in value) {
    size += key.length + 3 + sizeUpTo(value[key as keyof typeof value], max - size);
    if (size > max) break;
  }
  return size;
}

function* pieces(value: unknown): Generator<string> {
  if (sizeUpTo(value, pieceCharacters) <= pieceCharacters) yield JSON.stringify(value);
  else if (typeof value === 'string') yield* piecesOfText(value);
  else if (Array.isArray(value)) yield* piecesOfList(value);
  else yield* piecesOfObject(value as object);
}

function* piecesOfText(text: string): Generator<string> {
  yield '"';
  for (let at = 0; at < text.length; ) {
    let end = at + pieceCharacters;
    // Keeps both halves of a surrogate pair together.
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end += 1;
    yield JSON.stringify(text.slice(at, end)).slice(1, -1);
    at = end;
  }
  yield '"';
}

function* piecesOfList(list: readonly unknown[]): Generator<string> {
  let separator = '';
  let group: unknown[] = [];
  let size = 0;
  const grouped = () => {
    const text = separator + JSON.stringify(group).slice(1, -1);
    separator = ',';
    group = [];
    size = 0;
    return text;
  };
  yield '[';
  for (const item of list) {
    const itemSize = sizeUpTo(item, pieceCharacters);
    if (group.length > 0 && size + itemSize > pieceCharacters) yield grouped();
    if (itemSize <= pieceCharacters) {
      group.push(item);
      size += itemSize;
      continue;
    }
    yield separator;
    separator = ',';
    yield* pieces(item);
  }
  if (group.length > 0) yield grouped();
  yield ']';
}

function* piecesOfObject(object: object): Generator<string> {
  let separator = '{';
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(key)}:`;
    separator = ',';
    yield* pieces(value);
  }
  yield separator === '{' ? '{}' : '}';
}
