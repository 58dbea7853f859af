import { refuse, type Source } from '../../text/source.js';

/** The end of the quoted text that begins at `start`. A doubled or an escaped quote does not end it. */
export function stringEnd(source: Source, start: number): number {
  const quote = source.text[start];
  let at = start + 1;
  while (at < source.text.length) {
    if (source.text[at] === '\\') at += 2;
    else if (source.text[at] !== quote) at += 1;
    else if (source.text[at + 1] === quote) at += 2;
    else return at + 1;
  }
  throw refuse(source, start, 'This quote is not closed.');
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  r: '\r',
  n: '\n',
  t: '\t',
  a: '\u0007',
  v: '\v',
  e: '\u001b',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
};

/** The value of the quoted text between two offsets, with the engine's escapes. Unknown escapes are kept. */
export function unescaped(source: Source, start: number, end: number): string {
  const quote = source.text[start] ?? '';
  const inner = source.text.slice(start + 1, end - 1);
  // Both kinds of escape in one pass: with two passes, the end of one could be read as the start of the other.
  return inner.replace(/\\(x[\da-fA-F]{2}|[\s\S])|''|""|``/g, (whole, escaped: string | undefined) => {
    if (escaped === undefined) return whole === quote + quote ? quote : whole;
    // NUL ends a C string, and bytes beyond ASCII may not be valid UTF-8.
    if (escaped === '0' || /^x(00|[89a-f])/i.test(escaped)) {
      throw refuse(source, start, `The escape ${whole} is not allowed in a string.`);
    }
    if (escaped.length === 3) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return escapes[escaped] ?? whole;
  });
}
