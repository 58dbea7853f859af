import { columnRules } from '@weir/client';

const has = (types: readonly string[]) => (type: string | undefined) => types.some((other) => other === type);

export const isNumericType = has(columnRules.numericTypes);
export const isTimestampType = has(columnRules.timestampTypes);

/** Whether the name is reserved for the service's columns. */
export const isReservedName = (name: string) =>
  columnRules.reservedNamePrefixes.some((prefix) => name.toLowerCase().startsWith(prefix));

/** Attributes of an input for a column name. */
export const columnNameInput = {
  maxLength: columnRules.nameCharactersMax,
  pattern: columnRules.namePattern,
  title: 'Start with a letter or _. Then use letters, digits, _, $, - and spaces.',
} as const;
