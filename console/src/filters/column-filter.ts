import type { FilterInput } from '@weir/client';
import { formatInstant } from '../format/format.js';
import { filterOperators, type OperatorName, operatorOf } from './filter-operators.js';

/** A condition on one column, as a chip shows it. Several filters must all hold. */
export interface ColumnFilter {
  readonly column: string;
  readonly operator: OperatorName;
  /** As text in the format of the column's type. */
  readonly values: readonly string[];
}

/** A pattern for texts with this part: `%` and `_` stand for themselves in it. */
const partPattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** The structured filters of the API. */
export const filterInputs = (filters: readonly ColumnFilter[]): FilterInput[] =>
  filters.map(({ column, operator: name, values }) => {
    const { operator, values: several, isPart } = operatorOf(name);
    if (several === 'none') return { column, operator };
    const [first, ...others] = values.map((value) => ({
      column,
      operator,
      value: isPart ? partPattern(value) : value,
    }));
    return {
      column,
      operator,
      ...first,
      ...(others.length > 0 && { [several === 'and' ? 'and' : 'or']: others }),
    };
  });

/** The field of an input, unless there are no filters. */
export const filtersField = (filters: readonly ColumnFilter[]) =>
  filters.length > 0 ? { filters: filterInputs(filters) } : {};

export const quotedName = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const quotedText = (text: string) => `'${text.replaceAll("'", "''")}'`;

const sqlOperators = new Map(
  Object.values(filterOperators).map(({ operator, sql }) => [operator, sql] as const),
);

/** The same condition in SQL. Text takes the type of the column that it is compared with. */
export function inputCondition({ column, operator, value, and, or }: FilterInput): string {
  const operand = value === null || value === undefined ? '' : ` ${quotedText(value)}`;
  const own = `${quotedName(column)} ${sqlOperators.get(operator)}${operand}`;
  const all = [own, ...(and ?? []).map(inputCondition)].join(' AND ');
  const any = [all, ...(or ?? []).map(inputCondition)].join(' OR ');
  return any === own ? own : `(${any})`;
}

/** For what has no structured filters. */
export const filterConditions = (filters: readonly ColumnFilter[]): readonly string[] =>
  filterInputs(filters).map(inputCondition);

/** Each on its own line, so that a comment at the end of one does not swallow the other. */
export function allConditions(texts: readonly string[]): string {
  const conditions = texts.map((text) => text.trim()).filter((text) => text !== '');
  return conditions.length < 2
    ? (conditions[0] ?? '')
    : conditions.map((text) => `(${text}\n)`).join(' AND ');
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** `country is CH or DE`, with instants in a time zone. */
export function filterText({ column, operator, values }: ColumnFilter, timeZone: string): string {
  const { label, values: several } = operatorOf(operator);
  const shown = values.map((value) => (instant.test(value) ? formatInstant(value, timeZone) : value || '""'));
  const text = shown.join(several === 'and' ? ' and ' : ' or ');
  return [column, label, ...(several === 'none' ? [] : [text])].join(' ');
}

/** In the URL: `[["country","is","CH","DE"]]`. Names and values may contain nearly any character. */
export const filtersParam = (filters: readonly ColumnFilter[]): string =>
  filters.length === 0
    ? ''
    : JSON.stringify(filters.map(({ column, operator, values }) => [column, operator, ...values]));

/** Ignores invalid parts of a hand-edited URL. */
export function readFilters(text: string | undefined): readonly ColumnFilter[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.flatMap(readFilter) : [];
  } catch {
    return [];
  }
}

function readFilter(item: unknown): readonly ColumnFilter[] {
  if (!Array.isArray(item) || !item.every((part) => typeof part === 'string')) return [];
  const [column = '', operator = '', ...values] = item as string[];
  if (column === '' || !Object.hasOwn(filterOperators, operator)) return [];
  const filter = { column, operator: operator as OperatorName, values };
  const several = operatorOf(filter.operator).values;
  const fits = several === 'none' ? values.length === 0 : values.length > 0;
  return fits && (several !== 'one' || values.length === 1) ? [filter] : [];
}
