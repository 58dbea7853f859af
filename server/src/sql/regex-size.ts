/**
 * How large a regular expression of the engine (RE2) becomes. RE2 writes repetitions such as `a{1,1000}` out, and what
 * it compiles and matches then is not interrupted: the engine would hear of a time-out or a cancellation only minutes
 * later. RE2's own bound is 1000 for one repetition, with all that it is nested in, and none for several in a row.
 */
export const regexPartsMax = 2_000;
/** Letters of all scripts are hundreds of ranges of bytes, most of them never entered. */
const unicodeClassParts = 10;

const repetition = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y;
const groupOpening = /\((?:\?(?:P?<\w{0,100}>|[a-zA-Z-]{0,10}[:)]))?/y;
const unicodeClass = /\\[pP]/;
const escaped = /\\(?:[pP](?:\{[^}]{0,100}\}|.)|x\{[0-9a-fA-F]{1,8}\}|[\s\S])/y;
/** `[[:alpha:]]` ends one bracket early, which counts it as two. */
const characterClass = /\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]/y;

/** What is wrong with it; null when nothing is. */
export function regexProblem(pattern: string): string | null {
  return regexParts(pattern) <= regexPartsMax
    ? null
    : `A regular expression may have at most ${regexPartsMax} parts, with its repetitions {n,m} written out. Repeat less.`;
}

/** Characters and classes, as often as they are repeated; a pattern that RE2 refuses has some number, too. */
export function regexParts(pattern: string): number {
  const outer: number[] = [];
  /** Of the group that is being read, without its last part, and of that part. */
  let before = 0;
  let last = 0;
  const add = (parts: number) => {
    before += last;
    last = parts;
  };
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at] ?? '';
    let token = character;
    if (character === '(') {
      token = matchAt(groupOpening, pattern, at) ?? character;
      // `(?i)` has no end of its own.
      if (!token.endsWith(')')) {
        outer.push(before + last);
        before = 0;
        last = 0;
      }
    } else if (character === ')') {
      const parts = before + last;
      before = outer.pop() ?? 0;
      last = parts;
    } else if (character === '{') {
      const repeated = matchAt(repetition, pattern, at);
      if (repeated === null) add(1);
      else last *= timesOf(repeated);
      token = repeated ?? character;
    } else if (pattern.startsWith('\\Q', at)) {
      const end = pattern.indexOf('\\E', at);
      token = pattern.slice(at, end < 0 ? pattern.length : end + 2);
      add(Math.max(0, token.length - 4));
    } else if (character === '\\' || character === '[') {
      const found = matchAt(character === '[' ? characterClass : escaped, pattern, at);
      // Never closed, which RE2 refuses.
      if (found === null) break;
      token = found;
      add(unicodeClass.test(token) ? unicodeClassParts : 1);
    } else if (!'*+?|^$'.includes(character)) add(1);
    else if (character === '|') add(0);
    at += token.length;
  }
  return outer.reduce((sum, parts) => sum + parts, before + last);
}

function timesOf(repeated: string): number {
  return Math.max(1, ...repeated.slice(1, -1).split(',').map(Number));
}

function matchAt(expression: RegExp, text: string, at: number): string | null {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? null;
}
