import type { Column } from '../../../catalog/column.js';
import type { Expr } from '../expr.js';
import { expressionLimits } from '../limits.js';
import { placeholderOf } from '../placeholders.js';
import type { NamePart, SyntaxOf } from '../syntax.js';
import { typeOfColumn } from '../value-type.js';
import type { Resolving, StatementNames } from './resolving.js';

const namesListedMax = 20;

/**
 * A dotted name is the column with the longest matching name, and then a path into it if that column is
 * JSON. An unquoted name means the column spelled exactly so; failing that, the only one that differs in
 * nothing but case. A quoted name means exactly itself.
 */
export function resolveName(resolving: Resolving, { at, parts }: SyntaxOf<'name'>): Expr {
  const [first] = parts;
  if (first !== undefined && parts.length === 1 && resolving.isLambdaParameter(first.text)) {
    return { kind: 'lambdaParameter', type: 'unknown', name: first.text };
  }
  const value = placeholderValue(resolving, parts, at);
  if (value !== null) return value;
  if (resolving.statement !== undefined) return resolveInStatement(resolving, resolving.statement, at, parts);
  for (let length = parts.length; length > 0; length -= 1) {
    const column = findColumn(resolving, parts.slice(0, length), at);
    if (column !== null) return reference(resolving, column, parts.slice(length), at);
  }
  throw resolving.refuse(at, `There is no column ${dotted(parts)}. ${offered(resolving.columns)}`);
}

/** A placeholder stands where a value is expected, and is no step of a path. */
function placeholderValue(resolving: Resolving, parts: readonly NamePart[], at: number): Expr | null {
  if (resolving.placeholders === undefined) return null;
  const names = parts.map(({ text, quoted }) => (quoted ? placeholderOf(text) : undefined));
  const name = names.find((candidate) => candidate !== undefined);
  if (name === undefined) return null;
  if (parts.length === 1) return resolving.placeholders(name);
  throw resolving.refuse(at, `\${{ ${name} }} stands for a value and cannot be part of a name.`);
}

function resolveInStatement(
  resolving: Resolving,
  statement: StatementNames,
  at: number,
  parts: readonly NamePart[],
): Expr {
  const found = statement.find(parts, at);
  if (found !== null) {
    const expr = reference(resolving, found.column, found.rest, at);
    return expr.kind === 'column' || expr.kind === 'jsonPath' ? { ...expr, table: found.table } : expr;
  }
  const [first, ...rest] = parts;
  const aliased = first === undefined ? null : statement.alias(first);
  if (aliased === null)
    throw resolving.refuse(at, `There is no column ${dotted(parts)}. ${offered(resolving.columns)}`);
  return rest.reduce<Expr>((operand, part) => {
    const path = furtherStep(resolving, operand, part.text, at);
    if (path === null) throw resolving.refuse(at, 'Only JSON columns have fields.');
    return path;
  }, resolving.resolve(aliased));
}

function findColumn(resolving: Resolving, parts: readonly NamePart[], at: number): Column | null {
  const name = parts.map((part) => part.text).join('.');
  const exact = resolving.columns.find((column) => column.name === name);
  if (exact !== undefined) return exact;
  if (parts.some((part) => part.quoted)) return null;
  const folded = name.toLowerCase();
  const [found, other] = resolving.columns.filter((column) => column.name.toLowerCase() === folded);
  if (found !== undefined && other !== undefined) {
    throw resolving.refuse(
      at,
      `${name} could be "${found.name}" or "${other.name}". Quote the one you mean.`,
    );
  }
  return found ?? null;
}

function reference(resolving: Resolving, column: Column, rest: readonly NamePart[], at: number): Expr {
  if (resolving.aggregates === 'required' && !resolving.insideAggregate) {
    throw resolving.refuse(
      at,
      `The column ${column.name} stands outside of an aggregate function. Write SUM(${column.name}), for instance.`,
    );
  }
  const type = typeOfColumn(column.type);
  if (type === 'json') {
    return jsonPath(
      resolving,
      column.name,
      rest.map((part) => part.text),
      at,
    );
  }
  if (rest.length > 0) {
    throw resolving.refuse(
      at,
      `The column ${column.name} is ${column.type}, not JSON: it has no ${dotted(rest)}.`,
    );
  }
  return { kind: 'column', type, name: column.name };
}

function jsonPath(
  resolving: Resolving,
  column: string,
  steps: readonly (string | number)[],
  at: number,
): Expr {
  if (steps.length > expressionLimits.jsonPathStepsMax) {
    throw resolving.refuse(at, `A JSON path has at most ${expressionLimits.jsonPathStepsMax} steps.`);
  }
  return { kind: 'jsonPath', type: 'json', column, steps };
}

/** One more step into a JSON document; null when the operand is none, or its type is already settled. */
export function furtherStep(
  resolving: Resolving,
  operand: Expr,
  step: string | number,
  at: number,
): Expr | null {
  if (operand.kind !== 'jsonPath' || operand.type !== 'json') return null;
  if (typeof step === 'number' && !(Number.isSafeInteger(step) && step >= 0)) {
    throw resolving.refuse(at, 'An index into a JSON array is a whole number from 0.');
  }
  const path = jsonPath(resolving, operand.column, [...operand.steps, step], at);
  return operand.table !== undefined && path.kind === 'jsonPath' ? { ...path, table: operand.table } : path;
}

/** PostgreSQL's `->` and `->>`: the first stays JSON, the second is text. */
export function resolveJsonStep(resolving: Resolving, syntax: SyntaxOf<'jsonStep'>): Expr {
  const operand = resolving.resolve(syntax.operand);
  const step = resolving.resolve(syntax.step);
  if (step.kind !== 'literal' || (step.type !== 'string' && step.type !== 'integer')) {
    throw resolving.refuse(syntax.at, 'A key in quotes or an index is expected after this operator.');
  }
  const path = furtherStep(
    resolving,
    operand,
    step.type === 'integer' ? Number(step.text) : step.text,
    syntax.at,
  );
  if (path === null) throw resolving.refuse(syntax.at, 'This operator needs a JSON column before it.');
  return syntax.asText && path.kind === 'jsonPath' ? { ...path, type: 'string' } : path;
}

function dotted(parts: readonly NamePart[]): string {
  return JSON.stringify(parts.map((part) => part.text).join('.'));
}

function offered(columns: readonly Column[]): string {
  if (columns.length === 0) return 'There is no table here.';
  const names = columns.slice(0, namesListedMax).map((column) => column.name);
  return `Columns: ${names.join(', ')}${columns.length > namesListedMax ? ', …' : ''}.`;
}
