import { formatValue, type ValueFormat } from '@weir/client';

const digitsMax = 6;
/** From here on, whole numbers have more digits than people read. */
const compactFrom = 10 ** digitsMax;
const compact = new Intl.NumberFormat(undefined, {
  notation: 'compact',
  maximumSignificantDigits: digitsMax,
});

/** A value by the format of its Metric; without one, with at most 6 significant digits. Show the exact value on hover. */
export function shortValue(value: string | number | null | undefined, format?: ValueFormat | null): string {
  const size = Math.abs(Number(value ?? 0));
  if (format || Number.isNaN(size) || size < compactFrom) return formatValue(value, format);
  return compact.format(Number(value));
}
