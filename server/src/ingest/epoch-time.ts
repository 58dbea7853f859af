import { type Decimal, parseDecimal, wholeDigitCount } from '../base/decimal.js';

/**
 * Counts since 1970 UTC. The number of digits before the decimal point decides the unit, for negative numbers too: up to
 * 11 are seconds, 12 to 14 milliseconds, 15 to 17 microseconds, 18 to 20 nanoseconds. So the last three units work from
 * March 1973 on (and before October 1966); closer to 1970, only seconds can be used. Fractions and exponents are exact;
 * anything finer than a millisecond is dropped, towards the past.
 */
const unitByDigitsMax = [
  { digitsMax: 11, shift: 3 },
  { digitsMax: 14, shift: 0 },
  { digitsMax: 17, shift: -3 },
  { digitsMax: 20, shift: -6 },
] as const;

/**
 * A number with fewer digits is more likely a year, or a date as `yyyyMMdd`, than seconds of the early 1970s, unless the
 * sender wrote a plain number for a TIMESTAMP.
 */
export const likelyEpochDigitsMin = 9;

export interface EpochReading {
  /** NaN when there are too many digits for any unit. */
  readonly millis: number;
  readonly wholeDigits: number;
}

export function readEpoch(text: string): EpochReading | null {
  const decimal = parseDecimal(text);
  if (decimal === null) {
    return null;
  }
  const wholeDigits = wholeDigitCount(decimal);
  const unit = unitByDigitsMax.find(({ digitsMax }) => wholeDigits <= digitsMax);
  return { millis: unit === undefined ? Number.NaN : floorShifted(decimal, unit.shift), wholeDigits };
}

/** The decimal × 10^shift, rounded down; at most 14 digits are left, so a double holds it exactly. */
function floorShifted({ negative, digits, exponent }: Decimal, shift: number): number {
  const power = exponent + shift;
  const kept = power >= 0 ? digits + '0'.repeat(power) : digits.slice(0, Math.max(digits.length + power, 0));
  const magnitude = Number(kept);
  // The digits have no trailing zeros, so any digits cut off were not zero.
  const isExact = kept.length >= digits.length;
  return negative ? 0 - magnitude - (isExact ? 0 : 1) : magnitude;
}
