import { printParseErrorCode, visit } from 'jsonc-parser';

/** By the parser's names. */
const problems: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not a JSON value; texts need double quotes',
  InvalidNumberFormat: 'this is not a JSON number',
  PropertyNameExpected: 'a key in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing } is expected',
  CloseBracketExpected: 'a closing ] is expected',
  EndOfFileExpected: 'the JSON has ended before this',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'this text has no closing quote',
  UnexpectedEndOfNumber: 'this number is not complete',
  InvalidUnicode: 'this is not an escape of JSON',
  InvalidEscapeCharacter: 'this is not an escape of JSON',
  InvalidCharacter: 'a control character must be escaped',
};

/**
 * The first mistake in a text that JSON.parse refuses, such as `line 3, column 7: a comma is expected`. Browsers word their
 * own messages differently, and some of them name no place.
 */
export function jsonProblem(text: string, firstLine = 1): string {
  let found: string | undefined;
  visit(
    text,
    {
      onError: (error, _offset, _length, line, character) => {
        const problem = problems[printParseErrorCode(error)] ?? 'this is not valid JSON';
        found ??= `line ${line + firstLine}, column ${character + 1}: ${problem}`;
      },
    },
    { disallowComments: true },
  );
  return found ?? 'it is not valid JSON';
}
