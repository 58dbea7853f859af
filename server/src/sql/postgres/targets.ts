import type { Node, ResTarget } from 'libpg-query';
import { columnsLike } from '../text/columns-by-name.js';
import { statementLimits } from '../text/statement-limits.js';
import type { Context } from './context.js';
import { spelledParts } from './grammar/spelling.js';
import { outputName } from './output-name.js';
import { findTable } from './resolve-name.js';
import type { NameScope, ScopeColumn } from './scope.js';
import type { Typed } from './typed.js';

/** A column of the result. */
export interface Target {
  readonly name: string;
  readonly value: Typed;
}

export function resolveTargets(context: Context, nodes: readonly Node[], scope: NameScope): Target[] {
  const targets: Target[] = [];
  for (const node of nodes) {
    if (!('ResTarget' in node)) throw context.refuse(0, 'This SELECT list is not supported.');
    const target = node.ResTarget;
    context.onlyFields(target, 'A column', ['name', 'val'], target.location);
    targets.push(...(star(context, target, scope) ?? [single(context, target, scope)]));
    // Checked inside the loop, because each `*` can add many columns.
    if (targets.length > statementLimits.columnsMax) {
      throw context.refuseIn(node, `A SELECT can have at most ${statementLimits.columnsMax} columns.`);
    }
  }
  return targets;
}

function single(context: Context, target: ResTarget, scope: NameScope): Target {
  const value = context.expr(target.val, scope);
  if (target.name !== undefined) return { name: target.name, value };
  // A bare column keeps the Data Pool's spelling, whatever its case in the statement.
  if (target.val !== undefined && 'ColumnRef' in target.val) {
    const column = columnNamed(scope, outputName(target.val));
    return { name: column ?? outputName(target.val), value };
  }
  return { name: outputName(target.val), value };
}

function columnNamed(scope: NameScope, folded: string): string | undefined {
  const names = scope.tables.flatMap(({ columns }) => columnsLike(columns, folded).map(({ name }) => name));
  return names.find((name) => name === folded) ?? names.find((name) => name.toLowerCase() === folded);
}

/** Expands `*` and `t.*`. Returns null for anything else. */
function star(context: Context, target: ResTarget, scope: NameScope): Target[] | null {
  if (target.val === undefined || !('ColumnRef' in target.val)) return null;
  const { fields = [], location } = target.val.ColumnRef;
  const last = fields.at(-1);
  if (last === undefined || !('A_Star' in last)) return null;
  const at = context.offsetOf(location);
  if (scope.tables.length === 0) throw context.refuse(at, 'SELECT * needs a FROM clause.');
  if (fields.length === 1) {
    return scope.tables.flatMap(({ columns, merged }) =>
      columns.filter(({ name }) => !merged.has(name)).map((column) => targetOf(column, at)),
    );
  }
  const names = fields.slice(0, -1).map((field) => ('String' in field ? (field.String.sval ?? '') : ''));
  const table = findTable(scope, spelledParts(context.source.text, at, names));
  if (table === undefined)
    throw context.refuse(at, `There is no table ${JSON.stringify(names.join('.'))} here.`);
  return table.columns.map((column) => targetOf(column, at));
}

function targetOf(column: ScopeColumn, at: number): Target {
  const { name, type, nullable, emptyIsNull } = column;
  const value: Typed = { term: column.term(name, at), type, nullable, at };
  return { name, value: emptyIsNull === true ? { ...value, emptyIsNull } : value };
}
