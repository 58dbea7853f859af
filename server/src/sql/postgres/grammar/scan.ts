import { expressionLimits } from '../../text/expression-limits.js';
import { refuse, type Source } from '../../text/source.js';

/**
 * Scans a text before PostgreSQL's grammar parses it. The grammar's scanner takes quadratic time for nested comments and
 * long runs of operators, and its output is recursive: a tree too deep for the stack breaks the WebAssembly instance for
 * every later text. This pass bounds the depth by an estimate that is never below the tree's depth. It also replaces
 * comments with spaces of the same length, which keeps offsets unchanged.
 */
export function scanned(source: Source): string {
  const { text } = source;
  const depth = new DepthEstimate(source);
  const comments: Span[] = [];
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const [found] = token.exec(text) ?? [''];
    if (found === '') break;
    const start = at;
    at += found.length;
    if (found === '/*') at = commentEnd(source, start);
    if (found === '/*' || found.startsWith('--')) comments.push({ start, end: at });
    else if (isStringStart(found)) at = stringEnd(text, at, found.length > 1);
    else if (found === '"') at = afterNext(text, '"', at);
    else if (isDollarQuote(found)) at = afterNext(text, found, at);
    else depth.read(found, start);
  }
  return blanked(text, comments);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const wordPart = 'A-Za-z_\\u0080-\\uffff';

/** The relevant tokens of PostgreSQL. An operator ends where a comment begins. */
const token = new RegExp(
  [
    '[ \\t\\n\\r\\f\\v]+',
    "[eE]?'",
    `[${wordPart}][${wordPart}0-9$]*`,
    `[0-9][${wordPart}0-9]*`,
    `\\$(?:[${wordPart}][${wordPart}0-9]*)?\\$`,
    '--[^\\n\\r]*',
    '/\\*',
    '::',
    '(?:(?!--|/\\*)[~!@#^&|`?+\\-*/%<>=])+',
    '[\\s\\S]',
  ].join('|'),
  'y',
);

const isStringStart = (found: string) => found === "'" || found === "e'" || found === "E'";
const isDollarQuote = (found: string) => found.length > 1 && found.startsWith('$') && found.endsWith('$');

function afterNext(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from);
  // The grammar reports an unclosed quote.
  return found < 0 ? text.length : found + wanted.length;
}

const commentMark = /\/\*|\*\//g;

function commentEnd(source: Source, start: number): number {
  let depth = 0;
  commentMark.lastIndex = start;
  for (;;) {
    const mark = commentMark.exec(source.text);
    if (mark === null) throw refuse(source, start, 'This comment is not closed. Add */.');
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return commentMark.lastIndex;
    if (depth > expressionLimits.commentDepthMax) {
      throw refuse(
        source,
        mark.index,
        `Comments are nested more than ${expressionLimits.commentDepthMax} levels deep. Remove some.`,
      );
    }
  }
}

/** A string constant continues after a line break, with the same escape rules. */
const continued = /[ \t\f\v]*(?:--[^\n\r]*)?[\n\r](?:[ \t\n\r\f\v]|--[^\n\r]*[\n\r])*'/y;

/** Without escapes, a doubled quote is scanned as the end of one string and the start of the next. */
function stringEnd(text: string, from: number, hasEscapes: boolean): number {
  if (!hasEscapes) return afterNext(text, "'", from);
  let at = from;
  for (;;) {
    while (at < text.length && text[at] !== "'") at += text[at] === '\\' ? 2 : 1;
    at += 1;
    if (at >= text.length) return text.length;
    continued.lastIndex = at;
    if (text[at] === "'") at += 1;
    else if (continued.test(text)) at = continued.lastIndex;
    else return at;
  }
}

function blanked(text: string, comments: readonly Span[]): string {
  if (comments.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of comments) {
    parts.push(text.slice(from, start), ' '.repeat(end - start));
    from = end;
  }
  return parts.join('') + text.slice(from);
}

