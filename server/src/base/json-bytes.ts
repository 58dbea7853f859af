/** The bytes with a meaning in JSON. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const MINUS = 0x2d;
export const PLUS = 0x2b;
export const POINT = 0x2e;
export const ZERO = 0x30;
export const NINE = 0x39;
export const LOWER_E = 0x65;
export const UPPER_E = 0x45;
export const SPACE = 0x20;
export const NEWLINE = 0x0a;

export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

export function isJsonSpace(byte: number): boolean {
  return byte === SPACE || byte === NEWLINE || byte === 0x0d || byte === 0x09;
}
