import type { MetricFormatInput } from './generated/operations.js';

/** How to show values: `format` of a Metric or of an answer. */
export type ValueFormat = MetricFormatInput;

export interface FormatOptions {
  /** By default that of the browser or the system. */
  readonly locale?: string;
}

const decimalNumber = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** More digits than people read; whole numbers keep all of theirs. */
const digitsMax = 6;

/**
 * A value of an answer as people read it, by the format of its Metric: `formatValue('1234.5', { style: 'CURRENCY', currency:
 * 'CHF' })` is `CHF 1,234.50`. Texts that are not numbers are returned unchanged, and null as a dash.
 */
export function formatValue(
  value: string | number | null | undefined,
  format?: ValueFormat | null,
  { locale }: FormatOptions = {},
): string {
  if (value === null || value === undefined) return '—';
  const text = String(value);
  if (!decimalNumber.test(text)) return text;
  return styles[format?.style ?? 'NUMBER'](text, format ?? { style: 'NUMBER' }, locale);
}

type Style = (text: string, format: ValueFormat, locale: string | undefined) => string;

const styles: Readonly<Record<ValueFormat['style'], Style>> = {
  NUMBER: (text, { decimals, unit }, locale) => {
    const shown = numberFormat(locale, digits(text, decimals)).format(exact(text));
    return unit ? `${shown}\u00a0${unit}` : shown;
  },
  CURRENCY: (text, { decimals, currency }, locale) =>
    numberFormat(locale, {
      style: 'currency',
      currency: currency ?? 'XXX',
      ...(decimals != null && fixed(decimals)),
    }).format(exact(text)),
  PERCENT: (text, { decimals }, locale) =>
    numberFormat(locale, {
      style: 'percent',
      ...(decimals == null ? { maximumFractionDigits: 1 } : fixed(decimals)),
    }).format(exact(text)),
  BYTES: (text, { decimals }, locale) => {
    const size = Number(text);
    const power = Math.min(byteUnits.length - 1, Math.max(0, Math.floor(Math.log10(Math.abs(size)) / 3)));
    const scaled = size / 1_000 ** power;
    return unitText(scaled, byteUnits[power] ?? 'byte', decimals ?? (power === 0 ? 0 : 1), locale);
  },
  DURATION: (text, { decimals, unit }, locale) =>
    durationText(Number(text) * (unitSeconds[unit ?? 's'] ?? 1), decimals, locale),
};

/** Whole, or text, which Intl formats without rounding it to a double first. */
const exact = (text: string) => text as unknown as number;

const fixed = (decimals: number) => ({ minimumFractionDigits: decimals, maximumFractionDigits: decimals });

function digits(text: string, decimals: number | null | undefined): Intl.NumberFormatOptions {
  if (decimals != null) return fixed(decimals);
  const size = Math.abs(Number(text));
  if (size < 1) return { maximumSignificantDigits: digitsMax };
  return { maximumFractionDigits: Math.max(0, digitsMax - 1 - Math.floor(Math.log10(size))) };
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'];
const unitSeconds: Readonly<Record<string, number>> = { ms: 0.001, s: 1, min: 60, h: 3_600, d: 86_400 };

const unitText = (value: number, unit: string, decimals: number, locale: string | undefined) =>
  numberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    minimumFractionDigits: 0,
    maximumFractionDigits: decimals,
  }).format(value);

const longUnits = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** The two largest units of a long duration; milliseconds and seconds of a short one. */
function durationText(
  seconds: number,
  decimals: number | null | undefined,
  locale: string | undefined,
): string {
  const size = Math.abs(seconds);
  if (size < 1) return unitText(seconds * 1_000, 'millisecond', decimals ?? (size < 0.01 ? 2 : 0), locale);
  if (size < 60) return unitText(seconds, 'second', decimals ?? 1, locale);
  const first = longUnits.findIndex(([, length]) => size >= length);
  const [unit, length] = longUnits[first] ?? longUnits[0];
  const [smaller, smallerLength] = longUnits[first + 1] ?? longUnits[3];
  // Rounded together, so that 59.6 minutes after an hour are not shown as 60 minutes.
  const total = Math.round(size / smallerLength);
  const perUnit = length / smallerLength;
  const parts: (readonly [number, string])[] = [
    [Math.sign(seconds) * Math.floor(total / perUnit), unit],
    [total % perUnit, smaller],
  ];
  return parts
    .filter(([count], index) => index === 0 || count > 0)
    .map(([count, name]) => unitText(count, name, 0, locale))
    .join(' ');
}

const formats = new Map<string, Intl.NumberFormat>();
const formatsMax = 100;

/** Creating one takes longer than formatting a thousand values. */
function numberFormat(locale: string | undefined, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  let format = formats.get(key);
  if (!format) {
    if (formats.size >= formatsMax) formats.clear();
    format = new Intl.NumberFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}
