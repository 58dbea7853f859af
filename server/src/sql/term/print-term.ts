import { quoteIdentifier } from '../identifier.js';
import type { Sql } from '../sql-text.js';
import { asSql } from '../trusted-text.js';
import { stringLiteral, type Values } from '../values.js';
import { bool, call, int, nothing, text } from './build-term.js';
import { exactCastOf } from './exact-cast.js';
import { isSafeComparison, takesPlainColumns } from './guarded-columns.js';
import type {
  AggregateTerm,
  CallTerm,
  CastTerm,
  CheckedTerm,
  ColumnTerm,
  Fill,
  FrameBound,
  OrderKey,
  Query,
  Term,
  WindowFrame,
  WindowTerm,
} from './term.js';

/** Lets `print-term.ts` print subqueries without importing `print-query.ts`, which imports it. */
export interface TermPrinting {
  readonly values: Values;
  /** Whether functions get columns that the engine cannot compute from an index, because policies hide records. */
  readonly guarded: boolean;
  query(query: Query): Sql;
}

const infix = new Map(
  Object.entries({
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
    isNotDistinctFrom: '<=>',
    modulo: '%',
    like: 'LIKE',
    ilike: 'ILIKE',
    and: 'AND',
    or: 'OR',
  }),
);

const postfix = new Map(Object.entries({ isNull: 'IS NULL', isNotNull: 'IS NOT NULL' }));

/**
 * The engine evaluates a function of a column with a dictionary over the whole dictionary, with values of other records and an
 * empty text. These fail on some texts, or take NULL for an empty text then.
 */
const failsOnDictionaries: ReadonlySet<string> = new Set([
  'base64Decode',
  'toBool',
  'isValidJSON',
  'JSONHas',
  'JSONLength',
  'JSONType',
  'JSONExtractString',
  'JSONExtractInt',
  'JSONExtractUInt',
  'JSONExtractFloat',
  'JSONExtractBool',
  'JSONExtractRaw',
]);

/** A literal or a parameter has no dictionary. */
const isConstant = /^(?:'|\{|\(?-?\d)/;

/** The same value of any type, but never with a dictionary. */
const withoutDictionary = (value: Sql): Sql =>
  isConstant.test(value) ? value : asSql(`arrayElement([${value}], 1)`);

/**
 * The same value of any type, which costs nothing. Over an index, the engine computes any function whose other arguments are constants,
 * so the column is there twice. It sees through `ifNull` in comparisons.
 */
const withoutIndex = (column: Sql): Sql => asSql(`tupleElement(tuple(${column}, ${column}), 1)`);

/** Prints one term as the engine's SQL. Every operator expression is put in brackets. */
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
      return printColumn(term);
    case 'call':
      return printIn(term, printing) ?? printCall(term.name, printArguments(term, printing));
    case 'cast':
      return printCast(term.exact ? exactCastOf(term) : term, printing);
    case 'checked':
      return printTerm(withThrow(term), printing);
    case 'aggregate':
      return printAggregate(term, printing);
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
  }
}

function printCast(term: CastTerm, printing: TermPrinting): Sql {
  const { operand, engineType, exact } = term;
  const name = exact ? 'accurateCast' : 'CAST';
  return asSql(`${name}(${printOperand(operand, printing)}, ${stringLiteral(engineType)})`);
}

export function printColumn({ table, name }: ColumnTerm): Sql {
  return table === null ? quoteIdentifier(name) : asSql(`${quoteIdentifier(table)}.${quoteIdentifier(name)}`);
}

const forms = { state: 'State', merge: 'Merge' } as const;

function printAggregate(
  { name, parameters, args, filter, form, compensated }: AggregateTerm,
  printing: TermPrinting,
): Sql {
  const shown = compensated && form === undefined ? name.replace(/^sum/, 'sumKahan') : name;
  const suffix = `${form === undefined ? '' : forms[form]}${filter === undefined ? '' : 'If'}`;
  const given = parameters.length === 0 ? '' : `(${printTerms(parameters, printing).join(', ')})`;
  const printed = printTerms(filter === undefined ? args : [...args, filter], printing).join(', ');
  return asSql(`${shown}${suffix}${given}(${printed})`);
}

/** The engine's throwIf returns 0 if it does not throw. */
function withThrow({ condition, message, value }: CheckedTerm): Term {
  const check = call('throwIf', call('ifNull', condition, bool(false)), text(message));
  return call('if', call('equals', check, int(0)), value, nothing);
}

