import { badRequest, WeirError } from '../../base/errors.js';
import type { ColumnType } from '../../catalog/column.js';
import type { SqlParsers } from '../expression/parsers.js';
import { checkedSource, type Source } from '../expression/source.js';
import { statementLimits } from './limits.js';
import { PostgresResolver } from './postgres/resolver.js';
import { finishPostgres } from './postgres/result.js';
import type { Query, TableSource } from './term.js';

export type SqlDialect = 'POSTGRESQL' | 'COLUMNSTORE';

/** Finds what a name in FROM may read; undefined when there is no such Data Pool for the one who asks. */
export type ResolveTable = (name: string) => TableSource | undefined;

export interface StatementColumn {
  readonly name: string;
  /** Where it is known better than the engine's type says: JSON is text to the engine. */
  readonly type: ColumnType | null;
}

/** A user's statement, understood: only what an allow-list has let through can be in it. */
export interface StatementTree {
  readonly dialect: SqlDialect;
  readonly query: Query;
  /** In the order of the result's columns. */
  readonly columns: readonly StatementColumn[];
}

/** Reads one SELECT. Without a dialect PostgreSQL's is tried first, then the engine's. */
export function parseStatement(
  parsers: SqlParsers,
  text: string,
  dialect: SqlDialect | undefined,
  resolveTable: ResolveTable,
  name = 'query',
): StatementTree {
  const source = checkedSource(name, text, statementLimits.textLengthMax);
  if (dialect === 'POSTGRESQL') return inPostgres(parsers, source, resolveTable);
  throw badRequest('not yet');
}

function inPostgres(parsers: SqlParsers, source: Source, resolveTable: ResolveTable): StatementTree {
  const { statement, offsetOf } = parsers.postgres.parseStatement(source);
  const context = new PostgresResolver(source, offsetOf, resolveTable);
  try {
    const resolved = context.query(statement, null);
    return { dialect: 'POSTGRESQL', ...finishPostgres(context, resolved) };
  } catch (error) {
    if (error instanceof RangeError && !(error instanceof WeirError)) {
      throw badRequest(`${source.name} is nested too deeply. Simplify it.`);
    }
    throw error;
  }
}
