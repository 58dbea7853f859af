/** The grammar counts UTF-8 bytes in a node's location, from the start of a prefix that Weir put before the text. */
export function byteOffsets(text: string, prefixLength: number): (location: number | undefined) => number {
  const places = Buffer.byteLength(text) === text.length ? null : placesOfBytes(text);
  return (location) => {
    const byte = Math.max((location ?? 0) - prefixLength, 0);
    return places === null ? byte : (places[byte] ?? text.length);
  };
}

/** For each byte the place of its character in the text: every node asks for one. */
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
