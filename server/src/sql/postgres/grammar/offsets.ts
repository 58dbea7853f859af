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
  let place = 0;
  for (const character of text) {
    const end = byte + Buffer.byteLength(character);
    places.fill(place, byte, end);
    byte = end;
    place += character.length;
  }
  return places;
}
