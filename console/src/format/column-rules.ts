import { type ColumnType, columnRules } from '@weir/client';

const has = (types: readonly string[]) => (type: string | undefined) => types.some((other) => other === type);

export const isNumericType = has(columnRules.numericTypes);
export const isTimestampType = has(columnRules.timestampTypes);

/** A column's type with its parameters, which only DECIMAL has. */
export interface TypeFields {
  readonly type: ColumnType;
  readonly precision?: number | null | undefined;
  readonly scale?: number | null | undefined;
}

const { precisionDefault, scaleDefault } = columnRules.decimal;

/** A type as it is shown: `DECIMAL(10, 2)`. */
export const typeText = ({ type, precision, scale }: TypeFields): string =>
  type === 'DECIMAL' ? `DECIMAL(${precision ?? precisionDefault}, ${scale ?? scaleDefault})` : type;

/** The fields of an input for a column's type. What the user leaves empty has the default. */
export const typeInput = ({ type, precision, scale }: TypeFields) => ({
  type,
  ...(type === 'DECIMAL' && typeof precision === 'number' && { precision }),
  ...(type === 'DECIMAL' && typeof scale === 'number' && { scale }),
});

/** Whether the name is reserved for the service's columns. */
export const isReservedName = (name: string) =>
  columnRules.reservedNamePrefixes.some((prefix) => name.toLowerCase().startsWith(prefix));

/** Whether a column's path names a header of the request. */
export const isHeaderPath = (path: string) => path.startsWith(columnRules.headerPrefix);
export const headerName = (path: string) => path.slice(columnRules.headerPrefix.length);

const eitherCase = (text: string) => text.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
const reserved = columnRules.reservedNamePrefixes.map(eitherCase).join('|');
const advice = `Start with a letter or _. Then use letters, digits, _, $, - and spaces. ${columnRules.reservedNamePrefixes.join(' and ')} are reserved.`;

/** Attributes of an input for a column name. */
export const columnNameInput = {
  maxLength: columnRules.nameCharactersMax,
  pattern: columnRules.namePattern.replace('^', `^(?!${reserved})`),
  title: advice,
} as const;

const validName = new RegExp(columnNameInput.pattern, 'u');

/** What is wrong with a column name that someone types; undefined when nothing is, or nothing is typed yet. */
export function columnNameProblem(name: string): string | undefined {
  if (name === '' || (validName.test(name) && name.length <= columnNameInput.maxLength)) return undefined;
  return name.length > columnNameInput.maxLength
    ? `At most ${columnNameInput.maxLength} characters.`
    : advice;
}
