import { badInput } from '../base/errors.js';

export const metricFormatStyles = ['NUMBER', 'CURRENCY', 'PERCENT', 'BYTES', 'DURATION'] as const;

export type MetricFormatStyle = (typeof metricFormatStyles)[number];

/** How the values of a Metric are shown to people. The values themselves stay as they are. */
export interface MetricFormat {
  readonly style: MetricFormatStyle;
  /** Digits after the decimal point; null for the usual ones of the style. */
  readonly decimals: number | null;
  /** An ISO 4217 code; only with CURRENCY. */
  readonly currency: string | null;
  /** What follows a NUMBER, or the unit that a DURATION is measured in. */
  readonly unit: string | null;
}

/** The units that durations can be measured in, in seconds. */
export const durationUnits = { ms: 0.001, s: 1, min: 60, h: 3_600, d: 86_400 } as const;

export const formatLimits = { decimalsMax: 20, unitCharactersMax: 20 } as const;

const currencyPattern = /^[A-Z]{3}$/;

export function checkFormat({ style, decimals, currency, unit }: MetricFormat): void {
  const { decimalsMax, unitCharactersMax } = formatLimits;
  if (decimals !== null && (decimals < 0 || decimals > decimalsMax))
    throw badInput('format.decimals', `at least 0 and at most ${decimalsMax} are allowed`);
  if (style === 'CURRENCY' && !currencyPattern.test(currency ?? ''))
    throw badInput('format.currency', 'give the three letters of ISO 4217, such as CHF');
  if (style !== 'CURRENCY' && currency !== null)
    throw badInput('format.currency', 'only the style CURRENCY has one; remove it');
  if (unit === null) return;
  if (style === 'DURATION' && !Object.hasOwn(durationUnits, unit))
    throw badInput('format.unit', `a duration is measured in ${Object.keys(durationUnits).join(', ')}`);
  if (style !== 'DURATION' && style !== 'NUMBER')
    throw badInput('format.unit', 'only the styles NUMBER and DURATION have one; remove it');
  if ([...unit].length > unitCharactersMax)
    throw badInput('format.unit', `at most ${unitCharactersMax} characters are allowed`);
}
