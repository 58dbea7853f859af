const frameMagic = 0xfd2fb528;
/** Sixteen magic numbers mark frames that decoders skip. */
const skippableMagic = 0x184d2a50;
const skippableMask = 0xfffffff0;
const blockBytesMax = 128 * 1024;
const rleBlock = 1;
const compressedBlock = 2;

/**
 * The most bytes that zstd data can decompress to, read from the headers of its frames and blocks (RFC 8878, section
 * 3.1.1); undefined when they are not valid. The data of a compressed block is not read: it may be the largest one.
 */
export function zstdSizeMax(data: Buffer): number | undefined {
  let at = 0;
  let sizeMax = 0;
  try {
    while (at < data.length) {
      const magic = data.readUInt32LE(at);
      if ((magic & skippableMask) >>> 0 === skippableMagic) {
        at += 8 + data.readUInt32LE(at + 4);
      } else if (magic === frameMagic) {
        const frame = readFrame(data, at + 4);
        at = frame.end;
        sizeMax += frame.sizeMax;
      } else {
        return undefined;
      }
    }
  } catch (error) {
    // The data ends within a header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return at === data.length ? sizeMax : undefined;
}

const dictionaryFieldBytes = [0, 1, 2, 4] as const;

function readFrame(data: Buffer, start: number): { readonly end: number; readonly sizeMax: number } {
  const descriptor = data.readUInt8(start);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const windowFieldBytes = isSingleSegment ? 0 : 1;
  const sizeFieldBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const sizeAt = start + 1 + windowFieldBytes + (dictionaryFieldBytes[descriptor & 3] ?? 0);
  const blocks = readBlocks(data, sizeAt + sizeFieldBytes);
  const hasChecksum = (descriptor & 0x04) !== 0;
  return {
    end: blocks.end + (hasChecksum ? 4 : 0),
    sizeMax: Math.min(blocks.sizeMax, declaredSize(data, sizeAt, sizeFieldBytes)),
  };
}

function declaredSize(data: Buffer, at: number, fieldBytes: number): number {
  if (fieldBytes === 0) return Number.POSITIVE_INFINITY;
  if (fieldBytes === 8) return Number(data.readBigUInt64LE(at));
  // A field of two bytes begins at 256, where a field of one byte ends.
  return data.readUIntLE(at, fieldBytes) + (fieldBytes === 2 ? 256 : 0);
}

function readBlocks(data: Buffer, start: number): { readonly end: number; readonly sizeMax: number } {
  let at = start;
  let sizeMax = 0;
  for (let isLast = false; !isLast; ) {
    const header = data.readUIntLE(at, 3);
    isLast = (header & 1) === 1;
    const type = (header >> 1) & 3;
    const size = header >> 3;
    at += 3 + (type === rleBlock ? 1 : size);
    sizeMax += type === compressedBlock ? blockBytesMax : size;
  }
  return { end: at, sizeMax };
}
