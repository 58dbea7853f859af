/** What can be loaded: in Node, `openAsBlob` of `node:fs` opens a file as a Blob. */
export type LoadContent = Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface FilePart {
  readonly bytes: Blob | Uint8Array;
  readonly size: number;
  readonly isLast: boolean;
}

/** A file in parts, in order. */
export interface FileParts {
  /** Undefined for a stream. */
  readonly bytesTotal: number | undefined;
  /** The next part of at most so many bytes. The last one may be empty. */
  next(bytesMax: number): Promise<FilePart>;
}

export function filePartsOf(content: LoadContent): FileParts {
  if (content instanceof Blob) return wholeParts(content, content.size);
  if (content instanceof Uint8Array) return wholeParts(content, content.byteLength);
  return streamParts(content);
}

function wholeParts(content: Blob | Uint8Array, bytesTotal: number): FileParts {
  let at = 0;
  return {
    bytesTotal,
    next: async (bytesMax) => {
      const end = Math.min(at + bytesMax, bytesTotal);
      const part = { bytes: content.slice(at, end), size: end - at, isLast: end === bytesTotal };
      at = end;
      return part;
    },
  };
}

/** Holds one part and the rest of the chunk after it: a part may have to be sent again. */
function streamParts(content: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): FileParts {
  const chunks = iterate(content);
  let rest: Uint8Array<ArrayBufferLike> = new Uint8Array();
  let isOver = false;
  return {
    bytesTotal: undefined,
    next: async (bytesMax) => {
      const held = [rest];
      let size = rest.byteLength;
      // One byte more than a part tells that there is another one.
      while (!isOver && size <= bytesMax) {
        const { done, value } = await chunks.next();
        if (done) isOver = true;
        else {
          held.push(value);
          size += value.byteLength;
        }
      }
      const bytes = joined(held, size);
      rest = bytes.subarray(bytesMax);
      const part = bytes.subarray(0, bytesMax);
      return { bytes: part, size: part.byteLength, isLast: isOver && rest.byteLength === 0 };
    },
  };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Not every browser can iterate a ReadableStream. */
function iterate(content: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncIterator<Uint8Array> {
  if (Symbol.asyncIterator in content) return content[Symbol.asyncIterator]();
  const reader = (content as ReadableStream<Uint8Array>).getReader();
  return {
    next: async () => {
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done, value };
    },
  };
}
