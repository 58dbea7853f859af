import { describe, expect, test } from 'vitest';
import type { EngineCell } from '../engine/engine.js';
import { formatCell } from './cell.js';
import { resultType } from './result-type.js';

describe('a cell is the text of the contract', () => {
  test.each<[string, EngineCell, string | null]>([
    ['Nullable(String)', null, null],
    ['String', '1.0', '1.0'],
    ['Int64', '9223372036854775807', '9223372036854775807'],
    ['UInt8', 7, '7'],
    ['Float64', 0.1, '0.1'],
    ['Float64', 1e300, '1e+300'],
    ['Float64', 100, '100'],
    ['Bool', true, 'true'],
    ['Nullable(Bool)', false, 'false'],
    ['Date32', '2026-01-31', '2026-01-31'],
    ["DateTime64(3, 'UTC')", '2026-01-31 10:00:00.000', '2026-01-31 10:00:00'],
    ["Nullable(DateTime64(3, 'UTC'))", '2026-01-31 10:00:00.050', '2026-01-31 10:00:00.050'],
    ["DateTime64(6, 'UTC')", '2026-01-31 10:00:00.500000', '2026-01-31 10:00:00.500'],
    ["DateTime64(6, 'UTC')", '2026-01-31 10:00:00.500010', '2026-01-31 10:00:00.500010'],
    ["DateTime64(1, 'UTC')", '2026-01-31 10:00:00.5', '2026-01-31 10:00:00.500'],
    ['DateTime', '2026-01-31 10:00:00', '2026-01-31 10:00:00'],
    ['Decimal(76, 2)', '1.50', '1.50'],
    ['Array(Int64)', ['9223372036854775807', '-1'], '[9223372036854775807,-1]'],
    ['Array(Nullable(Int64))', ['1', null], '[1,null]'],
    ['Array(String)', ['1', 'a"b'], '["1","a\\"b"]'],
    ["Array(DateTime64(3, 'UTC'))", ['2026-01-31 10:00:00.000'], '["2026-01-31 10:00:00"]'],
    ['Tuple(Int64, String)', ['1', '1'], '[1,"1"]'],
    ['Tuple(a Int64, b String)', { a: '1', b: '1' }, '{"a":1,"b":"1"}'],
    ['Map(String, UInt64)', { x: '18446744073709551615' }, '{"x":18446744073709551615}'],
    ['Array(Array(UInt64))', [['1'], []], '[[1],[]]'],
    ['Array(Float64)', [1.5, null], '[1.5,null]'],
    ['JSON', { a: { b: '1' } }, '{"a":{"b":"1"}}'],
  ])('%s %j', (type, cell, text) => {
    expect(formatCell(type, cell)).toBe(text);
  });
});

test.each([
  [1562187.1699999995, '1562187.17'],
  [0.1 + 0.2, '0.3'],
  [-0.1 - 0.2, '-0.3'],
  [5001382102.859996, '5001382102.86'],
  [12345678901234.56, '12345678901234.56'],
  [0.1234567890123456, '0.1234567890123456'],
  [9007199254740991, '9007199254740991'],
  [1e300, '1e+300'],
  [0, '0'],
])('the sum %s of doubles is shown as the decimal number next to it: %s', (sum, shown) => {
  expect(formatCell('Float64', sum, 'sum')).toBe(shown);
});

describe('a column type is the specification’s name of the engine’s', () => {
  test.each([
    ['Nullable(Int32)', 'INT32', true],
    ['LowCardinality(Nullable(String))', 'STRING', true],
    ["DateTime64(3, 'UTC')", 'TIMESTAMP', false],
    ['UInt64', 'INT64', false],
    ['Decimal(76, 50)', 'DOUBLE', false],
    ['Array(Int64)', 'COLUMNSTORE', false],
    ['Nullable(Nothing)', 'COLUMNSTORE', true],
    ['Int128', 'COLUMNSTORE', false],
  ])('%s', (engineType, type, isNullable) => {
    expect(resultType(engineType)).toEqual({ type, isNullable });
  });

  test.each([
    ['Nullable(Decimal(10, 2))', 10, 2, true],
    ['Decimal(76, 20)', 38, 20, false],
  ])('%s, with the digits that a column can have', (engineType, precision, scale, isNullable) => {
    expect(resultType(engineType)).toEqual({ type: 'DECIMAL', precision, scale, isNullable });
  });
});
