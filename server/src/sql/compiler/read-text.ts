import type { QuerySyntax } from '../columnstore/syntax.js';
import type { PostgresStatement } from '../postgres/grammar/parser.js';

/** What the grammar of a dialect makes of a text. */
export interface GrammarOutput {
  readonly POSTGRESQL: PostgresStatement;
  readonly COLUMNSTORE: QuerySyntax;
}

/** A text that the grammar of a dialect has read: plain data, which can pass from thread to thread. */
export interface ReadText<D extends keyof GrammarOutput> {
  readonly tree: GrammarOutput[D];
  /** The names to look up before the tree is given a meaning. */
  readonly tableNames: readonly string[];
}
