import { quoteIdentifier } from '../identifier.js';
import type { Sql } from '../sql-text.js';
import { asSql } from '../trusted-text.js';
import { stringLiteral, type Values } from '../values.js';
import type { Expr, ExprOf } from './expr.js';
import { printColumn } from './print-column.js';
import { printJsonPath } from './print-json-path.js';
import { printLiteral } from './print-literal.js';
import type { FrameBoundSyntax } from './syntax.js';

/**
 * The tree as SQL of the engine. Everything with an operator stands in brackets, so that no rule of precedence
 * is ever relied upon; names come from the tree's closed sets, values through `values`.
 */
export function printExpr(expr: Expr, values: Values): Sql {
  const print = (inner: Expr) => printExpr(inner, values);
  const join = (inner: readonly Expr[], separator = ', ') => inner.map(print).join(separator);
  switch (expr.kind) {
    case 'literal':
      return printLiteral(expr, values);
    case 'column':
      return printColumn(expr.table, expr.name);
    case 'lambdaParameter':
      return quoteIdentifier(expr.name);
    case 'jsonPath':
      return printJsonPath(expr, values);
    case 'negate':
      return asSql(`(- ${print(expr.operand)})`);
    case 'not':
      return asSql(`(NOT ${print(expr.operand)})`);
    case 'logical':
      return asSql(`(${join(expr.operands, ` ${expr.op} `)})`);
    case 'arithmetic':
      return printArithmetic(expr, values);
    case 'concat':
      return asSql(`concat(${print(expr.left)}, ${print(expr.right)})`);
    case 'comparison':
      return asSql(`(${print(expr.left)} ${expr.op} ${print(expr.right)})`);
    case 'distinct':
      return asSql(`(${expr.negated ? '' : 'NOT '}(${print(expr.left)} <=> ${print(expr.right)}))`);
    case 'in':
      return asSql(`(${print(expr.operand)} ${expr.negated ? 'NOT IN' : 'IN'} (${join(expr.items)}))`);
    case 'between':
      return asSql(
        `(${print(expr.operand)} ${not(expr.negated)}BETWEEN ${print(expr.low)} AND ${print(expr.high)})`,
      );
    case 'like':
      return asSql(
        `(${print(expr.operand)} ${not(expr.negated)}${expr.caseless ? 'ILIKE' : 'LIKE'} ${print(expr.pattern)})`,
      );
    case 'regex':
      return printRegex(expr, values);
    case 'isNull':
      return asSql(`(${print(expr.operand)} IS ${not(expr.negated)}NULL)`);
    case 'case':
      return printCase(expr, values);
    case 'cast':
      return asSql(`CAST(${print(expr.operand)}, ${stringLiteral(`Nullable(${expr.engineType})`)})`);
    case 'call':
      return asSql(`${expr.fn.engineName}(${join(expr.args)})`);
    case 'aggregate':
      return printAggregate(expr, values);
    case 'interval':
      return printInterval(expr, values, 0);
    case 'array':
      return asSql(`[${join(expr.items)}]`);
    case 'element':
      return asSql(`arrayElement(${print(expr.array)}, ${print(expr.index)})`);
    case 'lambda':
      return asSql(`(${expr.parameters.map(quoteIdentifier).join(', ')}) -> ${print(expr.body)}`);
    case 'query':
      return printQueryExpr(expr, values);
    case 'window':
      return printWindowExpr(expr, values);
  }
}

const not = (negated: boolean) => (negated ? 'NOT ' : '');

function printArithmetic(expr: ExprOf<'arithmetic'>, values: Values): Sql {
  const left = printExpr(expr.left, values);
  // An interval of several units is applied unit by unit, the largest first as they were written.
  if (expr.right.kind === 'interval') {
    const { right } = expr;
    return right.parts.reduce(
      (time, _, index) => asSql(`(${time} ${expr.op} ${printInterval(right, values, index)})`),
      left,
    );
  }
  const right = printExpr(expr.right, values);
  if (expr.op === '^') return asSql(`pow(${left}, ${right})`);
  if (expr.op === '/' && expr.division === 'integer') return asSql(`intDiv(${left}, ${right})`);
  return asSql(`(${left} ${expr.op} ${right})`);
}

