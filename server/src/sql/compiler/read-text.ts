import type { QuerySyntax } from '../columnstore/syntax.js';
import type { PostgresStatement } from '../postgres/grammar/parser.js';
import type { TableName } from './table-names.js';

/** The parse tree of each dialect. */
export interface GrammarOutput {
  readonly POSTGRESQL: PostgresStatement & {
    /** Uses something that only the engine has. The parser finds it, since the walk of a large tree takes long. */
    readonly usesEngineOnly: boolean;
    /** Has a join of the engine's that PostgreSQL would take for another one. */
    readonly hasEngineJoin: boolean;
  };
  readonly COLUMNSTORE: QuerySyntax;
}

/** A parsed text, as plain data that can be passed between threads. */
export interface ReadText<D extends keyof GrammarOutput> {
  readonly tree: GrammarOutput[D];
  /** The table names to look up before the tree is resolved. */
  readonly tableNames: readonly TableName[];
}
