/** An exact decimal number: (-1 if negative) × digits × 10^exponent. */
export interface Decimal {
  readonly negative: boolean;
  /** Without leading or trailing zeros; empty for zero. */
  readonly digits: string;
  readonly exponent: number;
}

const numberPattern = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Parses a JSON number; null for anything else, such as `+1`, `.5`, `007`, `0x10`, spaces or NaN. */
export function parseDecimal(text: string): Decimal | null {
  const match = numberPattern.exec(text);
  if (match === null) {
    return null;
  }
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const digits = whole + fraction;
  let first = 0;
  let last = digits.length;
  // Loops, because the regular expression /0+$/ takes quadratic time on long runs of zeros inside the text.
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

/** A number that has at most so many decimals, with all of them: `1.5` is `1.50` for 2. */
export function fixedText({ negative, digits, exponent }: Decimal, decimals: number): string {
  const units = `${digits}${'0'.repeat(exponent + decimals)}`.padStart(decimals + 1, '0');
  const whole = units.slice(0, units.length - decimals);
  const sign = negative && digits !== '' ? '-' : '';
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${units.slice(-decimals)}`;
}

/** The number of digits before the decimal point; 0 for zero and fractions below 1. */
export function wholeDigitCount(decimal: Decimal): number {
  return Math.max(decimal.digits.length + decimal.exponent, 0);
}
