import type { WeirError } from '../../base/errors.js';
import type { ColumnType } from '../../catalog/column.js';
import type { Query, TableSource } from '../term/term.js';
import type { Counting } from '../text/counting.js';
import type { Source } from '../text/source.js';
import type { Surroundings } from './scope.js';
import type { QuerySyntax } from './syntax.js';

/** What the resolvers of parts of a statement need from `ColumnstoreResolver`. */
export interface EngineContext {
  readonly source: Source;
  refuse(at: number, problem: string): WeirError;
  readonly counting: Counting;
  /** The query whose rows are the statement's result. */
  readonly outermost: QuerySyntax | null;
  resolveTable(name: string, schema: string | null): TableSource | undefined;
  query(syntax: QuerySyntax, around: Surroundings): EngineColumns;
}

export interface EngineColumns {
  readonly query: Query;
  readonly columns: readonly SelectedColumn[];
}

export interface SelectedColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly isState?: boolean;
}
