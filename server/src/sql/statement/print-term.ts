import { printBound, printExpr } from '../expression/print-expr.js';
import { asSql, quoteIdentifier, type Sql } from '../identifier.js';
import { stringLiteral, type Values } from '../values.js';
import type { Frame, OrderKey, Query, Term, WindowTerm } from './term.js';

/** How the two files that print a statement reach each other: queries hold terms, terms hold queries. */
export interface Printing {
  readonly values: Values;
  query(query: Query): Sql;
}

const infix: Readonly<Record<string, string>> = {
  plus: '+',
  minus: '-',
  multiply: '*',
  divide: '/',
  equals: '=',
  notEquals: '<>',
  less: '<',
  lessOrEquals: '<=',
  greater: '>',
  greaterOrEquals: '>=',
  and: 'AND',
  or: 'OR',
};

/** One term as the engine's SQL. Everything with an operator stands in brackets. */
export function printTerm(term: Term, printing: Printing): Sql {
  const print = (inner: Term) => printTerm(inner, printing);
  const list = (terms: readonly Term[]) => terms.map(print).join(', ');
  switch (term.kind) {
    case 'value':
      return printing.values.add(term.type, term.text);
    case 'constant':
      return asSql(term.text);
    case 'number':
      return wholeNumber(term.value);
    case 'text':
      return stringLiteral(term.text);
    case 'column':
      return asSql(`${quoteIdentifier(term.table)}.${quoteIdentifier(term.name)}`);
    case 'call':
      return printCall(term.name, term.args.map(print));
    case 'cast':
      return asSql(
        `${term.exact ? 'accurateCast' : 'CAST'}(${print(term.operand)}, ${stringLiteral(term.engineType)})`,
      );
    case 'aggregate': {
      const parameters = term.parameters.length === 0 ? '' : `(${list(term.parameters)})`;
      return asSql(`${term.name}${parameters}(${list(term.args)})`);
    }
    case 'window':
      return printWindow(term, printing);
    case 'lambda':
      return asSql(`(${term.parameters.map(quoteIdentifier).join(', ')}) -> ${print(term.body)}`);
    case 'variable':
      return quoteIdentifier(term.name);
    case 'subquery':
      return asSql(`(${printing.query(term.query)})`);
    case 'exists':
      return asSql(`(EXISTS (${printing.query(term.query)}))`);
    case 'in':
      return asSql(`(${print(term.operand)} IN (${printing.query(term.query)}))`);
    case 'expression':
      return printExpr(term.expr, printing.values);
  }
}

function printCall(name: string, args: readonly Sql[]): Sql {
  const operator = infix[name];
  if (operator !== undefined && args.length > 1) return asSql(`(${args.join(` ${operator} `)})`);
  // To the engine it is an operator with brackets behind it, too: of `not(a) = b` it would take all.
  if (name === 'not') return asSql(`(NOT ${args.join()})`);
  return asSql(`${name}(${args.join(', ')})`);
}

const int32Max = 2 ** 31 - 1;

function wholeNumber(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new Error(`not a whole number: ${value}`);
  // The engine takes a large literal for unsigned, and its arithmetic of signed and unsigned goes wrong.
  if (Math.abs(value) > int32Max) return asSql(`toInt64(${value})`);
  return asSql(value < 0 ? `(${value})` : String(value));
}

export function printOrder(order: readonly OrderKey[], printing: Printing): Sql {
  const keys = order.map(
    ({ term, descending, nullsFirst }) =>
      `${printTerm(term, printing)} ${descending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`,
  );
  return asSql(`ORDER BY ${keys.join(', ')}`);
}

function printWindow(term: WindowTerm, printing: Printing): Sql {
  const args = term.args.map((arg) => printTerm(arg, printing)).join(', ');
  const parts: string[] = [];
  if (term.partition.length > 0) {
    parts.push(`PARTITION BY ${term.partition.map((key) => printTerm(key, printing)).join(', ')}`);
  }
  if (term.order.length > 0) parts.push(printOrder(term.order, printing));
  if (term.frame !== null) parts.push(printFrame(term.frame));
  const nulls = term.respectNulls ? ' RESPECT NULLS' : '';
  return asSql(`${term.name}(${args})${nulls} OVER (${parts.join(' ')})`);
}

function printFrame({ unit, start, end }: Frame): string {
  return `${unit} BETWEEN ${printBound(start)} AND ${printBound(end)}`;
}
