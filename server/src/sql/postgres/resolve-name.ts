import { nothing } from '../term/build-term.js';
import { columnsLike } from '../text/columns-by-name.js';
import type { NamePart } from '../text/name-part.js';
import { placeholderIn } from '../text/placeholders.js';
import { nullLiteral } from '../text/read-literal.js';
import type { Context } from './context.js';
import { unknownLiteral } from './literal.js';
import type { NameScope, ScopeColumn, ScopeTable } from './scope.js';
import type { Typed } from './typed.js';
import { unknownType } from './types.js';

/** Resolves a name to a column of the innermost query that has it. */
export function resolveName(
  context: Context,
  scope: NameScope,
  parts: readonly NamePart[],
  at: number,
): Typed {
  const value = placeholderValue(context, parts, at);
  if (value !== null) return value;
  const label = parts.map(({ text }) => text).join('.');
  for (let current: NameScope | null = scope; current !== null; current = current.parent) {
    const found = findIn(context, current, parts, at);
    if (found === null) continue;
    const term = found.term(label, at);
    markCorrelated(scope, current);
    const column: Typed = { term, type: found.type, nullable: found.nullable, at };
    return found.emptyIsNull === true ? { ...column, emptyIsNull: true } : column;
  }
  const document = parts.length > 1 ? documentOf(context, scope, parts[0], at) : null;
  if (document !== null) {
    throw context.refuseOther(
      at,
      `There is no table ${JSON.stringify(document)}. To read a key of the JSON column, write ${document}->>'key', or use the dialect COLUMNSTORE.`,
    );
  }
  throw context.refuse(at, `There is no column ${JSON.stringify(label)}. ${offered(scope)}`);
}

/** The value of a placeholder, which must not be part of a longer name. */
function placeholderValue(context: Context, parts: readonly NamePart[], at: number): Typed | null {
  const placeholders = context.expression?.placeholders;
  const name = placeholders && placeholderIn(parts);
  if (name === undefined) return null;
  if (parts.length > 1) throw context.refuse(at, `\${{ ${name} }} is a value and cannot be part of a name.`);
  const { type, text, spelled } = placeholders?.(name) ?? nullLiteral;
  return type === 'null'
    ? { term: nothing, type: unknownType, nullable: true, at }
    : unknownLiteral(spelled ?? text, at);
}

/** The JSON column at the start of a dotted name, which is a JSON path in the engine's dialect. */
function documentOf(
  context: Context,
  scope: NameScope,
  first: NamePart | undefined,
  at: number,
): string | null {
  const found = first === undefined ? null : findIn(context, scope, [first], at);
  return found?.type.name === 'json' ? found.name : null;
}

/** Marks every query between the use of a column and the query that has it as correlated. */
function markCorrelated(from: NameScope, until: NameScope): void {
  for (
    let current: NameScope | null = from;
    current !== null && current.found !== until.found;
    current = current.parent
  ) {
    current.found.correlated = true;
  }
}

function findIn(
  context: Context,
  scope: NameScope,
  parts: readonly NamePart[],
  at: number,
): ScopeColumn | null {
  const last = parts.at(-1);
  if (last === undefined) return null;
  if (parts.length > 1) {
    const table = findTable(scope, parts.slice(0, -1));
    if (table === undefined) return null;
    const column = pick(context, columnsLike(table.columns, last.text), last, at);
    if (column !== null) return column;
    throw context.refuse(at, `${table.name} has no column ${JSON.stringify(last.text)}.`);
  }
  const visible = scope.tables.flatMap(({ columns, merged }) =>
    columnsLike(columns, last.text).filter(({ name }) => !merged.has(name)),
  );
  return pick(context, visible, last, at);
}

/** The table of a qualified name: `orders.id` or `public.orders.id`. */
export function findTable({ tables }: NameScope, qualifiers: readonly NamePart[]): ScopeTable | undefined {
  const [first, second] = qualifiers;
  if (first === undefined || qualifiers.length > 2) return undefined;
  if (second === undefined) return tables.find(({ name }) => matches(first, name));
  return tables.find(
    ({ name, schema }) => schema !== undefined && matches(first, schema) && matches(second, name),
  );
}

/** The column with exactly this name or, if the name is not quoted, the only one that differs just in case. */
function pick(
  context: Context,
  columns: readonly ScopeColumn[],
  part: NamePart,
  at: number,
): ScopeColumn | null {
  const exact = columns.filter(({ name }) => name === part.text);
  const found =
    exact.length > 0 || part.quoted
      ? exact
      : columns.filter(({ name }) => name.toLowerCase() === part.text.toLowerCase());
  const [first, second] = found;
  if (first !== undefined && second !== undefined) {
    const hint =
      first.name === second.name
        ? "Say which table's."
        : `It could be "${first.name}" or "${second.name}": quote the one you mean.`;
    throw context.refuse(at, `The column ${JSON.stringify(part.text)} is ambiguous. ${hint}`);
  }
  return first ?? null;
}

function matches(part: NamePart, name: string): boolean {
  return part.text === name || (!part.quoted && part.text.toLowerCase() === name.toLowerCase());
}

const namesListedMax = 20;

function offered({ tables }: NameScope): string {
  const names = tables.flatMap(({ columns }) => columns.map(({ name }) => name));
  if (names.length === 0) return 'There is no table here.';
  const more = names.length > namesListedMax ? ', …' : '';
  return `Columns: ${names.slice(0, namesListedMax).join(', ')}${more}.`;
}
