import type { SelectStmt, WindowDef } from 'libpg-query';
import type { Term } from '../term/term.js';
import type { PgType } from './types.js';

export interface ScopeColumn {
  readonly name: string;
  readonly type: PgType;
  readonly nullable: boolean;
  readonly emptyIsNull?: boolean;
  /** Made per use, so that a refusal can say where it was used. */
  term(label: string, at: number): Term;
}

export interface ScopeTable {
  /** What the statement calls it. */
  readonly name: string;
  readonly columns: readonly ScopeColumn[];
  /** Columns that a USING has merged: only reachable by the table's name. */
  readonly merged: ReadonlySet<string>;
}

/** A query of WITH; it is resolved anew wherever it is used. */
export interface CommonTable {
  readonly statement: SelectStmt;
  readonly columnNames: readonly string[];
  readonly scope: NameScope | null;
}

export interface NameScope {
  readonly tables: readonly ScopeTable[];
  readonly parent: NameScope | null;
  readonly ctes: ReadonlyMap<string, CommonTable>;
  readonly windows: ReadonlyMap<string, WindowDef>;
  /** What is being resolved: `WHERE`, `SELECT`; for messages. */
  readonly clause: string;
  readonly aggregates: 'allowed' | 'forbidden' | 'inside';
  readonly windowsAllowed: boolean;
  /** Only truth counts here, and NULL is as good as false. */
  readonly truth: boolean;
  /** What was found out about the SELECT while its parts were resolved. */
  readonly found: Findings;
}

export interface Findings {
  correlated: boolean;
  /** The columns of queries around it that it reads, where these may be NULL. */
  readonly outerNulls: Term[];
  aggregated: boolean;
  series: number;
}

export const newFindings = (): Findings => ({
  correlated: false,
  outerNulls: [],
  aggregated: false,
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
  };
}
