import type { WeirError } from '../../base/errors.js';
import type { ColumnType } from '../../catalog/column.js';
import type { Query, TableSource } from '../term/term.js';
import type { Counting } from '../text/counting.js';
import type { Source } from '../text/source.js';
import type { CommonQuery } from './scope.js';
import type { QuerySyntax } from './syntax.js';

/** What the resolvers of parts of a statement need from `ColumnstoreResolver`. */
export interface EngineContext {
  readonly source: Source;
  refuse(at: number, problem: string): WeirError;
  readonly counting: Counting;
  resolveTable(name: string, schema: string | null): TableSource | undefined;
  query(syntax: QuerySyntax, commons: ReadonlyMap<string, CommonQuery>): EngineColumns;
}

export interface EngineColumns {
  readonly query: Query;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
}
