import { describe, expect, it } from 'vitest';
import { formatValue, type ValueFormat } from './format-value.js';

const shown = (value: string | null, format?: ValueFormat, locale = 'en-US') =>
  formatValue(value, format, { locale }).replace(/\u00a0|\u202f/g, ' ');

describe('a value as people read it', () => {
  it.each<[string | null, ValueFormat | undefined, string]>([
    [null, undefined, '—'],
    ['text', undefined, 'text'],
    ['2026-01-01 00:00:00', undefined, '2026-01-01 00:00:00'],
    ['NaN', undefined, 'NaN'],
    ['0', undefined, '0'],
    ['1234567', undefined, '1,234,567'],
    // Exact, though no double is.
    ['9007199254740993', undefined, '9,007,199,254,740,993'],
    ['115628.30999999999995', undefined, '115,628'],
    ['28.30999999999995', undefined, '28.31'],
    ['0.000012345678', undefined, '0.0000123457'],
    ['-1.5e3', undefined, '-1,500'],
    ['1234.5', { style: 'NUMBER', unit: 'km' }, '1,234.5 km'],
    ['1234.5', { style: 'NUMBER', decimals: 2 }, '1,234.50'],
    ['1234.567', { style: 'NUMBER', decimals: 0 }, '1,235'],
    ['1234.5', { style: 'CURRENCY', currency: 'CHF' }, 'CHF 1,234.50'],
    ['1234.5', { style: 'CURRENCY', currency: 'JPY' }, '¥1,235'],
    ['1234.5', { style: 'CURRENCY', currency: 'USD', decimals: 0 }, '$1,235'],
    ['0.25', { style: 'PERCENT' }, '25%'],
    ['0.12345', { style: 'PERCENT', decimals: 2 }, '12.35%'],
    ['-0.5', { style: 'PERCENT' }, '-50%'],
    ['0', { style: 'BYTES' }, '0 byte'],
    ['999', { style: 'BYTES' }, '999 byte'],
    ['1234567', { style: 'BYTES' }, '1.2 MB'],
    ['-1500', { style: 'BYTES' }, '-1.5 kB'],
    ['1e30', { style: 'BYTES' }, '1,000,000,000,000,000 PB'],
    ['0.0042', { style: 'DURATION' }, '4.2 ms'],
    ['250', { style: 'DURATION', unit: 'ms' }, '250 ms'],
    ['42.25', { style: 'DURATION' }, '42.3 sec'],
    ['7500', { style: 'DURATION' }, '2 hr 5 min'],
    ['7200', { style: 'DURATION' }, '2 hr'],
    // Sixty minutes are an hour.
    ['7199.9', { style: 'DURATION' }, '2 hr'],
    ['36', { style: 'DURATION', unit: 'h' }, '1 day 12 hr'],
    ['-7500', { style: 'DURATION' }, '-2 hr 5 min'],
  ])('%s with %j is %s', (value, format, expected) => {
    expect(shown(value, format)).toBe(expected);
  });

  it('follows the locale', () => {
    expect(shown('1234.5', { style: 'CURRENCY', currency: 'EUR' }, 'de-DE')).toBe('1.234,50 €');
    expect(shown('0.25', { style: 'PERCENT' }, 'de-DE')).toBe('25 %');
  });
});
