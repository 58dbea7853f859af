import type { Alias } from 'libpg-query';
import type { Column } from '../../catalog/column.js';
import { plainSelect } from '../term/build-term.js';
import { columnName, type FromItem, type Query, type Term } from '../term/term.js';
import type { Context, ResolvedColumn } from './context.js';
import type { ScopeColumn, ScopeTable } from './scope.js';
import { isTime, typeOfColumn } from './types.js';

/** A source of rows, and the tables that its columns belong to in the scope. */
export interface Sourced {
  readonly item: FromItem;
  readonly tables: readonly ScopeTable[];
}

/** `replacesLeft`: a function of the preceding source's columns, which already contains that source. */
export type NextSource = Sourced & { readonly replacesLeft?: boolean };

export function fromQuery(
  context: Context,
  query: Query,
  resolved: readonly ResolvedColumn[],
  alias: Alias | undefined,
  name: string,
  node: unknown,
): Sourced {
  const table = context.fresh('t');
  const columns = resolved.map((column, index): ScopeColumn => columnOf(table, column, index));
  return {
    item: { kind: 'query', query, alias: table },
    tables: [named(context, alias, name, columns, node)],
  };
}

export function columnOf(table: string, column: ResolvedColumn, index: number): ScopeColumn {
  return {
    name: column.name,
    type: column.type,
    nullable: column.nullable,
    emptyIsNull: column.emptyIsNull,
    term: (label, at): Term => ({ kind: 'column', table, name: columnName(index), label, at }),
  };
}

/** Makes a source a subquery with the same columns, of the rows that match the condition. */
export function flat(context: Context, source: Sourced, where: Term | null): Sourced {
  const table = context.fresh('t');
  const items: Term[] = [];
  const tables = source.tables.map((each) => ({
    ...each,
    columns: each.columns.map((column): ScopeColumn => {
      const index = items.length;
      items.push(column.term(column.name, 0));
      return columnOf(table, { ...column, emptyIsNull: column.emptyIsNull === true }, index);
    }),
  }));
  const query = plainSelect({ items, from: source.item, where });
  return { item: { kind: 'query', query, alias: table }, tables };
}

/** Applies table and column aliases. */
export function named(
  context: Context,
  alias: Alias | undefined,
  name: string,
  columns: readonly ScopeColumn[],
  node: unknown,
): ScopeTable {
  const names = (alias?.colnames ?? []).map((each) => ('String' in each ? (each.String.sval ?? '') : ''));
  if (names.length > columns.length) {
    throw context.refuseIn(node, 'The alias lists more columns than the source has.');
  }
  const renamed = (column: ScopeColumn, index: number) => ({ ...column, name: names[index] ?? column.name });
  return {
    name: alias?.aliasname ?? name,
    columns: names.length === 0 ? columns : columns.map(renamed),
    merged: new Set(),
  };
}

/** A column of a Data Pool. */
export function storedColumn(context: Context, column: Column, table: string | null): ScopeColumn {
  const { name, nullable } = column;
  const type = typeOfColumn(column);
  if (type === null) return unknownColumn(context, name);
  const isStoredTime = isTime(type);
  return {
    name,
    type,
    nullable,
    term: (label, at) => ({ kind: 'column', table, name, label, at, isStoredTime }),
  };
}

/** A column whose type exists only in the engine: using it is an error. */
function unknownColumn(context: Context, name: string): ScopeColumn {
  return {
    name,
    type: { name: 'text' },
    nullable: true,
    term: (_, at) => {
      throw context.refuseOther(
        at,
        `The column ${name} has a type that PostgreSQL does not have. Use the dialect COLUMNSTORE.`,
      );
    },
  };
}
