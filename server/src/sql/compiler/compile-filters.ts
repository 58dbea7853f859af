import { badRequest } from '../../base/errors.js';
import type { Column } from '../../catalog/column.js';
import type { FilterDefinition, FilterOperator } from '../../catalog/filter.js';
import { booleanCall, type EngineValue, literalValue } from '../columnstore/resolve/engine-value.js';
import { fitPair, fitTo, requireType } from '../columnstore/resolve/fit.js';
import { Resolver } from '../columnstore/resolve/resolver.js';
import { and, call, not, or } from '../term/build-term.js';
import { asFilter, type FilterTerm } from '../term/checked-term.js';
import { type ComparisonOperator, comparisons } from '../term/comparisons.js';
import type { Term } from '../term/term.js';
import { filterLimits } from '../text/expression-limits.js';
import { numberLiteralOf, stringLiteralOf } from '../text/read-literal.js';
import type { Source } from '../text/source.js';

/**
 * Compiles the deprecated structured filters to the same tree as `filterSql`. The filters of a list are combined with
 * AND; one filter means `(itself AND every "and") OR any "or"`. Returns null for an empty list.
 */
export function compileFilters(
  filters: readonly FilterDefinition[],
  columns: readonly Column[],
  name = 'filters',
): FilterTerm | null {
  if (filters.length === 0) return null;
  const given = { name, columns, conditions: 0 };
  return asFilter(and(...filters.map((filter) => compileFilter(filter, given, 1))));
}

interface Given {
  /** The name of the filters in error messages. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** How many conditions were compiled so far. */
  conditions: number;
}

function compileFilter(filter: FilterDefinition, given: Given, depth: number): Term {
  given.conditions += 1;
  if (depth > filterLimits.depthMax) {
    throw badRequest(
      `${given.name} are nested more than ${filterLimits.depthMax} levels deep. Simplify them.`,
    );
  }
  if (given.conditions > filterLimits.conditionsMax) {
    throw badRequest(
      `${given.name} contain more than ${filterLimits.conditionsMax} conditions. Simplify them.`,
    );
  }
  const inner = (list: readonly FilterDefinition[]) =>
    list.map((one) => compileFilter(one, given, depth + 1));
  return or(and(condition(filter, given), ...inner(filter.and)), ...inner(filter.or));
}

const operators: Readonly<Partial<Record<FilterOperator, ComparisonOperator>>> = {
  EQUALS: '=',
  NOT_EQUALS: '<>',
  GREATER_THAN: '>',
  GREATER_THAN_OR_EQUAL_TO: '>=',
  LESS_THAN: '<',
  LESS_THAN_OR_EQUAL_TO: '<=',
};

function condition({ column, operator, value }: FilterDefinition, { name, columns }: Given): Term {
  const refusing = {
    refuse: (_at: number, problem: string) =>
      badRequest(`${name}, column ${column}, ${operator}: ${problem}`),
  };
  const operand = operandOf({ name, text: column }, columns);
  if (operator === 'IS_NULL' || operator === 'IS_NOT_NULL') {
    const settled = fitTo(refusing, operand, 'string', 0);
    return call(operator === 'IS_NULL' ? 'isNull' : 'isNotNull', settled.term);
  }
  if (value === null) throw refusing.refuse(0, 'This operator needs a value.');
  if (value.includes('\0') || /\p{Surrogate}/u.test(value))
    throw refusing.refuse(0, 'The value contains a NUL or a lone surrogate. Remove it.');
  const literal = stringLiteralOf(value);
  const comparison = operators[operator];
  if (comparison === undefined) {
    const settled = requireType(refusing, operand, 'string', 0, 'LIKE');
    return not(operator === 'NOT_LIKE', booleanCall('like', settled, literalValue(literal)).term);
  }
  const isEquality = comparison === '=' || comparison === '<>';
  // Filter values are strings. Ordering JSON against a string that spells a number compares numbers.
  const ordered = operand.type === 'json' && !isEquality ? (numberLiteralOf(value) ?? literal) : literal;
  const places = { at: 0, left: 0, right: 0 };
  const sides = fitPair(refusing, operand, literalValue(ordered), places, isEquality);
  return booleanCall(comparisons[comparison], ...sides).term;
}

/** Resolves a column name, or a dotted path into a JSON column. */
function operandOf(source: Source, columns: readonly Column[]): EngineValue {
  const exact = columns.some(({ name }) => name === source.text);
  const parts = (exact ? [source.text] : source.text.split('.')).map((text) => ({ text, quoted: false }));
  return new Resolver(source, { columns, aggregates: 'forbidden' }).resolve({ kind: 'name', at: 0, parts });
}