const intervalFunctions = {
  second: 'toIntervalSecond',
  minute: 'toIntervalMinute',
  hour: 'toIntervalHour',
  day: 'toIntervalDay',
  week: 'toIntervalWeek',
  month: 'toIntervalMonth',
  quarter: 'toIntervalQuarter',
  year: 'toIntervalYear',
} as const;

function printInterval(expr: ExprOf<'interval'>, values: Values, index: number): Sql {
  const part = expr.parts[index];
  if (part === undefined) throw new Error('an interval without parts');
  return asSql(`${intervalFunctions[part.unit]}(${values.add('Int64', part.amount)})`);
}

function printRegex(expr: ExprOf<'regex'>, values: Values): Sql {
  const test = `match(${printExpr(expr.operand, values)}, ${printExpr(expr.pattern, values)})`;
  return asSql(expr.negated ? `(NOT ${test})` : test);
}

function printCase(expr: ExprOf<'case'>, values: Values): Sql {
  const subject = expr.subject === null ? '' : ` ${printExpr(expr.subject, values)}`;
  const branches = expr.branches.map(
    ({ when, result }) => ` WHEN ${printExpr(when, values)} THEN ${printExpr(result, values)}`,
  );
  const otherwise = expr.otherwise === null ? '' : ` ELSE ${printExpr(expr.otherwise, values)}`;
  return asSql(`(CASE${subject}${branches.join('')}${otherwise} END)`);
}

function printAggregate(expr: ExprOf<'aggregate'>, values: Values): Sql {
  const name = `${expr.fn.engineName}${expr.distinct ? 'Distinct' : ''}${expr.filter === null ? '' : 'If'}`;
  const parameters = expr.parameters.map((parameter) => printExpr(parameter, values)).join(', ');
  const args = [...expr.args, ...(expr.filter === null ? [] : [expr.filter])];
  const printed = args.map((arg) => printExpr(arg, values)).join(', ');
  return asSql(`${name}${parameters === '' ? '' : `(${parameters})`}(${printed})`);
}

function printQueryExpr(expr: ExprOf<'query'>, values: Values): Sql {
  const query = expr.print(values);
  if (expr.form === 'value') return asSql(`(${query})`);
  if (expr.form === 'exists') return asSql(`EXISTS (${query})`);
  const operand = expr.operand === null ? '' : printExpr(expr.operand, values);
  return asSql(`(${operand} ${expr.form === 'in' ? 'IN' : 'NOT IN'} (${query}))`);
}

function printWindowExpr(expr: ExprOf<'window'>, values: Values): Sql {
  const print = (inner: Expr) => printExpr(inner, values);
  const parts: string[] = [];
  if (expr.partition.length > 0) parts.push(`PARTITION BY ${expr.partition.map(print).join(', ')}`);
  if (expr.order.length > 0) {
    const keys = expr.order.map(
      ({ value, descending, nullsFirst }) =>
        `${print(value)} ${descending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`,
    );
    parts.push(`ORDER BY ${keys.join(', ')}`);
  }
  if (expr.frame !== null) {
    const { unit, start, end } = expr.frame;
    parts.push(`${unit} BETWEEN ${printBound(start)} AND ${printBound(end)}`);
  }
  return asSql(`${print(expr.call)} OVER (${parts.join(' ')})`);
}

export function printBound(bound: FrameBoundSyntax): string {
  switch (bound.kind) {
    case 'unboundedPreceding':
      return 'UNBOUNDED PRECEDING';
    case 'unboundedFollowing':
      return 'UNBOUNDED FOLLOWING';
    case 'currentRow':
      return 'CURRENT ROW';
    default:
      if (!Number.isSafeInteger(bound.offset) || bound.offset < 0)
        throw new Error('a frame without a distance');
      return `${bound.offset} ${bound.kind === 'preceding' ? 'PRECEDING' : 'FOLLOWING'}`;
  }
}
