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
  | { readonly literal: string }
  | 'character'
  | 'part'
  | 'anything'
  /** Skips the token after it. */
  | 'optional'
  /** Any number of folders, with the slash at the end. */
  | 'folders';

const tokenPattern = /(?<=^|\/)\*\*\/|\*\*+|\*|\?|[^*?]/gu;

function tokensOf(text: string): Token[] {
  if (text === '?') return ['character'];
  if (text === '*') return ['part'];
  if (text === '**/') return ['optional', 'folders'];
  return text.startsWith('**') ? ['anything'] : [{ literal: text }];
}

export function parseKeyGlob(path: string, where = 'path'): KeyGlob {
  if (path === '')
    throw badInput(where, 'is empty; give the key of an object, or a pattern such as orders/*.csv');
  if (path.length > globCharactersMax)
    throw badInput(where, `has more than ${globCharactersMax} characters, which no key has`);
  if (path.startsWith('/'))
    throw badInput(where, 'begins with a slash; keys begin with the name of a folder or file');
  const prefix = /^[^*?]*/.exec(path)?.[0] ?? '';
  const tokens = (path.match(tokenPattern) ?? []).slice([...prefix].length).flatMap(tokensOf);
  return {
    prefix,
    matches: (key) => key.startsWith(prefix) && matchTokens(tokens, key.slice(prefix.length)),
  };
}

/**
 * Follows all ways through the pattern at once, character by character: unlike a regular expression's, its time is
 * limited by the product of both lengths.
 */
function matchTokens(tokens: readonly Token[], text: string): boolean {
  let states = withEmpty(tokens, new Set([0]));
  for (const character of text) {
    const next = new Set<number>();
    for (const state of states) for (const step of steps(tokens[state], character)) next.add(state + step);
    states = withEmpty(tokens, next);
    if (states.size === 0) return false;
  }
  return states.has(tokens.length);
}

const stay = [0];
const advance = [1];
const either = [0, 1];
const none: readonly number[] = [];

/** How far the pattern advances with the character, one number for each way. */
function steps(token: Token | undefined, character: string): readonly number[] {
  const isSlash = character === '/';
  switch (token) {
    case undefined:
    case 'optional':
      return none;
    case 'anything':
      return stay;
    case 'part':
      return isSlash ? none : stay;
    case 'character':
      return isSlash ? none : advance;
    case 'folders':
      return isSlash ? either : stay;
    default:
      return token.literal === character ? advance : none;
  }
}

/** Adds the states that are reached without a character. */
function withEmpty(tokens: readonly Token[], states: Set<number>): Set<number> {
  for (const state of states) {
    const token = tokens[state];
    if (token === 'part' || token === 'anything' || token === 'optional') states.add(state + 1);
    if (token === 'optional') states.add(state + 2);
  }
  return states;
}
