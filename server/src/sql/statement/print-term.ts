import { printBound, printExpr } from '../expression/print-expr.js';
import { quoteIdentifier } from '../identifier.js';
import type { Sql } from '../sql-text.js';
import { asSql } from '../trusted-text.js';
import { stringLiteral, type Values } from '../values.js';
import type { OrderKey, Query, Term, WindowFrame, WindowTerm } from './term.js';

/** How the two files that print a statement reach each other: queries hold terms, terms hold queries. */
export interface TermPrinting {
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
export function printTerm(term: Term, printing: TermPrinting): Sql {
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
      return printCall(term.name, printTerms(term.args, printing));
    case 'cast':
      return asSql(
        `${term.exact ? 'accurateCast' : 'CAST'}(${printTerm(term.operand, printing)}, ${stringLiteral(term.engineType)})`,
      );
    case 'aggregate': {
      const { parameters } = term;
      const given = parameters.length === 0 ? '' : `(${printTerms(parameters, printing).join(', ')})`;
      return asSql(`${term.name}${given}(${printTerms(term.args, printing).join(', ')})`);
    }
    case 'window':
      return printWindow(term, printing);
    case 'lambda':
      return asSql(
        `(${term.parameters.map(quoteIdentifier).join(', ')}) -> ${printTerm(term.body, printing)}`,
      );
    case 'variable':
      return quoteIdentifier(term.name);
    case 'subquery':
      return asSql(`(${printing.query(term.query)})`);
    case 'exists':
      return asSql(`(EXISTS (${printing.query(term.query)}))`);
    case 'in':
      return asSql(`(${printTerm(term.operand, printing)} IN (${printing.query(term.query)}))`);
    case 'expression':
      return printExpr(term.expr, printing.values);
  }
}

function printTerms(terms: readonly Term[], printing: TermPrinting): Sql[] {
  return terms.map((term) => printTerm(term, printing));
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

export function printOrder(order: readonly OrderKey[], printing: TermPrinting): Sql {
  const keys = order.map(
    ({ term, descending, nullsFirst }) =>
      `${printTerm(term, printing)} ${descending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`,
  );
  return asSql(`ORDER BY ${keys.join(', ')}`);
}

function printWindow(term: WindowTerm, printing: TermPrinting): Sql {
  const args = printTerms(term.args, printing).join(', ');
  const parts: string[] = [];
  if (term.partition.length > 0) {
    parts.push(`PARTITION BY ${printTerms(term.partition, printing).join(', ')}`);
  }
  if (term.order.length > 0) parts.push(printOrder(term.order, printing));
  if (term.frame !== null) parts.push(printFrame(term.frame));
  const nulls = term.respectNulls ? ' RESPECT NULLS' : '';
  return asSql(`${term.name}(${args})${nulls} OVER (${parts.join(' ')})`);
}

function printFrame({ unit, start, end }: WindowFrame): string {
  return `${unit} BETWEEN ${printBound(start)} AND ${printBound(end)}`;
}
