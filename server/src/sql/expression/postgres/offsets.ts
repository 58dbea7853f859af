/** The grammar counts UTF-8 bytes in a node's location, from the start of a prefix that Weir put before the text. */
export function byteOffsets(text: string, prefixLength: number): (location: number | undefined) => number {
  const isAscii = Buffer.byteLength(text) === text.length;
  const bytes = isAscii ? null : Buffer.from(text);
  return (location) => {
    const byte = Math.max((location ?? 0) - prefixLength, 0);
    return bytes === null ? byte : bytes.subarray(0, byte).toString().length;
  };
}
