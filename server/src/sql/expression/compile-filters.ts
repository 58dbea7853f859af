import { badRequest } from '../../base/errors.js';
import type { Column } from '../../catalog/column.js';
import type { FilterDefinition, FilterOperator } from '../../catalog/filter.js';
import { asFilter, type FilterExpr } from './checked-expr.js';
import type { Expr } from './expr.js';
import { filterLimits } from './limits.js';
import { fitPair, fitTo, requireType } from './resolve/fit.js';
import { numberLiteralOf, stringLiteralOf } from './resolve/literals.js';
import { Resolver } from './resolve/resolver.js';
import type { Source } from './source.js';
import type { ComparisonOperator } from './syntax.js';

/**
 * The deprecated structured filters as the same tree that `filterSql` becomes. A list means all of its filters;
 * one filter means `(itself AND every "and") OR any "or"`. An empty list is null: no condition.
 */
export function compileFilters(
  filters: readonly FilterDefinition[],
  columns: readonly Column[],
  name = 'filters',
): FilterExpr | null {
  if (filters.length === 0) return null;
  const given = { name, columns, conditions: 0 };
  return asFilter(allOf(filters.map((filter) => compileFilter(filter, given, 1))));
}

/** What the filters are called in messages, what they are over, and how many conditions there have been. */
interface Given {
  readonly name: string;
  readonly columns: readonly Column[];
  conditions: number;
}

function compileFilter(filter: FilterDefinition, given: Given, depth: number): Expr {
  given.conditions += 1;
  if (depth > filterLimits.depthMax) {
    throw badRequest(`${given.name} are nested more than ${filterLimits.depthMax} levels deep.`);
  }
  if (given.conditions > filterLimits.conditionsMax) {
    throw badRequest(`${given.name} hold more than ${filterLimits.conditionsMax} conditions.`);
  }
  const inner = (list: readonly FilterDefinition[]) =>
    list.map((one) => compileFilter(one, given, depth + 1));
  const all = allOf([condition(filter, given), ...inner(filter.and)]);
  const alternatives = inner(filter.or);
  return alternatives.length === 0 ? all : logical('OR', [all, ...alternatives]);
}

function allOf(operands: readonly Expr[]): Expr {
  const [only] = operands;
  return operands.length === 1 && only !== undefined ? only : logical('AND', operands);
}

function logical(op: 'AND' | 'OR', operands: readonly Expr[]): Expr {
  return { kind: 'logical', type: 'boolean', op, operands };
}

const comparisons: Readonly<Partial<Record<FilterOperator, ComparisonOperator>>> = {
  EQUALS: '=',
  NOT_EQUALS: '<>',
  GREATER_THAN: '>',
  GREATER_THAN_OR_EQUAL_TO: '>=',
  LESS_THAN: '<',
  LESS_THAN_OR_EQUAL_TO: '<=',
};

function condition({ column, operator, value }: FilterDefinition, { name, columns }: Given): Expr {
  const refusing = {
    refuse: (_at: number, problem: string) =>
      badRequest(`${name}, column ${column}, ${operator}: ${problem}`),
  };
  const operand = operandOf({ name, text: column }, columns);
  if (operator === 'IS_NULL' || operator === 'IS_NOT_NULL') {
    const settled = fitTo(refusing, operand, 'string', 0);
    return { kind: 'isNull', type: 'boolean', operand: settled, negated: operator === 'IS_NOT_NULL' };
  }
  if (value === null) throw refusing.refuse(0, 'A value is needed.');
  if (value.includes('\0') || /\p{Surrogate}/u.test(value))
    throw refusing.refuse(0, 'The value is not valid text.');
  const literal = stringLiteralOf(value);
  const comparison = comparisons[operator];
  if (comparison === undefined) {
    const settled = requireType(refusing, operand, 'string', 0, 'LIKE');
    const negated = operator === 'NOT_LIKE';
    return { kind: 'like', type: 'boolean', operand: settled, pattern: literal, caseless: false, negated };
  }
  const isEquality = comparison === '=' || comparison === '<>';
  // Values come as strings: beside JSON, an order between numbers is meant when the value spells one.
  const ordered = operand.type === 'json' && !isEquality ? (numberLiteralOf(value) ?? literal) : literal;
  const [left, right] = fitPair(refusing, operand, ordered, { at: 0, left: 0, right: 0 }, isEquality);
  return { kind: 'comparison', type: 'boolean', op: comparison, left, right };
}

/** A column by its name, or a dotted path into a JSON column. */
function operandOf(source: Source, columns: readonly Column[]): Expr {
  const exact = columns.some(({ name }) => name === source.text);
  const parts = (exact ? [source.text] : source.text.split('.')).map((text) => ({ text, quoted: false }));
  return new Resolver(source, { columns, aggregates: 'forbidden' }).resolve({ kind: 'name', at: 0, parts });
}
