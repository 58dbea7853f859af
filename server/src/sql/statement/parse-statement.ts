import { badRequest, WeirError } from '../../base/errors.js';
import type { ColumnType } from '../../catalog/column.js';
import type { SqlParsers } from '../expression/parsers.js';
import { checkedSource, type Source } from '../expression/source.js';
import type { Sql } from '../identifier.js';
import { readColumnstore } from './columnstore/read-query.js';
import { ColumnstoreResolver } from './columnstore/resolve-query.js';
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
  /** The engine's tables that it reads, for the last check of its text. */
  readonly tables: readonly Sql[];
}

/** Reads one SELECT. Without a dialect PostgreSQL's is tried first, then the engine's. */
export function parseStatement(
  parsers: SqlParsers,
  text: string,
  dialect: SqlDialect | undefined,
  resolveTable: ResolveTable,
): StatementTree {
  return statementReader(parsers, text, dialect)(resolveTable);
}

/** The same in two steps: the text goes through the grammars once, however often its tables are then looked for. */
export function statementReader(
  parsers: SqlParsers,
  text: string,
  dialect: SqlDialect | undefined,
): (resolveTable: ResolveTable) => StatementTree {
  const source = checkedSource('query', text, statementLimits.textLengthMax);
  const postgres = readOnce(() => inPostgres(parsers, source));
  const columnstore = readOnce(() => inColumnstore(source));
  const readers =
    dialect === 'POSTGRESQL'
      ? [postgres]
      : dialect === 'COLUMNSTORE'
        ? [columnstore]
        : [postgres, columnstore];
  return (resolveTable) => {
    const used = new Set<Sql>();
    const resolve: ResolveTable = (table) => {
      const found = resolveTable(table);
      for (const each of found?.tables ?? []) used.add(each);
      return found;
    };
    return { ...inEither(readers, resolve), tables: [...used] };
  };
}

type Reading = Omit<StatementTree, 'tables'>;

/** What a dialect's grammar made of the text can be given a meaning. */
type Resolve = (resolveTable: ResolveTable) => Reading;

type Reader = () => Resolve;

function readOnce(read: Reader): Reader {
  let resolve: Resolve | undefined;
  return () => {
    resolve ??= read();
    return resolve;
  };
}

/** The first dialect that will do; if none will, the error of the one that got further. */
function inEither(readers: readonly Reader[], resolveTable: ResolveTable): Reading {
  let failure: Failure | null = null;
  for (const reader of readers) {
    let isRead = false;
    try {
      const resolve = reader();
      isRead = true;
      return resolve(resolveTable);
    } catch (error) {
      const found = { error: knownError(error), isRead };
      if (failure === null || saysMore(found, failure)) failure = found;
    }
  }
  throw failure?.error ?? badRequest('There is no dialect to read this in.');
}

interface Failure {
  readonly error: WeirError;
  /** Whether the dialect's grammar could read the text. */
  readonly isRead: boolean;
}

/** Of the engine's failure and PostgreSQL's: whose grammar got further; if neither, the one whose words the text is in. */
function saysMore(engine: Failure, postgres: Failure): boolean {
  if (engine.isRead !== postgres.isRead) return engine.isRead;
  if ([engine, postgres].some(({ error }) => error.details?.['dialect'] === 'COLUMNSTORE')) return true;
  // At the same place, the engine's reader says what it expected, PostgreSQL's only that it is an error.
  return !engine.isRead && offsetOf(engine) >= offsetOf(postgres);
}

function offsetOf({ error }: Failure): number {
  const offset = error.details?.['offset'];
  return typeof offset === 'number' ? offset : 0;
}

function knownError(error: unknown): WeirError {
  if (error instanceof WeirError) return error;
  // A tree too deep for the JavaScript stack.
  if (error instanceof RangeError) return badRequest('The statement is nested too deeply. Simplify it.');
  throw error;
}

function inPostgres(parsers: SqlParsers, source: Source): Resolve {
  const { statement, offsetOf } = parsers.postgres.parseStatement(source);
  return (resolveTable) => {
    const context = new PostgresResolver(source, offsetOf, resolveTable);
    return { dialect: 'POSTGRESQL', ...finishPostgres(context, context.query(statement, null)) };
  };
}

function inColumnstore(source: Source): Resolve {
  const syntax = readColumnstore(source);
  return (resolveTable) => {
    const { query, columns } = new ColumnstoreResolver(source, resolveTable).query(syntax, new Map());
    return {
      dialect: 'COLUMNSTORE',
      query,
      columns: columns.map(({ name, type }) => ({ name, type: type === 'JSON' ? type : null })),
    };
  };
}