/** The state inside one pair of brackets, or between CASE and END. */
interface Level {
  /** Operators since the last word or comma that ends an operand. */
  operators: number;
  /** Depth of the deepest bracketed operand among them. */
  operand: number;
  /** Depth of the deepest run of operators so far. */
  deepest: number;
  /** Joins and set operations, each of which contains all before it. */
  links: number;
}

const chainWords = new Set(
  'NOT IS ISNULL NOTNULL COLLATE AT LIKE ILIKE SIMILAR BETWEEN IN OPERATOR'.split(' '),
);
const linkWords = new Set('JOIN UNION INTERSECT EXCEPT'.split(' '));
const endWords = new Set(
  'AND OR WHEN THEN ELSE SELECT FROM WHERE GROUP HAVING ORDER LIMIT OFFSET ON USING WINDOW VALUES WITH'.split(
    ' ',
  ),
);
const wordLengthMax = 10;

class DepthEstimate {
  readonly #levels: Level[] = [newLevel()];

  constructor(readonly source: Source) {}

  read(found: string, at: number): void {
    if (found === '(' || found === '[') this.#open(at);
    else if (found === ')' || found === ']') this.#close();
    else if (found === ',' || found === ';') this.#end();
    else if (found === '.') this.#chain(at);
    else if (isOperator.test(found)) this.#operator(found, at);
    else this.#word(found, at);
  }

  #operator(found: string, at: number): void {
    if (found.length > expressionLimits.operatorLengthMax) {
      throw refuse(
        this.source,
        at,
        `An operator is longer than ${expressionLimits.operatorLengthMax} characters. Separate operators with spaces, or simplify the text.`,
      );
    }
    // `<=` is one operator, but `=+-` is three: in PostgreSQL a longer operator does not end in a sign.
    const signs = found.replace(/[^+-]/g, '').length;
    this.#chain(at, signs < found.length ? signs + 1 : signs);
  }

  #word(found: string, at: number): void {
    if (found.length > wordLengthMax) return;
    const word = found.toUpperCase();
    if (word === 'CASE') this.#open(at);
    else if (word === 'END') this.#close();
    else if (chainWords.has(word)) this.#chain(at);
    else if (endWords.has(word)) this.#end();
    else if (linkWords.has(word)) {
      this.#end();
      this.#top.links += 1;
      this.#check(at);
    }
  }

  get #top(): Level {
    return this.#levels.at(-1) as Level;
  }

  #open(at: number): void {
    this.#levels.push(newLevel());
    if (this.#levels.length - 1 <= expressionLimits.bracketDepthMax) return;
    throw refuse(
      this.source,
      at,
      `Nested more than ${expressionLimits.bracketDepthMax} levels deep. Simplify it.`,
    );
  }

  #close(): void {
    // The grammar reports an unmatched closing bracket.
    if (this.#levels.length === 1) return;
    this.#end();
    const { deepest, links } = this.#levels.pop() as Level;
    this.#top.operand = Math.max(this.#top.operand, 1 + deepest + links);
  }

  #chain(at: number, operators = 1): void {
    this.#top.operators += operators;
    this.#check(at);
  }

  #end(): void {
    const level = this.#top;
    level.deepest = Math.max(level.deepest, level.operators + level.operand);
    level.operators = 0;
    level.operand = 0;
  }

  #check(at: number): void {
    const { operators, operand, deepest, links } = this.#top;
    if (Math.max(deepest, operators + operand) + links <= expressionLimits.chainLengthMax) return;
    throw refuse(
      this.source,
      at,
      `More than ${expressionLimits.chainLengthMax} operators in a row. Simplify it.`,
    );
  }
}

const isOperator = /^(?:::|[~!@#^&|`?+\-*/%<>=])/;
const newLevel = (): Level => ({ operators: 0, operand: 0, deepest: 0, links: 0 });
