import { withoutWrappers } from '../sql/engine-type.js';

/** How a value changed since an earlier one. */
export interface Change {
  /** The difference, exact for integers and decimals; null if one of the values is missing or is not a number. */
  readonly change: string | null;
  /** The difference in percent of the earlier value; null if that is 0. */
  readonly changePercent: number | null;
}

export const noChange: Change = { change: null, changePercent: null };

/** Computes changes of a Metric, from the engine's type of its values. */
export type ChangeOf = (value: string | null, earlier: string | null) => Change;

const exactType = /^(?:U?Int|Decimal)\d*$/;
const floatType = /^B?Float\d+$/;

export function changesOf(type: string): ChangeOf {
  const { name } = withoutWrappers(type).type;
  const isFloat = floatType.test(name);
  if (!isFloat && !exactType.test(name)) return () => noChange;
  return (value, earlier) => {
    if (value === null || earlier === null) return noChange;
    const change = quickDifference(value, earlier) ?? difference(value, earlier, isFloat);
    if (!Number.isFinite(Number(change))) return noChange;
    return { change, changePercent: percentOf(Number(change), Number(earlier)) };
  };
}

/** Of integers that a double holds exactly, which are most. */
function quickDifference(value: string, earlier: string): string | null {
  // A decimal has decimals, which its change has too.
  if (value.includes('.')) return null;
  const [one, other] = [Number(value), Number(earlier)];
  return Number.isSafeInteger(one) && Number.isSafeInteger(other) && Number.isSafeInteger(one - other)
    ? String(one - other)
    : null;
}

/**
 * Of the values as they are shown: 0.3 - 0.1 is 0.2, though the difference of both doubles is not. That of two doubles is the
 * double next to it.
 */
function difference(value: string, earlier: string, isFloat: boolean): string {
  const [one, other] = [decimalOf(value), decimalOf(earlier)];
  const scale = Math.max(one.scale, other.scale);
  const at = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own);
  const text = decimalText(at(one) - at(other), scale);
  return isFloat ? String(Number(text)) : text;
}

/** `digits` divided by 10 to the power of `scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Reads `-12.5` and `1e-7`. */
function decimalOf(text: string): Decimal {
  const [number = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = number.split('.');
  const digits = BigInt(`${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

function decimalText(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : '';
  const padded = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const whole = padded.slice(0, padded.length - scale);
  const fraction = padded.slice(whole.length);
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The digits of a double that are the same however it was computed. */
const percentDigits = 15;

/** By the size of the earlier value, so that the sign is that of the change. */
function percentOf(change: number, earlier: number): number | null {
  const percent = Number(((change / Math.abs(earlier)) * 100).toPrecision(percentDigits));
  return Number.isFinite(percent) ? percent : null;
}