/** Prints `x IN (1, 2)` for a call of `in` with a tuple; null for any other call. */
function printIn({ name, args: [operand, list] }: CallTerm, printing: TermPrinting): Sql | null {
  if (name !== 'in' || operand === undefined || list?.kind !== 'call' || list.name !== 'tuple') return null;
  return asSql(`(${printTerm(operand, printing)} IN (${printTerms(list.args, printing).join(', ')}))`);
}

function printArguments(term: CallTerm, printing: TermPrinting): Sql[] {
  if (isSafeComparison(term)) return printTerms(term.args, { ...printing, guarded: false });
  return takesPlainColumns(term)
    ? printTerms(term.args, printing)
    : term.args.map((arg) => printOperand(arg, printing));
}

/** What a function or a cast computes with. */
function printOperand(term: Term, printing: TermPrinting): Sql {
  const printed = printTerm(term, printing);
  return printing.guarded && term.kind === 'column' ? withoutIndex(printed) : printed;
}

function printTerms(terms: readonly Term[], printing: TermPrinting): Sql[] {
  return terms.map((term) => printTerm(term, printing));
}

function printCall(name: string, args: readonly Sql[]): Sql {
  const operator = infix.get(name);
  if (operator !== undefined && args.length > 1) return asSql(`(${args.join(` ${operator} `)})`);
  // The engine parses `not(a) = b` as `NOT (a = b)`, so NOT is printed inside brackets.
  if (name === 'not') return asSql(`(NOT ${args.join()})`);
  if (name === 'array') return asSql(`[${args.join(', ')}]`);
  if (failsOnDictionaries.has(name)) return asSql(`${name}(${args.map(withoutDictionary).join(', ')})`);
  const test = postfix.get(name);
  if (test !== undefined) return asSql(`(${args.join()} ${test})`);
  return asSql(`${name}(${args.join(', ')})`);
}

const int32Max = 2 ** 31 - 1;

function wholeNumber(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new Error(`not an integer: ${value}`);
  // The engine reads a large literal as unsigned, and mixing signed and unsigned gives wrong results.
  if (Math.abs(value) > int32Max) return asSql(`toInt64(${value})`);
  return asSql(value < 0 ? `(${value})` : String(value));
}

export function printOrder(order: readonly OrderKey[], printing: TermPrinting): Sql {
  const keys = order.map(
    ({ term, descending, nullsFirst, fill }) =>
      `${printTerm(term, printing)} ${descending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}${printFill(fill, printing)}`,
  );
  return asSql(`ORDER BY ${keys.join(', ')}`);
}

function printFill(fill: Fill | undefined, printing: TermPrinting): string {
  if (fill === undefined) return '';
  const part = (word: string, term: Term | null) =>
    term === null ? '' : ` ${word} ${printTerm(term, printing)}`;
  return ` WITH FILL${part('FROM', fill.from)}${part('TO', fill.to)}${part('STEP', fill.step)}`;
}

function printWindow(term: WindowTerm, printing: TermPrinting): Sql {
  const parts: string[] = [];
  if (term.partition.length > 0) {
    parts.push(`PARTITION BY ${printTerms(term.partition, printing).join(', ')}`);
  }
  if (term.order.length > 0) parts.push(printOrder(term.order, printing));
  if (term.frame !== null) parts.push(printFrame(term.frame));
  const nulls = term.respectNulls ? ' RESPECT NULLS' : '';
  return asSql(`${printAggregate(term.call, printing)}${nulls} OVER (${parts.join(' ')})`);
}

function printFrame({ unit, start, end }: WindowFrame): string {
  return `${unit} BETWEEN ${printBound(start)} AND ${printBound(end)}`;
}

function printBound(bound: FrameBound): string {
  switch (bound.kind) {
    case 'unboundedPreceding':
      return 'UNBOUNDED PRECEDING';
    case 'unboundedFollowing':
      return 'UNBOUNDED FOLLOWING';
    case 'currentRow':
      return 'CURRENT ROW';
    default:
      if (!Number.isSafeInteger(bound.offset) || bound.offset < 0)
        throw new Error(`not a valid frame offset: ${bound.offset}`);
      return `${bound.offset} ${bound.kind === 'preceding' ? 'PRECEDING' : 'FOLLOWING'}`;
  }
}
