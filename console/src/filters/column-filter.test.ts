import { describe, expect, it } from 'vitest';
import {
  allConditions,
  type ColumnFilter,
  filterConditions,
  filterInputs,
  filtersParam,
  filterText,
  readFilters,
} from './column-filter.js';
import { operatorsFor } from './filter-operators.js';

const filter = (column: string, operator: ColumnFilter['operator'], ...values: string[]): ColumnFilter => ({
  column,
  operator,
  values,
});

describe('a filter', () => {
  it.each([
    [
      filter('country', 'is', 'CH', 'DE'),
      {
        column: 'country',
        operator: 'EQUALS',
        value: 'CH',
        or: [{ column: 'country', operator: 'EQUALS', value: 'DE' }],
      },
      `("country" = 'CH' OR "country" = 'DE')`,
      'country is CH or DE',
    ],
    [
      filter('a"b', 'isNot', "it's", ''),
      {
        column: 'a"b',
        operator: 'NOT_EQUALS',
        value: "it's",
        and: [{ column: 'a"b', operator: 'NOT_EQUALS', value: '' }],
      },
      `("a""b" <> 'it''s' AND "a""b" <> '')`,
      'a"b is not it\'s and ""',
    ],
    [
      filter('path', 'contains', '50%_\\'),
      { column: 'path', operator: 'LIKE', value: '%50\\%\\_\\\\%' },
      `"path" LIKE '%50\\%\\_\\\\%'`,
      'path contains 50%_\\',
    ],
    [
      filter('at', 'from', '2026-01-01T00:00:00Z'),
      { column: 'at', operator: 'GREATER_THAN_OR_EQUAL_TO', value: '2026-01-01T00:00:00Z' },
      `"at" >= '2026-01-01T00:00:00Z'`,
      'at ≥ 2026-01-01 09:00:00',
    ],
    [filter('note', 'isNull'), { column: 'note', operator: 'IS_NULL' }, `"note" IS NULL`, 'note is null'],
  ])('means the same in the API, in SQL and in words: %j', (given, input, sql, text) => {
    expect(filterInputs([given])).toEqual([input]);
    expect(filterConditions([given])).toEqual([sql]);
    expect(filterText(given, 'Asia/Tokyo')).toBe(text);
  });

  it('is read from the URL as it was written', () => {
    const filters = [filter('é"&,', 'is', '[', '"'), filter('x', 'isNotNull')];
    expect(readFilters(filtersParam(filters))).toEqual(filters);
    expect(filtersParam([])).toBe('');
  });

  it.each([
    '',
    'x',
    '{}',
    '[1]',
    '[["a"]]',
    '[["a","toString","1"]]',
    '[["a","over","1","2"]]',
    '[["a","is"]]',
  ])('is none where the URL has none: %s', (text) => expect(readFilters(text)).toEqual([]));

  it('has the operators that fit the type', () => {
    expect(operatorsFor('BOOLEAN')).toEqual(['is', 'isNull', 'isNotNull']);
    expect(operatorsFor('STRING')).toContain('contains');
    expect(operatorsFor('INT64')).not.toContain('contains');
    expect(operatorsFor('TIMESTAMP')[0]).toBe('from');
  });
});

it('conditions hold together, whatever one ends with', () => {
  expect(allConditions(['', ' a -- x', 'b OR c'])).toBe('(a -- x\n) AND (b OR c\n)');
  expect(allConditions([' a '])).toBe('a');
});
