import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesOf } from './change.js';

test.each<[string, string | null, string | null, string | null, number | null]>([
  ['UInt64', '12', '10', '2', 20],
  ['UInt64', '0', '3', '-3', -100],
  ['UInt64', '5', '0', '5', null],
  ['UInt64', '0', '0', '0', null],
  ['Int64', '-5', '-10', '5', 50],
  ['Int64', '-15', '-10', '-5', -50],
  ['Int64', '9223372036854775807', '-9223372036854775808', '18446744073709551615', 200],
  ['Int256', '100000000000000000000000000001', '1', '100000000000000000000000000000', 1e31],
  ['Nullable(Float64)', '0.3', '0.1', '0.2', 200],
  ['Float64', '1e-7', '1e-8', '9e-8', 900],
  ['Float64', '1e+300', '1', '1e+300', 1e302],
  ['Float64', '1e+300', '1e-300', '1e+300', null],
  ['Float64', '1.5e+308', '-1.5e+308', null, null],
  ['Float64', '0.07', '1', '-0.93', -93],
  ['Decimal(38, 10)', '12345678901234567890.25', '0.5', '12345678901234567889.75', 2.46913578024691e21],
  ['Decimal(10, 2)', '1.50', '1.25', '0.25', 20],
  ['Decimal(10, 2)', '2.00', '1.00', '1.00', 100],
  ['UInt64', null, '1', null, null],
  ['UInt64', '1', null, null, null],
  ['Nullable(String)', '2', '1', null, null],
  ["Nullable(DateTime64(3, 'UTC'))", '2026-03-01 00:00:00', '2026-03-02 00:00:00', null, null],
])('the change of %s from %s to %s', (type, value, earlier, change, changePercent) => {
  expect(changesOf(type)(value, earlier)).toEqual({ change, changePercent });
});

test('doubles change by about their difference, integers exactly', () => {
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(double, double, (one, other) => {
      const { change } = changesOf('Float64')(String(one), String(other));
      const rounded = one - other;
      if (Number.isFinite(rounded))
        expect(Math.abs(Number(change) - rounded)).toBeLessThanOrEqual(
          Number.EPSILON * Math.max(Math.abs(one), Math.abs(other)),
        );
    }),
  );
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), (one, other) => {
      expect(changesOf('Int256')(String(one), String(other)).change).toBe(String(one - other));
    }),
  );
});
