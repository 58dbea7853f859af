import { expect, it } from 'vitest';
import { uniqueIdText } from './unique-id-text.js';

it('spells every value of a type in one way, and knows what no value is', () => {
  expect(uniqueIdText('STRING', ' any ')).toBe(' any ');
  expect(uniqueIdText('STRING', 'a\ud800')).toBeUndefined();
  expect(uniqueIdText('INT8', '+0127')).toBe('127');
  expect(uniqueIdText('INT8', '128')).toBeUndefined();
  expect(uniqueIdText('INT64', '-9223372036854775808')).toBe('-9223372036854775808');
  expect(uniqueIdText('INT64', '1'.repeat(1_000_000))).toBeUndefined();
  expect(uniqueIdText('FLOAT', '0.10000000149011612')).toBe(uniqueIdText('FLOAT', '0.1'));
  expect(uniqueIdText('DOUBLE', ' ')).toBeUndefined();
  expect(uniqueIdText('DOUBLE', '1e999')).toBeUndefined();
  expect(uniqueIdText('DATE', '2026-02-29')).toBeUndefined();
  expect(uniqueIdText('DATE', '2024-02-29')).toBe('2024-02-29');
  expect(uniqueIdText('TIMESTAMP', '2026-03-01T10:00:00Z')).toBe('2026-03-01 10:00:00.000');
  expect(uniqueIdText('TIMESTAMP', '2026-03-01 25:00:00')).toBeUndefined();
});
