/** Functions that look for their second argument in the first. */
const searches = new Set([
  'position',
  'positionUTF8',
  'positionCaseInsensitive',
  'positionCaseInsensitiveUTF8',
  'countSubstrings',
  'replaceAll',
  'replaceOne',
]);
/** Reads whole characters of both texts at each place. */
const slowest = 'positionCaseInsensitiveUTF8';

const anySearch = /position|countSubstrings|replace/;
const parameter = / ?\{\w{1,20}:String\}(?=[,)])/y;
const nameCharactersMax = 30;

export type ComputedNeedle = 'none' | 'some' | 'slowest';

/**
 * Whether a printed statement looks for a text that is computed for each record. The engine finds a constant in linear time, but
 * compares a computed one with the text at each place. One pass, because a statement can have thousands of calls.
 */
export function computedNeedle(text: string): ComputedNeedle {
  let found: ComputedNeedle = 'none';
  if (!anySearch.test(text)) return found;
  /** The name of each open call, until its second argument begins. */
  const open: (string | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '`' || character === "'") at = endOfQuoted(text, at);
    else if (character === '(') open.push(nameBefore(text, at));
    else if (character === ')') open.pop();
    else if (character === ',') {
      const name = open.at(-1);
      if (name === undefined) continue;
      open[open.length - 1] = undefined;
      parameter.lastIndex = at + 1;
      if (parameter.test(text)) continue;
      if (name === slowest) return 'slowest';
      found = 'some';
    }
  }
  return found;
}

/** The name of a search, which the bracket at this place opens. */
function nameBefore(text: string, at: number): string | undefined {
  let start = at;
  while (start > 0 && at - start < nameCharactersMax && /\w/.test(text[start - 1] ?? '')) start -= 1;
  const name = text.slice(start, at);
  return searches.has(name) ? name : undefined;
}

function endOfQuoted(text: string, start: number): number {
  const quote = text[start];
  let at = start + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' ? 2 : 1;
  return at;
}
