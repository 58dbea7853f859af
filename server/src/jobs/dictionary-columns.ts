import type { DataPool } from '../catalog/definitions.js';

/** Above this, a dictionary is slower to read and write than it saves. */
const valuesMax = 10_000;
/** A value that hardly repeats gains nothing from a dictionary. */
const recordsPerValueMin = 10;

/** The columns that may be stored with a dictionary. */
export const textColumns = ({ columns }: DataPool): readonly string[] =>
  columns.filter(({ type }) => type === 'STRING').map(({ name }) => name);

/** Which of the columns are worth a dictionary (LowCardinality), by their numbers of different values. */
export function dictionaryColumns(
  names: readonly string[],
  distinct: readonly number[],
  records: number,
): readonly string[] {
  return names.filter((_, index) => {
    const values = distinct[index] ?? 0;
    return values > 0 && values <= valuesMax && values * recordsPerValueMin <= records;
  });
}
