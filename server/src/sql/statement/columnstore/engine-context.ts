import type { WeirError } from '../../../base/errors.js';
import type { ColumnType } from '../../../catalog/column.js';
import type { Source } from '../../expression/source.js';
import type { QuerySyntax } from '../../expression/syntax.js';
import type { Query, TableSource } from '../term.js';
import type { CommonQuery } from './scope.js';

/** What the files that resolve parts of a statement need from the one that walks its queries. */
export interface EngineContext {
  readonly source: Source;
  refuse(at: number, problem: string): WeirError;
  fresh(): string;
  countTable(at: number): void;
  resolveTable(name: string): TableSource | undefined;
  query(syntax: QuerySyntax, commons: ReadonlyMap<string, CommonQuery>): EngineColumns;
}

export interface EngineColumns {
  readonly query: Query;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
}
