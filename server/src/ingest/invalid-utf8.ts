/**
 * The offset of the first ill-formed UTF-8 sequence, by the table of well-formed byte sequences in the Unicode Standard
 * (3.9). Overlong forms, surrogates, values past U+10FFFF and truncated sequences are all ill-formed. Used only after
 * `isUtf8` has failed, to name the offset in the message.
 */
export function findInvalidUtf8(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const length = sequenceLength(bytes, at, end);
    if (length === 0) {
      return at;
    }
    at += length;
  }
  return -1;
}

function sequenceLength(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) {
    return 1;
  }
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (length === 0 || at + length > end) {
    return 0;
  }
  const second = bytes[at + 1] ?? 0;
  const secondMin = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const secondMax = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < secondMin || second > secondMax) {
    return 0;
  }
  for (let next = at + 2; next < at + length; next++) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) {
      return 0;
    }
  }
  return length;
}
