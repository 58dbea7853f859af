import { findFunction } from '../../functions/allow-list.js';
import { isOpen } from '../../functions/value-type.js';
import { call, int, stringValue } from '../../term/build-term.js';
import { expressionLimits } from '../../text/expression-limits.js';
import type { NamePart } from '../../text/name-part.js';
import { placeholderIn } from '../../text/placeholders.js';
import { type JsonPath, pathTerm } from '../json-path.js';
import {
  columnTerm,
  type EngineColumn,
  type EngineTable,
  type FoundColumn,
  findColumn,
  typeIn,
} from '../scope.js';
import type { Syntax, SyntaxOf } from '../syntax.js';
import { type EngineValue, engineValue, literalValue } from './engine-value.js';
import type { Resolving } from './resolving.js';

const namesListedMax = 20;

/**
 * Resolves a dotted name to the column with the longest matching name. If that column is JSON, the rest is a path into
 * it. As in the engine, an alias of the SELECT list takes precedence. An unquoted name matches exactly first, then ignoring case if only one column matches. A quoted name matches only
 * exactly.
 */
export function resolveName(resolving: Resolving, { at, parts }: SyntaxOf<'name'>): EngineValue {
  const [first] = parts;
  if (first !== undefined && parts.length === 1 && resolving.isLambdaParameter(first.text)) {
    return engineValue({ kind: 'variable', name: first.text }, 'unknown');
  }
  const value = placeholderValue(resolving, parts, at);
  if (value !== null) return value;
  const { statement } = resolving;
  const tables = statement?.tables ?? [onlyTable(resolving.columns)];
  const aliased = (first && statement?.alias(first)) ?? null;
  const found = findColumn(resolving, tables, parts, at);
  const isAlias =
    aliased !== null && parts.length === 1 && !(isRecordOnly(resolving) && hasAggregate(aliased));
  if (found !== null && !isAlias) return reference(resolving, found, at);
  const named = aliased ?? (first && statement?.named(first)) ?? null;
  if (statement !== undefined && named === null && findColumn(resolving, statement.outer, parts, at) !== null)
    throw resolving.refuse(
      at,
      `${dotted(parts)} is a column of the outer query. Correlated subqueries are only in the dialect POSTGRESQL; here, use IN or a join.`,
    );
  if (statement === undefined || named === null)
    throw resolving.refuse(at, `There is no column ${dotted(parts)}. ${offered(tables)}`);
  return parts.slice(1).reduce(
    (operand, part) => fieldOf(resolving, operand, part.text, at),
    statement.within(named, () => resolving.resolve(named)),
  );
}

/** `x.field`: a step of a path into JSON, or an element of a tuple. */
export function fieldOf(
  resolving: Resolving,
  operand: EngineValue,
  step: string | number,
  at: number,
): EngineValue {
  const path = furtherStep(resolving, operand, step, at);
  if (path !== null) return path;
  if (!isOpen(operand.type)) throw resolving.refuse(at, 'Only JSON columns and tuples have fields.');
  const element = typeof step === 'number' ? int(step) : stringValue(step);
  return engineValue(call('tupleElement', operand.term, element), 'unknown');
}

/** Whether only values of one record are allowed here. There, the alias of an aggregate means the column of that name. */
const isRecordOnly = ({ aggregates, insideAggregate }: Resolving) =>
  aggregates === 'forbidden' || insideAggregate;

/** Cached, because a statement can name the alias of a long expression thousands of times. */
const aggregated = new WeakMap<Syntax, boolean>();

function hasAggregate(syntax: Syntax): boolean {
  const known = aggregated.get(syntax) ?? callsAggregate(syntax);
  aggregated.set(syntax, known);
  return known;
}

function callsAggregate(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const { kind, name, over, operand } = part as {
    kind?: string;
    name?: unknown;
    over?: unknown;
    operand?: unknown;
  };
  // Aggregates of a subquery are values.
  if (kind === 'subquery' || kind === 'exists') return false;
  if (kind === 'inQuery') return callsAggregate(operand);
  const isCall = kind === 'call' && over === undefined && typeof name === 'string';
  if (isCall && findFunction(name)?.fn.aggregate) return true;
  return Object.values(part).some(callsAggregate);
}

const onlyTable = (columns: readonly EngineColumn[]): EngineTable => ({
  name: '',
  alias: null,
  columns,
  hidden: new Set(),
});

/** The value of a placeholder, which must not be part of a path. */
function placeholderValue(resolving: Resolving, parts: readonly NamePart[], at: number): EngineValue | null {
  if (resolving.placeholders === undefined) return null;
  const name = placeholderIn(parts);
  if (name === undefined) return null;
  if (parts.length === 1) return literalValue(resolving.placeholders(name));
  throw resolving.refuse(at, `\${{ ${name} }} is a value and cannot be part of a name.`);
}

function reference(resolving: Resolving, { column, table, rest }: FoundColumn, at: number): EngineValue {
  if (resolving.aggregates === 'required' && !resolving.insideAggregate) {
    throw resolving.refuse(
      at,
      `The column ${column.name} is not inside an aggregate function. Write SUM(${column.name}), for example.`,
    );
  }
  const type = typeIn(column);
  const term = columnTerm({ alias: table }, column, at);
  if (type === 'json') {
    const steps = rest.map((part) => part.text);
    return jsonPath(resolving, { column: term, steps }, at);
  }
  if (rest.length > 0 && type === 'unknown')
    return rest.reduce((operand, { text }) => fieldOf(resolving, operand, text, at), engineValue(term, type));
  if (rest.length > 0) {
    throw resolving.refuse(
      at,
      `The column ${column.name} is ${column.type}, not JSON, so it has no field ${dotted(rest)}.`,
    );
  }
  return engineValue(term, type);
}

function jsonPath(resolving: Resolving, path: JsonPath, at: number): EngineValue {
  if (path.steps.length > expressionLimits.jsonPathStepsMax) {
    throw resolving.refuse(at, `A JSON path can have at most ${expressionLimits.jsonPathStepsMax} steps.`);
  }
  return { term: pathTerm(path, 'json'), type: 'json', path };
}

/** Adds a step to a JSON path. Returns null if the operand is not a path. */
export function furtherStep(
  resolving: Resolving,
  { path }: EngineValue,
  step: string | number,
  at: number,
): EngineValue | null {
  if (path === undefined) return null;
  if (typeof step === 'number' && !(Number.isSafeInteger(step) && step >= 0)) {
    throw resolving.refuse(at, 'An index of a JSON array must be an integer of 0 or more.');
  }
  return jsonPath(resolving, { ...path, steps: [...path.steps, step] }, at);
}

function dotted(parts: readonly NamePart[]): string {
  return JSON.stringify(parts.map((part) => part.text).join('.'));
}

function offered(tables: readonly EngineTable[]): string {
  const listed = tables.flatMap(({ columns }) => columns.filter(({ unlisted }) => unlisted !== true));
  if (listed.length === 0) return 'There is no table here.';
  const names = listed.slice(0, namesListedMax).map(({ name }) => name);
  return `Columns: ${names.join(', ')}${listed.length > namesListedMax ? ', …' : ''}.`;
}
