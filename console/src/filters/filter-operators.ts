import type { ColumnType, FilterOperator } from '@weir/client';

/** How a filter compares, in words, with the operators of the API and of SQL that mean the same. */
export interface FilterOperatorRow {
  readonly label: string;
  readonly operator: FilterOperator;
  readonly sql: string;
  /** How many values it takes. Of several, `or` needs any one to hold, `and` all of them. */
  readonly values: 'none' | 'one' | 'or' | 'and';
  /** Whether the value is a part of a text. */
  readonly isPart?: true;
}

export const filterOperators = {
  is: { label: 'is', operator: 'EQUALS', sql: '=', values: 'or' },
  isNot: { label: 'is not', operator: 'NOT_EQUALS', sql: '<>', values: 'and' },
  contains: { label: 'contains', operator: 'LIKE', sql: 'LIKE', values: 'or', isPart: true },
  containsNot: {
    label: 'does not contain',
    operator: 'NOT_LIKE',
    sql: 'NOT LIKE',
    values: 'and',
    isPart: true,
  },
  over: { label: '>', operator: 'GREATER_THAN', sql: '>', values: 'one' },
  from: { label: '≥', operator: 'GREATER_THAN_OR_EQUAL_TO', sql: '>=', values: 'one' },
  under: { label: '<', operator: 'LESS_THAN', sql: '<', values: 'one' },
  upTo: { label: '≤', operator: 'LESS_THAN_OR_EQUAL_TO', sql: '<=', values: 'one' },
  isNull: { label: 'is null', operator: 'IS_NULL', sql: 'IS NULL', values: 'none' },
  isNotNull: { label: 'is not null', operator: 'IS_NOT_NULL', sql: 'IS NOT NULL', values: 'none' },
} as const satisfies Record<string, FilterOperatorRow>;

export type OperatorName = keyof typeof filterOperators;

export const operatorOf = (name: OperatorName): FilterOperatorRow => filterOperators[name];

/** The control for a value. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'instant' | 'date';

const kinds: Readonly<Partial<Record<ColumnType, ValueKind>>> = {
  BOOLEAN: 'boolean',
  FLOAT: 'number',
  DOUBLE: 'number',
  DECIMAL: 'number',
  INT8: 'number',
  INT16: 'number',
  INT32: 'number',
  INT64: 'number',
  DATE: 'date',
  TIMESTAMP: 'instant',
};

export const valueKind = (type: ColumnType): ValueKind => kinds[type] ?? 'text';

const ordered: readonly OperatorName[] = ['from', 'under', 'over', 'upTo'];
const names: Readonly<Record<ValueKind, readonly OperatorName[]>> = {
  text: ['is', 'isNot', 'contains', 'containsNot'],
  number: ['is', 'isNot', ...ordered],
  boolean: ['is'],
  instant: [...ordered, 'is', 'isNot'],
  date: [...ordered, 'is', 'isNot'],
};

/** The operators that fit a column, the usual one first. */
export const operatorsFor = (type: ColumnType): readonly OperatorName[] => [
  ...(type === 'COLUMNSTORE' ? (['is', 'isNot'] as const) : names[valueKind(type)]),
  'isNull',
  'isNotNull',
];
