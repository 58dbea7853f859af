import { regexProblem } from '../../engine/regex-size.js';
import type { Context } from './context.js';

/**
 * Translates PostgreSQL's regular expressions to RE2, which the engine uses. Only constructs that mean the same in both
 * are allowed. For `extract`, where the matched text matters, PostgreSQL takes the longest match and RE2 the first. They
 * agree if there are no alternatives and only single characters are repeated.
 */
export function toRe2(context: Context, pattern: string, use: 'test' | 'extract', at: number): string {
  return ofAllowedSize(context, new Reader(context, pattern, use, at).read(), at);
}

function ofAllowedSize(context: Context, pattern: string, at: number): string {
  const problem = regexProblem(pattern);
  if (problem !== null) throw context.refuse(at, problem);
  return pattern;
}

/** Whether a pattern from `toRe2` can match the empty string anywhere but at the ends of the text. */
export function matchesNothing(pattern: string): boolean {
  if (/^(?:\^|\$|\\A|\\z)$/.test(pattern)) return false;
  const script = pattern
    .replaceAll('\\A', '^')
    .replaceAll('\\z', '$')
    .replace(/\\p([LPS])/g, '\\p{$1}')
    .replace(/\\x\{/g, '\\u{');
  try {
    return new RegExp(script, 'u').test('');
  } catch {
    // JavaScript cannot parse it, so assume that it can.
    return true;
  }
}

/** Letters, including spacing vowel signs of some scripts, and digits, but not ² and ½. */
export const wordCharacters = '\\pL\\p{Mc}\\p{Nd}\\p{Nl}';
/** Without non-breaking spaces. */
const spaces =
  '\\t\\n\\v\\f\\r \\x{1680}\\x{2000}-\\x{2006}\\x{2008}-\\x{200a}\\x{2028}\\x{2029}\\x{205f}\\x{3000}';

const escapes: Readonly<Record<string, string>> = {
  d: '[0-9]',
  D: '[^0-9]',
  s: `[${spaces}]`,
  S: `[^${spaces}]`,
  w: `[${wordCharacters}_]`,
  W: `[^${wordCharacters}_]`,
  n: '\\n',
  t: '\\t',
  r: '\\r',
  A: '\\A',
  Z: '\\z',
};

const insideClass: Readonly<Record<string, string>> = {
  d: '0-9',
  s: spaces,
  w: `${wordCharacters}_`,
  n: '\\n',
  t: '\\t',
  r: '\\r',
};

const namedClasses: Readonly<Record<string, string>> = {
  alpha: '\\pL\\p{Mc}\\p{Nl}',
  digit: '0-9',
  alnum: wordCharacters,
  space: spaces,
  upper: '\\p{Lu}',
  lower: '\\p{Ll}',
  punct: '\\pP\\pS',
};

const patternLengthMax = 1_000;
const wholeText = /^\^(?:[^\\]|\\.)*\$$/s;
const plainGroup = /^\((?:\?:)?(?:\\.|[^\\()[\]*+?{}|^$])+\)$/s;

class Reader {
  #out = '';
  #index = 0;

  constructor(
    readonly context: Context,
    readonly pattern: string,
    readonly use: 'test' | 'extract',
    readonly at: number,
  ) {}

  read(): string {
    if (this.pattern.length > patternLengthMax)
      throw this.#refuse(`more than ${patternLengthMax} characters`);
    if (this.pattern.startsWith('***')) throw this.#refuse('***');
    while (this.#index < this.pattern.length) this.#one();
    // In the engine, an empty pattern never matches.
    return this.#out === '' ? '(?:)' : this.#out;
  }

  #refuse(what: string) {
    return this.context.refuse(this.at, `A regular expression with ${what} is not supported.`);
  }

  #one(): void {
    const character = this.pattern[this.#index] ?? '';
    switch (character) {
      case '\\':
        this.#escape();
        break;
      case '[':
        this.#class();
        break;
      case '(':
        this.#group();
        break;
      case '|':
        if (this.use === 'extract') throw this.#refuse('alternatives (|), where the matched text is used,');
        this.#copy(character);
        break;
      case '*':
      case '+':
      case '?':
      case '{':
        this.#quantifier();
        break;
      default:
        this.#copy(character);
    }
  }

  #copy(text: string): void {
    this.#out += text;
    this.#index += text.length;
  }

  #escape(): void {
    const next = this.pattern[this.#index + 1] ?? '';
    this.#index += 2;
    if (Object.hasOwn(escapes, next)) this.#out += escapes[next];
    else if (/^[^\p{L}\p{N}\s]$/u.test(next)) this.#out += `\\${next}`;
    else throw this.#refuse(`\\${next}`);
  }

  #group(): void {
    const isPlain = this.pattern.startsWith('(?:', this.#index);
    if (!isPlain && this.pattern[this.#index + 1] === '?') throw this.#refuse('(?…)');
    this.#copy(isPlain ? '(?:' : '(');
  }

  #quantifier(): void {
    const [bounds] = /^(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})/.exec(this.pattern.slice(this.#index)) ?? [];
    if (bounds === undefined) throw this.#refuse('an invalid {…}');
    if (this.#out === '' || /(^|[^\\])[(|^]$/.test(this.#out))
      throw this.#refuse('a quantifier that follows nothing');
    const isGroup = this.#out.endsWith(')') && !this.#out.endsWith('\\)');
    if (this.use === 'extract' && isGroup && !this.#isOptionalText(bounds)) {
      throw this.#refuse('a repeated group, where the matched text is used,');
    }
    this.#copy(bounds);
    const lazy = this.pattern[this.#index] ?? '';
    if (/^[*+{]$/.test(lazy)) throw this.#refuse('two quantifiers in a row');
    if (lazy !== '?') return;
    if (this.use === 'extract') throw this.#refuse('a lazy quantifier, where the matched text is used,');
    this.#index += 1;
  }

  /**
   * Whether it is `?` after a group of plain characters, in a pattern from `^` to `$`. Both then match the whole text, and take
   * the group if they can.
   */
  #isOptionalText(bounds: string): boolean {
    return (
      bounds === '?' &&
      wholeText.test(this.pattern) &&
      plainGroup.test(this.#out.slice(this.#out.lastIndexOf('(')))
    );
  }

  #class(): void {
    let out = '[';
    let index = this.#index + 1;
    if (this.pattern[index] === '^') {
      out += '^';
      index += 1;
    }
    if (this.pattern[index] === ']') {
      out += '\\]';
      index += 1;
    }
    for (;;) {
      const character = this.pattern[index];
      if (character === undefined) throw this.#refuse('an unclosed [');
      if (character === ']') break;
      const [part, length] = this.#classPart(index, character);
      out += part;
      index += length;
    }
    this.#out += `${out}]`;
    this.#index = index + 1;
  }

  #classPart(index: number, character: string): [part: string, length: number] {
    if (character === '\\') {
      const next = this.pattern[index + 1] ?? '';
      if (Object.hasOwn(insideClass, next)) return [insideClass[next] ?? '', 2];
      if (/^[^\p{L}\p{N}\s]$/u.test(next)) return [`\\${next}`, 2];
      throw this.#refuse(`\\${next}`);
    }
    if (character !== '[') return [character, 1];
    const [named, name = ''] = /^\[:([a-z]+):\]/.exec(this.pattern.slice(index)) ?? [];
    if (named === undefined || !Object.hasOwn(namedClasses, name))
      throw this.#refuse('a [ inside [ ] that is not a class such as [:alpha:]');
    return [namedClasses[name] ?? '', named.length];
  }
}

/** Translates a SIMILAR TO pattern, which must match the whole text, to RE2. */
export function similarToRe2(context: Context, pattern: string, escapeCharacter: string, at: number): string {
  let out = '';
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index] ?? '';
    if (character === escapeCharacter && escapeCharacter !== '') {
      index += 1;
      out += quoted(pattern[index] ?? '');
    } else if (character === '%') out += '.*';
    else if (character === '_') out += '.';
    else if (character === '[') {
      const end = pattern.indexOf(']', index + 2);
      const body = pattern.slice(index, end + 1);
      if (end < 0 || body.includes('\\') || body.slice(1).includes('[')) {
        throw context.refuse(at, 'This [ in SIMILAR TO is not supported.');
      }
      out += body;
      index = end;
    } else if ('|*+?(){}'.includes(character) || (/\d|,/.test(character) && /\{[\d,]*$/.test(out)))
      out += character;
    else out += quoted(character);
  }
  return ofAllowedSize(context, `^(?:${out})$`, at);
}

const quoted = (character: string) => character.replace(/[\\^$.|?*+()[\]{}]/, '\\$&');
