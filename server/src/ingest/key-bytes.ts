/** Keys are compared as UTF-8 bytes, so that most are never converted to strings. */

export const hashSeed = 0x811c9dc5 | 0;
const hashPrime = 0x01000193;

/** One step of 32-bit FNV-1a, computed while the scanner reads a key. */
export function hashByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, hashPrime);
}

export function hashKey(bytes: Uint8Array, start: number, end: number): number {
  let hash = hashSeed;
  for (let at = start; at < end; at++) {
    hash = hashByte(hash, bytes[at] as number);
  }
  return hash;
}

export function sameBytes(
  left: Uint8Array,
  leftStart: number,
  leftEnd: number,
  right: Uint8Array,
  rightStart: number,
  rightEnd: number,
): boolean {
  if (leftEnd - leftStart !== rightEnd - rightStart) {
    return false;
  }
  for (let l = leftStart, r = rightStart; l < leftEnd; l++, r++) {
    if (left[l] !== right[r]) {
      return false;
    }
  }
  return true;
}
