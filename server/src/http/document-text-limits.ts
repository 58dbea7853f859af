import { GraphQLError, Lexer, Source, TokenKind } from 'graphql';

/**
 * Limits on a document's text, checked before it is parsed: the parser, validation and execution all recurse into
 * brackets.
 */
export const documentCharactersMax = 100_000;
export const documentTokensMax = 6_000;
const bracketDepthMax = 64;

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** As a key of a plain object, this name would set the prototype. */
const reservedName = '__proto__';

export interface DocumentTextSize {
  readonly tokens: number;
  readonly directives: number;
}

/** Throws when the text exceeds a limit or cannot be split into tokens. */
export function checkDocumentText(text: string): DocumentTextSize {
  if (text.length > documentCharactersMax) {
    throw new GraphQLError(`The document has more than ${documentCharactersMax} characters`);
  }
  const source = new Source(text);
  const lexer = new Lexer(source);
  const refuse = (problem: string) => new GraphQLError(problem, { source, positions: [lexer.token.start] });
  let depth = 0;
  let tokens = 0;
  let directives = 0;
  while (lexer.advance().kind !== TokenKind.EOF) {
    const { kind, value } = lexer.token;
    tokens += 1;
    if (tokens > documentTokensMax) throw refuse(`The document has more than ${documentTokensMax} tokens`);
    if (opening.has(kind)) depth += 1;
    else if (closing.has(kind)) depth -= 1;
    else if (kind === TokenKind.AT) directives += 1;
    else if (kind === TokenKind.NAME && value === reservedName) {
      throw refuse(`"${reservedName}" cannot be used as a name in a document; use another name`);
    }
    if (depth > bracketDepthMax) {
      throw refuse(
        `The document nests braces, brackets and parentheses more than ${bracketDepthMax} levels deep`,
      );
    }
  }
  return { tokens, directives };
}
