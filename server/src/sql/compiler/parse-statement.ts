import { inTurn } from '../../base/in-slices.js';
import type { ShareOwner } from '../../base/principal.js';
import type { ColumnType } from '../../catalog/column.js';
import { ColumnstoreResolver } from '../columnstore/resolve-query.js';
import { byteOffsets } from '../postgres/grammar/offsets.js';
import { PostgresResolver } from '../postgres/resolver.js';
import { finishPostgres } from '../postgres/result.js';
import type { Query, TableSource } from '../term/term.js';
import { checkedSource, refuse, type Source } from '../text/source.js';
import { statementLimits } from '../text/statement-limits.js';
import { unlessOfEngine } from './engine-only.js';
import { firstDialect, type ReadInDialect, refusalOf } from './first-dialect.js';
import { type Grammars, inlineGrammars, readGrammars } from './grammars.js';
import type { SqlParsers } from './parsers.js';
import { type TableName, tableKey } from './table-names.js';

export type SqlDialect = 'POSTGRESQL' | 'COLUMNSTORE';

/** Looks up a name in FROM. Returns undefined if the caller can read no Data Pool of that name in that schema. */
export type ResolveTable = (name: string, schema: string | null) => TableSource | undefined;

export interface StatementColumn {
  readonly name: string;
  /** Set where the engine's type is not enough: the engine stores JSON as text. */
  readonly type: ColumnType | null;
  /** Whether the engine's type has more decimals than the values, which are shown without zeros at their end. */
  readonly isOpen: boolean;
}

/** A user's statement after resolution. It contains only what the allow-lists permit. */
export interface StatementTree {
  readonly dialect: SqlDialect;
  readonly query: Query;
  /** In the order of the result's columns. */
  readonly columns: readonly StatementColumn[];
  readonly dataPools: readonly TableSource['dataPool'][];
}

/**
 * Compiles one SELECT. Without a dialect, it is read as PostgreSQL, or as the engine's dialect if PostgreSQL's grammar
 * cannot read it or it uses what PostgreSQL does not have.
 */
export function parseStatement(
  parsers: SqlParsers,
  text: string,
  dialect: SqlDialect | undefined,
  resolveTable: ResolveTable,
): StatementTree {
  const source = statementSource(text);
  return resolving(source, inlineGrammars(parsers, source), dialectsOf(dialect))(resolveTable);
}

/** A statement that was parsed but not resolved. */
export interface ParsedStatement {
  /** The table names to look up before `resolve`. */
  readonly tableNames: readonly TableName[];
  resolve(resolveTable: ResolveTable): StatementTree;
}

/**
 * Like `parseStatement`, in two steps, so that the caller can look up tables in between. A long text is parsed in a
 * worker thread, and a short one on this thread, both in turn with texts of other owners.
 */
export async function parseText(
  parsers: SqlParsers,
  text: string,
  dialect: SqlDialect | undefined,
  owner: ShareOwner,
): Promise<ParsedStatement> {
  const source = statementSource(text);
  const dialects = dialectsOf(dialect);
  const grammars = await readGrammars(parsers, source, dialects, owner);
  const distinct = new Map<string, TableName>();
  for (const each of dialects) {
    const names = await inTurn(owner, () => unlessRefused(() => grammars[each]().tableNames));
    for (const name of names) distinct.set(tableKey(name), name);
  }
  return { tableNames: [...distinct.values()], resolve: resolving(source, grammars, dialects) };
}

/** Ignores syntax errors here. `resolve` throws them again unless the other dialect can parse the text. */
function unlessRefused(names: () => readonly TableName[]): readonly TableName[] {
  try {
    return names();
  } catch (error) {
    refusalOf(error);
    return [];
  }
}

const statementSource = (text: string) => checkedSource('query', text, statementLimits.textLengthMax);

const dialectsOf = (dialect: SqlDialect | undefined): readonly SqlDialect[] =>
  dialect === undefined ? ['POSTGRESQL', 'COLUMNSTORE'] : [dialect];

function resolving(source: Source, grammars: Grammars, dialects: readonly SqlDialect[]) {
  const readers = {
    POSTGRESQL: inPostgres(source, grammars, dialects.length === 1),
    COLUMNSTORE: inColumnstore(source, grammars),
  };
  return (resolveTable: ResolveTable): StatementTree => {
    const used = new Map<string, TableSource['dataPool']>();
    const resolve: ResolveTable = (table, schema) => {
      const found = resolveTable(table, schema);
      if (found) used.set(found.dataPool.id, found.dataPool);
      return found;
    };
    const tree = firstDialect(
      dialects.map((dialect) => readers[dialect](resolve)),
      true,
    );
    return { ...tree, dataPools: [...used.values()] };
  };
}

type Reading = Omit<StatementTree, 'dataPools'>;

type Reader = (resolveTable: ResolveTable) => ReadInDialect<Reading>;

const inPostgres =
  (source: Source, grammars: Grammars, isChosen: boolean): Reader =>
  (resolveTable) =>
  (passed) => {
    const { statement, text, usesEngineOnly, hasEngineJoin } = grammars.POSTGRESQL().tree;
    if (hasEngineJoin && !isChosen) throw refuse(source, 0, 'This is a join of the engine.', 'COLUMNSTORE');
    passed();
    const context = new PostgresResolver(source, byteOffsets(text, 0), resolveTable);
    return unlessOfEngine(
      () => usesEngineOnly,
      () => ({
        dialect: 'POSTGRESQL',
        ...finishPostgres(context, context.query(statement, null)),
      }),
    );
  };

const inColumnstore =
  (source: Source, grammars: Grammars): Reader =>
  (resolveTable) =>
  (passed) => {
    const syntax = grammars.COLUMNSTORE().tree;
    passed();
    const { query, columns } = new ColumnstoreResolver(source, resolveTable).statement(syntax);
    return {
      dialect: 'COLUMNSTORE',
      query,
      columns: columns.map(({ name, type }) => ({
        name,
        type: type === 'JSON' ? type : null,
        isOpen: false,
      })),
    };
  };
