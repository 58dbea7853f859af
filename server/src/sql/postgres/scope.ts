import type { SelectStmt, WindowDef } from 'libpg-query';
import type { Term } from '../term/term.js';
import type { PgType } from './types.js';
import type { JoinedSubquery } from './unbound-query.js';

export interface ScopeColumn {
  readonly name: string;
  readonly type: PgType;
  readonly nullable: boolean;
  readonly emptyIsNull?: boolean;
  /** Built for each use, so that an error can name the place. */
  term(label: string, at: number): Term;
}

export interface ScopeTable {
  /** The name or alias in the statement. */
  readonly name: string;
  /** Set if the statement named the table with its schema and without an alias. */
  readonly schema?: string;
  readonly columns: readonly ScopeColumn[];
  /** Columns that USING merged, which need the table's name as a qualifier. */
  readonly merged: ReadonlySet<string>;
}

/** A WITH query. It is resolved again at each use. */
export interface WithQuery {
  readonly statement: SelectStmt;
  readonly columnNames: readonly string[];
  readonly scope: NameScope;
  /** Whether it may read itself. */
  readonly isRecursive: boolean;
}

/** What a WITH RECURSIVE query reads by its own name. */
export interface PreviousRows {
  /** The name of the recursive query in the printed SQL. */
  readonly printed: string;
  columns(alias: string): readonly ScopeColumn[];
}

export type CommonTable = WithQuery | PreviousRows;

export interface NameScope {
  readonly tables: readonly ScopeTable[];
  readonly parent: NameScope | null;
  readonly ctes: ReadonlyMap<string, CommonTable>;
  readonly windows: ReadonlyMap<string, WindowDef>;
  /** The clause that is being resolved, such as `WHERE`, for error messages. */
  readonly clause: string;
  readonly aggregates: 'allowed' | 'forbidden' | 'inside';
  readonly windowsAllowed: boolean;
  /** Whether NULL and false mean the same here. */
  readonly truth: boolean;
  /** Facts about the SELECT, collected while its parts are resolved. */
  readonly found: Findings;
  /** The subqueries in the expressions of the SELECT that are joined to its sources. */
  readonly joined: JoinedSubquery[];
}

export interface Findings {
  correlated: boolean;
  aggregated: boolean;
  /** Whether its FROM has the previous rows of a recursive query. */
  recursive: boolean;
  series: number;
}

export const newFindings = (): Findings => ({
  correlated: false,
  aggregated: false,
  recursive: false,
  series: 0,
});

export function emptyScope(parent: NameScope | null, ctes?: ReadonlyMap<string, CommonTable>): NameScope {
  return {
    tables: [],
    parent,
    ctes: ctes ?? parent?.ctes ?? new Map(),
    windows: new Map(),
    clause: 'SELECT',
    aggregates: 'forbidden',
    windowsAllowed: false,
    truth: false,
    found: newFindings(),
    joined: [],
  };
}
