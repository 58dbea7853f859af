/**
 * With these codes the engine fails when a file is not what it wrote: attempts to read past its end, sizes and checksums that differ,
 * bytes that cannot be decompressed. The engine goes on using the part. Files that users load fail with some of them too, and
 * then the message names no part.
 */
const damageCodes = new Set([32, 33, 40, 226, 228, 246, 271, 432]);
const [before, after] = ['(while reading from part ', '/ in table '];

/** The folder of the part in which the engine found damage while it ran a statement. */
export function brokenPartOf(engineCode: number, message: string): string | undefined {
  const at = damageCodes.has(engineCode) ? message.indexOf(before) : -1;
  if (at < 0) return undefined;
  const end = message.indexOf(after, at);
  return end < 0 ? undefined : message.slice(at + before.length, end + 1);
}
