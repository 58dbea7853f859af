/** The deprecated structured filters, as stored with a Metric and as given with a query. */
export const filterOperators = [
  'EQUALS',
  'NOT_EQUALS',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL_TO',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL_TO',
  'LIKE',
  'NOT_LIKE',
  'IS_NULL',
  'IS_NOT_NULL',
] as const;

export type FilterOperator = (typeof filterOperators)[number];

/** Means `(itself AND every "and") OR any "or"`. */
export interface FilterDefinition {
  readonly column: string;
  readonly operator: FilterOperator;
  readonly value: string | null;
  readonly and: readonly FilterDefinition[];
  readonly or: readonly FilterDefinition[];
}
