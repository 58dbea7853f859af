import type { DataPool } from '../catalog/definitions.js';

/**
 * A dictionary of the engine has at most 8,192 values. With 8,000, a column is grouped three times as fast as plain text; with
 * 10,000, it is half as fast, and slower to insert. The rest is room for values that come later.
 */
const valuesMax = 5_000;
/** A value that hardly repeats gains nothing from a dictionary. */
const recordsPerValueMin = 10;

/** The columns that may be stored with a dictionary. */
export const textColumns = ({ columns }: DataPool): readonly string[] =>
  columns.filter(({ type }) => type === 'STRING').map(({ name }) => name);

/** Whether a dictionary is too small for a column with so many different values. */
export const isTooManyValues = (values: number) => values > valuesMax;

/** Which of the columns are worth a dictionary (LowCardinality), by their numbers of different values. */
export function dictionaryColumns(
  names: readonly string[],
  distinct: readonly number[],
  records: number,
): readonly string[] {
  return names.filter((_, index) => {
    const values = distinct[index] ?? 0;
    return values > 0 && !isTooManyValues(values) && values * recordsPerValueMin <= records;
  });
}
