import { describe, expect, test } from 'vitest';
import type { Column } from '../../catalog/column.js';
import type { FilterDefinition, FilterOperator } from '../../catalog/filter.js';
import { printValue } from '../term/print-query.js';
import { InlineValues } from '../values.js';
import { compileFilters } from './compile-filters.js';

const column = (name: string, type: Column['type']): Column => ({
  name,
  type,
  nullable: true,
  jsonProperty: name,
});
const columns = [
  column('price', 'DOUBLE'),
  column('name', 'STRING'),
  column('active', 'BOOLEAN'),
  column('at', 'TIMESTAMP'),
  column('day', 'DATE'),
  column('payload', 'JSON'),
];

const filter = (
  name: string,
  operator: FilterOperator,
  value: string | null,
  more: Partial<FilterDefinition> = {},
): FilterDefinition => ({ column: name, operator, value, and: [], or: [], ...more });

function sql(...filters: FilterDefinition[]): string | null {
  const expr = compileFilters(filters, columns);
  return expr === null ? null : printValue(expr, new InlineValues());
}

describe('one filter', () => {
  test.each<[FilterDefinition, string]>([
    [filter('price', 'EQUALS', '5'), '(`price` = 5)'],
    [filter('price', 'GREATER_THAN', '1.5'), '(`price` > 1.5)'],
    [filter('name', 'NOT_EQUALS', "a' OR 1=1 --"), "(`name` <> 'a\\' OR 1=1 --')"],
    [filter('name', 'LIKE', 'a%'), "(`name` LIKE 'a%')"],
    [filter('name', 'NOT_LIKE', 'a%'), "(NOT (`name` LIKE 'a%'))"],
    [filter('active', 'EQUALS', 'true'), '(`active` = true)'],
    [filter('day', 'LESS_THAN_OR_EQUAL_TO', '2026-01-01'), "(`day` <= CAST('2026-01-01', 'Date32'))"],
    [
      filter('at', 'GREATER_THAN_OR_EQUAL_TO', '2026-01-01T00:00:00Z'),
      "(`at` >= CAST('2026-01-01 00:00:00.000', 'DateTime64(3, \\'UTC\\')'))",
    ],
    [filter('name', 'IS_NULL', null), '(`name` IS NULL)'],
    [
      filter('payload.a', 'IS_NOT_NULL', null),
      "(JSONExtract(`payload`, 'a', 'Nullable(String)') IS NOT NULL)",
    ],
    [filter('payload.a', 'EQUALS', '5'), "(JSONExtract(`payload`, 'a', 'Nullable(String)') = '5')"],
    [filter('payload.a', 'LESS_THAN', '5'), "(JSONExtract(`payload`, 'a', 'Nullable(Float64)') < 5)"],
  ])('%j', (one, text) => {
    expect(sql(one)).toBe(text);
  });
});

test('a list is ANDed; one filter is (itself AND its "and") OR its "or"', () => {
  const a = filter('name', 'EQUALS', 'a');
  const b = filter('name', 'EQUALS', 'b');
  const c = filter('name', 'EQUALS', 'c');
  expect(sql()).toBe(null);
  expect(sql(a, b)).toBe("((`name` = 'a') AND (`name` = 'b'))");
  expect(sql({ ...a, and: [b], or: [c] })).toBe("(((`name` = 'a') AND (`name` = 'b')) OR (`name` = 'c'))");
  expect(sql({ ...a, or: [b, c] }, c)).toBe(
    "(((`name` = 'a') OR (`name` = 'b') OR (`name` = 'c')) AND (`name` = 'c'))",
  );
});

test.each<[FilterDefinition, string]>([
  [filter('price', 'EQUALS', 'abc'), 'filters, column price, EQUALS: "abc" is not a number.'],
  [filter('day', 'EQUALS', '2026-13-01'), 'is not a date'],
  [filter('active', 'EQUALS', 'maybe'), 'is not a boolean'],
  [filter('price', 'LIKE', 'a%'), 'LIKE needs text'],
  [filter('price', 'EQUALS', null), 'This operator needs a value.'],
  [filter('name', 'EQUALS', 'a\0b'), 'The value contains a NUL or a lone surrogate. Remove it.'],
  [filter('nope', 'EQUALS', 'a'), 'There is no column "nope"'],
])('%j is refused', (one, message) => {
  expect(() => sql(one)).toThrow(message);
});

test('depth and count are bounded', () => {
  let deep = filter('name', 'EQUALS', 'a');
  for (let level = 0; level < 10; level += 1) deep = { ...deep, or: [deep] };
  expect(() => sql(deep)).toThrow('nested more than 10 levels deep');
  const many = Array.from({ length: 1_001 }, () => filter('name', 'EQUALS', 'a'));
  expect(() => sql(...many)).toThrow('more than 1000 conditions');
});
