/**
 * Bounds the size of a regular expression for the engine (RE2). RE2 expands repetitions such as `a{1,1000}`, and compiling
 * or matching the result cannot be interrupted: a time-out or cancellation could take minutes. RE2 itself limits nested
 * repetitions to 1000 in total, but not the number of repetitions in a row. With 800 parts its cache of states is too small, and it
 * takes 50 ms per kilobyte of text; with 600, 10 ms at most.
 */
export const regexPartsMax = 600;
/** A class of all letters compiles to hundreds of byte ranges, most of which are never visited. */
const unicodeClassParts = 10;

const repetition = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y;
const groupOpening = /\((?:\?(?:P?<\w{0,100}>|[a-zA-Z-]{0,10}[:)]))?/y;
const unicodeClass = /\\[pP]/;
const escaped = /\\(?:[pP](?:\{[^}]{0,100}\}|.)|x\{[0-9a-fA-F]{1,8}\}|[\s\S])/y;
/** Ends `[[:alpha:]]` one bracket early, which counts it as two parts. */
const characterClass = /\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]/y;

/** The error message for a pattern that is too large, or null. */
export function regexProblem(pattern: string): string | null {
  return regexParts(pattern) <= regexPartsMax
    ? null
    : `A regular expression can have at most ${regexPartsMax} parts after its repetitions {n,m} are expanded. Use fewer repetitions.`;
}

/** Counts characters and classes, with repetitions. The result for an invalid pattern does not matter: RE2 refuses it. */
export function regexParts(pattern: string): number {
  const outer: number[] = [];
  /** Parts of the current group without its last item, and parts of that item. */
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
      // `(?i)` has no closing bracket of its own.
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
      // An unclosed class, which RE2 refuses.
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
