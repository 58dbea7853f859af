import { badInput } from '../base/errors.js';

/**
 * The path of a table's files in a bucket. `?` stands for one character and `*` for any number of them, both without
 * slashes; `**` stands for anything. As a part of its own between slashes, `**` stands for no folder too.
 */
export interface KeyGlob {
  /** What all matching keys begin with. */
  readonly prefix: string;
  readonly matches: (key: string) => boolean;
}

/** Keys of S3 are not longer. */
export const globCharactersMax = 1_024;

type Token =
  /** The code of a character that stands for itself. */
  | number
  | 'character'
  | 'part'
  | 'anything'
  /** Any number of folders, with the slash at the end. */
  | 'folders';

const tokenPattern = /(?<=^|\/)\*\*\/|\*\*+|\*|\?|[^*?]/gu;

const codeOf = (character: string) => character.codePointAt(0) ?? 0;
const slash = codeOf('/');

function tokenOf(text: string): Token {
  if (text === '?') return 'character';
  if (text === '*') return 'part';
  if (text === '**/') return 'folders';
  return text.startsWith('**') ? 'anything' : codeOf(text);
}

export function parseKeyGlob(path: string, where = 'path'): KeyGlob {
  if (path === '')
    throw badInput(where, 'is empty; give the key of an object, or a pattern such as orders/*.csv');
  if (path.length > globCharactersMax)
    throw badInput(where, `has more than ${globCharactersMax} characters, which no key has`);
  if (path.startsWith('/'))
    throw badInput(where, 'begins with a slash; keys begin with the name of a folder or file');
  const prefix = /^[^*?]*/.exec(path)?.[0] ?? '';
  const tokens = (path.match(tokenPattern) ?? []).slice([...prefix].length).map(tokenOf);
  return {
    prefix,
    matches: (key) =>
      key.length <= globCharactersMax &&
      key.startsWith(prefix) &&
      matchTokens(tokens, key.slice(prefix.length)),
  };
}

/**
 * Lets `*` and `**` stand for as little as possible at first, and for more when what follows does not match. Only the last `*` and
 * the last `**` are lengthened: whatever a longer one before them permits, they permit too. So unlike a regular expression's,
 * the time is limited by the product of both lengths.
 */
function matchTokens(tokens: readonly Token[], text: string): boolean {
  const characters = Array.from(text, codeOf);
  let at = 0;
  let from = 0;
  let part: Wildcard | undefined;
  let anything: Wildcard | undefined;
  for (;;) {
    const token = tokens[at];
    if (token === 'part') {
      part = { at, end: from };
      at += 1;
    } else if (token === 'anything' || token === 'folders') {
      anything = { at, end: from };
      part = undefined;
      at += 1;
    } else if (from === characters.length) {
      return token === undefined;
    } else if (token === characters[from] || (token === 'character' && characters[from] !== slash)) {
      at += 1;
      from += 1;
    } else {
      if (!part || !lengthen(part, tokens, characters)) part = undefined;
      const wildcard: Wildcard | undefined = part ?? anything;
      if (!wildcard || (wildcard === anything && !lengthen(anything, tokens, characters))) return false;
      at = wildcard.at + 1;
      from = wildcard.end;
    }
  }
}

/** What a `*` or `**` stands for at the moment ends before this character. */
interface Wildcard {
  readonly at: number;
  end: number;
}

/** False when it cannot stand for more. */
function lengthen(wildcard: Wildcard, tokens: readonly Token[], characters: readonly number[]): boolean {
  const token = tokens[wildcard.at];
  if (token === 'part' && characters[wildcard.end] === slash) return false;
  const end = token === 'folders' ? characters.indexOf(slash, wildcard.end) : wildcard.end;
  if (end === -1 || end === characters.length) return false;
  wildcard.end = end + 1;
  return true;
}
