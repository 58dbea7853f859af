/** A decimal number exactly: (-1 if negative) × digits × 10^exponent. */
export interface Decimal {
  readonly negative: boolean;
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  readonly exponent: number;
}

const numberPattern = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Reads what JSON's grammar calls a number, or gives null: no `+1`, `.5`, `007`, `0x10`, spaces or NaN. */
export function parseDecimal(text: string): Decimal | null {
  const match = numberPattern.exec(text);
  if (match === null) {
    return null;
  }
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const digits = whole + fraction;
  let first = 0;
  let last = digits.length;
  // Loops, not expressions: /0+$/ takes quadratic time on long runs of zeros that do not end the text.
  while (first < last && digits.charCodeAt(first) === 0x30) {
    first++;
  }
  while (last > first && digits.charCodeAt(last - 1) === 0x30) {
    last--;
  }
  return {
    negative: sign === '-',
    digits: digits.slice(first, last),
    exponent: first === last ? 0 : Number(power) - fraction.length + (digits.length - last),
  };
}

/** How many digits stand before the decimal point; zero and fractions below 1 have none. */
export function wholeDigitCount(decimal: Decimal): number {
  return Math.max(decimal.digits.length + decimal.exponent, 0);
}
