/** Converts a node's location, in UTF-8 bytes from the start of a prefix that Weir adds, to an offset in the text. */
export function byteOffsets(text: string, prefixLength: number): (location: number | undefined) => number {
  const places = Buffer.byteLength(text) === text.length ? null : placesOfBytes(text);
  return (location) => {
    const byte = Math.max((location ?? 0) - prefixLength, 0);
    return places === null ? byte : (places[byte] ?? text.length);
  };
}

/** The offset in the text of each byte. Precomputed, because every node needs one. */
function placesOfBytes(text: string): Uint32Array {
  const places = new Uint32Array(Buffer.byteLength(text));
  let byte = 0;
  for (let place = 0; place < text.length; place += 1) {
    const codePoint = text.codePointAt(place) ?? 0;
    const end = byte + bytesOf(codePoint);
    while (byte < end) {
      places[byte] = place;
      byte += 1;
    }
    if (codePoint > 0xffff) place += 1;
  }
  return places;
}

/** The length of a character in UTF-8. Half of a pair is written as the replacement character, which has three bytes. */
function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint > 0xffff ? 4 : 3;
}
