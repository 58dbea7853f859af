import { expect, it } from 'vitest';
import { uniqueIdText } from './unique-id-text.js';

it('spells every value of a type in one way, and knows what no value is', () => {
  expect(uniqueIdText({ type: 'STRING' }, ' any ')).toBe(' any ');
  expect(uniqueIdText({ type: 'STRING' }, 'a\ud800')).toBeUndefined();
  expect(uniqueIdText({ type: 'INT8' }, '+0127')).toBe('127');
  expect(uniqueIdText({ type: 'INT8' }, '128')).toBeUndefined();
  expect(uniqueIdText({ type: 'INT64' }, '-9223372036854775808')).toBe('-9223372036854775808');
  expect(uniqueIdText({ type: 'INT64' }, '1'.repeat(1_000_000))).toBeUndefined();
  expect(uniqueIdText({ type: 'FLOAT' }, '0.10000000149011612')).toBe(uniqueIdText({ type: 'FLOAT' }, '0.1'));
  expect(uniqueIdText({ type: 'DOUBLE' }, ' ')).toBeUndefined();
  expect(uniqueIdText({ type: 'DOUBLE' }, '1e999')).toBeUndefined();
  const cents = { type: 'DECIMAL', precision: 10, scale: 2 } as const;
  expect(uniqueIdText(cents, '184.2')).toBe('184.20');
  expect(uniqueIdText(cents, '1842e-1')).toBe('184.20');
  expect(uniqueIdText(cents, '184.205')).toBeUndefined();
  expect(uniqueIdText(cents, '1e9')).toBeUndefined();
  expect(uniqueIdText({ type: 'DATE' }, '2026-02-29')).toBeUndefined();
  expect(uniqueIdText({ type: 'DATE' }, '2024-02-29')).toBe('2024-02-29');
  expect(uniqueIdText({ type: 'TIMESTAMP' }, '2026-03-01T10:00:00Z')).toBe('2026-03-01 10:00:00.000');
  expect(uniqueIdText({ type: 'TIMESTAMP' }, '2026-03-01 25:00:00')).toBeUndefined();
});
