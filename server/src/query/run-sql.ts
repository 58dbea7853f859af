import { WeirError } from '../base/errors.js';
import { isId } from '../base/ids.js';
import type { Principal } from '../base/principal.js';
import type { ColumnType } from '../catalog/column.js';
import type { QueryResult } from '../engine/engine.js';
import { formatCell } from '../sql/cell.js';
import { tableName } from '../sql/data-pool-ddl.js';
import { asSql, quoteIdentifier, type Sql } from '../sql/identifier.js';
import { resultType } from '../sql/result-type.js';
import { parseStatement, type SqlDialect, type StatementTree } from '../sql/statement/parse-statement.js';
import { describing, printStatement } from '../sql/statement/statement-sql.js';
import type { TableSource } from '../sql/statement/term.js';
import type { Asker } from './asker.js';
import { findDataPool } from './find-metric.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import { findSource } from './readable-source.js';

export interface SqlInput {
  readonly query: string;
  readonly dialect: SqlDialect | undefined;
}

export interface SqlColumn {
  readonly columnName: string;
  readonly type: ColumnType;
  readonly isNullable: boolean;
}

export interface SqlAnswer {
  readonly columns: readonly SqlColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly info: QueryInfo;
}

/** Runs one SELECT over the Data Pools that the asker may read. */
export async function runSql(services: QueryServices, asker: Asker, input: SqlInput): Promise<SqlAnswer> {
  const { tree, isLimited } = await readStatement(services, asker.principal, input);
  const { result, info } = await services.runner.run({
    ...asker,
    type: 'SQL',
    // What the user wrote is what they can run again; what ran was printed from the tree.
    statement: ({ values, mode, onLimited }) => {
      if (isLimited) onLimited?.();
      return mode === 'show' ? asSql(input.query) : printStatement(tree, values);
    },
  });
  const types = result.columns.map(({ type }) => type);
  return {
    columns: columnsOf(tree, result),
    rows: result.rows.map((row) => row.map((cell, index) => formatCell(types[index] ?? '', cell))),
    info,
  };
}

/** The columns that a statement would return: the engine is asked for none of its rows. */
export async function describeSql(
  services: QueryServices,
  asker: Asker,
  input: SqlInput,
): Promise<readonly SqlColumn[]> {
  const { tree, isLimited } = await readStatement(services, asker.principal, input);
  const { result } = await services.runner.read({
    ...asker,
    type: 'SQL',
    statement: ({ values, mode, onLimited }): Sql => {
      if (isLimited) onLimited?.();
      return mode === 'show' ? asSql(input.query) : printStatement(describing(tree), values);
    },
  });
  return columnsOf(tree, result);
}

function columnsOf(tree: StatementTree, { columns }: QueryResult): SqlColumn[] {
  return columns.map(({ name, type: engineType }, index) => {
    const { type, isNullable } = resultType(engineType);
    const known = tree.columns[index];
    return { columnName: known?.name ?? name, type: known?.type ?? type, isNullable };
  });
}

/** Names a table that has not been looked up yet. */
class TableWanted {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Reading is synchronous and the catalog is not: read again with each table that turns out to be wanted. */
async function readStatement(
  services: QueryServices,
  principal: Principal,
  { query, dialect }: SqlInput,
): Promise<{ readonly tree: StatementTree; readonly isLimited: boolean }> {
  let isLimited = false;
  const tables = new Map<string, TableSource | undefined>();
  const resolveTable = (name: string) => {
    if (!tables.has(name)) throw new TableWanted(name);
    return tables.get(name);
  };
  for (;;) {
    try {
      return { tree: parseStatement(services.parsers, query, dialect, resolveTable), isLimited };
    } catch (wanted) {
      if (!(wanted instanceof TableWanted)) throw wanted;
      const found = await tableSource(services, principal, wanted.name);
      isLimited ||= found?.isLimited ?? false;
      tables.set(wanted.name, found?.table);
    }
  }
}

async function tableSource(
  services: QueryServices,
  principal: Principal,
  name: string,
): Promise<{ readonly table: TableSource; readonly isLimited: boolean } | undefined> {
  const reference = isId('dataPool', name) ? { id: name } : { name };
  const dataPool = await findDataPool(services.catalog, principal, reference).catch((error: unknown) => {
    if (error instanceof WeirError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  if (!dataPool) return undefined;
  const source = await findSource(services, principal, dataPool);
  const table: TableSource = {
    columns: source.columns,
    tables: [tableName(dataPool)],
    print: (values) =>
      asSql(
        `(SELECT ${source.columns.map(({ name: column }) => quoteIdentifier(column)).join(', ')} FROM ${source.from({ values, mode: 'run' })})`,
      ),
  };
  return { table, isLimited: source.limited };
}
