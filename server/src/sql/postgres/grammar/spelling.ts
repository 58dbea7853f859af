import type { NamePart } from '../../text/name-part.js';

const identifier = /\s*(?:"((?:[^"]|"")*)"|([\p{L}_\u0080-\uffff][\p{L}\p{N}_$\u0080-\uffff]*))/uy;
const dot = /\s*\./y;
/** PostgreSQL truncates names to this many bytes. */
const nameBytesMax = 63;

/**
 * The grammar folds `userId` to `userid` and truncates long names, but the columns of a Data Pool keep their case. So this
 * reads each name from the text again. It falls back to the grammar's form if the text there is not clearly that name
 * (comments between the parts, `U&"…"`).
 */
export function spelledParts(text: string, offset: number, folded: readonly string[]): NamePart[] {
  // The grammar does not fold quoted names.
  if (text.startsWith(`"${folded.join('"."')}"`, offset)) {
    return folded.map((name) => ({ text: name, quoted: true }));
  }
  const spelled = readDotted(text, offset, folded.length);
  return folded.map((name, index) => {
    const part = spelled[index];
    return part !== undefined && isSpellingOf(part, name) ? part : { text: name, quoted: true };
  });
}

function readDotted(text: string, offset: number, count: number): NamePart[] {
  const parts: NamePart[] = [];
  let at = offset;
  while (parts.length < count) {
    identifier.lastIndex = at;
    const match = identifier.exec(text);
    if (match === null) break;
    const quoted = match[1] !== undefined;
    parts.push({ text: quoted ? (match[1] ?? '').replaceAll('""', '"') : (match[2] ?? ''), quoted });
    dot.lastIndex = identifier.lastIndex;
    if (!dot.test(text)) break;
    at = dot.lastIndex;
  }
  return parts;
}

function isSpellingOf(part: NamePart, name: string): boolean {
  const folded = part.quoted ? part.text : part.text.toLowerCase();
  const wanted = part.quoted ? name : name.toLowerCase();
  return folded === wanted || (Buffer.byteLength(name) >= nameBytesMax - 3 && folded.startsWith(wanted));
}
