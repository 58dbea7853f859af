import { WeirError } from '../base/errors.js';
import { isId } from '../base/ids.js';
import { inTurn } from '../base/in-slices.js';
import { type Principal, readerKey, shareOwner } from '../base/principal.js';
import { type Column, type DeclaredType, ownColumnsFirst } from '../catalog/column.js';
import type { QueryResult } from '../engine/engine.js';
import {
  parseText,
  type ResolveTable,
  type SqlDialect,
  type StatementTree,
} from '../sql/compiler/parse-statement.js';
import { boundStatement, describing } from '../sql/compiler/statement-sql.js';
import { type TableName, tableKey } from '../sql/compiler/table-names.js';
import { requestIdColumn } from '../sql/data-pool-ddl.js';
import { quoteIdentifier } from '../sql/identifier.js';
import { resultType } from '../sql/result-type.js';
import { joinSql, sql } from '../sql/sql-text.js';
import type { TableSource } from '../sql/term/term.js';
import type { Caller } from './caller.js';
import { findDataPool } from './find-metric.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import type { QueryRequest } from './query-request.js';
import { findSource, type ReadableSource, type SourceOptions } from './readable-source.js';
import { type ShownRow, shownRows } from './shown-rows.js';
import type { CallerKey, PreparedStatement, ReadableTable, StatementKey } from './statement-cache.js';

export interface SqlInput {
  readonly query: string;
  readonly dialect: SqlDialect | undefined;
}

export interface SqlColumn extends DeclaredType {
  readonly columnName: string;
  readonly isNullable: boolean;
}

export interface SqlAnswer {
  readonly columns: readonly SqlColumn[];
  readonly rows: readonly ShownRow[];
  /** The dialect in which the statement was read. */
  readonly dialect: SqlDialect;
  readonly info: QueryInfo;
}

/** Runs one SELECT over the Data Pools that the caller may read. */
export async function runSql(services: QueryServices, caller: Caller, input: SqlInput): Promise<SqlAnswer> {
  const prepared = await prepare(services, caller, input, 'run');
  const { result, info } = await services.runner.run(request(caller, input, prepared));
  const types = result.columns.map(({ type }) => type);
  return {
    columns: columnsOf(prepared, result),
    rows: await shownRows(
      types,
      result.rows,
      caller.signal,
      prepared.columns.map(({ isOpen }) => (isOpen ? 'without ending zeros' : undefined)),
    ),
    dialect: prepared.dialect,
    info,
  };
}

/** The columns that a statement would return. The engine returns no rows for it. */
export async function describeSql(
  services: QueryServices,
  caller: Caller,
  input: SqlInput,
): Promise<Pick<SqlAnswer, 'columns' | 'dialect'>> {
  const prepared = await prepare(services, caller, input, 'describe');
  const { result } = await services.runner.read(request(caller, input, prepared));
  return { columns: columnsOf(prepared, result), dialect: prepared.dialect };
}

/** The statement that runs is printed from the tree. The shown SQL is the user's text, which can be run again. */
function request(caller: Caller, { query }: SqlInput, prepared: PreparedStatement): QueryRequest {
  return {
    principal: caller.principal,
    signal: caller.signal,
    allowance: caller.allowance,
    type: 'SQL',
    run: prepared,
    shown: () => query,
  };
}

/** The columns of a statement's result, in the API's types. */
export function columnsOf(
  prepared: Pick<PreparedStatement, 'columns'>,
  { columns }: Pick<QueryResult, 'columns'>,
): SqlColumn[] {
  return columns.map(({ name, type: engineType }, index) => {
    const { isNullable, ...declared } = resultType(engineType);
    const known = prepared.columns[index];
    return {
      columnName: known?.name ?? name,
      isNullable,
      ...(known?.type ? { type: known.type } : declared),
    };
  });
}

/** From the cache if the same caller sent the same statement, and the catalog has not changed since. */
async function prepare(
  services: QueryServices,
  { principal, allowance }: Caller,
  input: SqlInput,
  purpose: StatementKey['purpose'],
): Promise<PreparedStatement> {
  const { statements, catalog } = services;
  allowance?.takeStatement();
  const key: StatementKey = { ...callerKey(principal), purpose, dialect: input.dialect, text: input.query };
  const generation = await catalog.cached.freshGeneration();
  const prepared = await statements.obtain(key, generation, async () => {
    const resolve = await parseStatement(services, principal, input, key, generation);
    try {
      const { tree, limited } = await resolve();
      const printed = purpose === 'run' ? tree : describing(tree);
      const statement = await inTurn(shareOwner(principal), () => boundStatement(printed, limited));
      return { statement, columns: tree.columns, dialect: tree.dialect, limited };
    } catch (error) {
      return { refusal: asProblem(error) };
    }
  });
  if ('refusal' in prepared) throw prepared.refusal;
  return prepared;
}

const callerKey = (principal: Principal): CallerKey => ({
  environmentId: principal.environmentId,
  applicationId: principal.applicationId,
  reader: readerKey(principal),
});

/** Reads a statement for a part of another one. */
export async function readSql(
  services: QueryServices,
  principal: Principal,
  input: SqlInput,
): Promise<ReadStatement> {
  const generation = await services.catalog.cached.freshGeneration();
  const resolve = await parseStatement(services, principal, input, callerKey(principal), generation);
  return await resolve();
}

export interface ReadStatement {
  readonly tree: StatementTree;
  /** Whether access policies restrict what it reads. */
  readonly limited: boolean;
}

/** Throws what may pass, such as a parser without time. What is wrong with the statement shows when it is resolved. */
async function parseStatement(
  services: QueryServices,
  principal: Principal,
  { query, dialect }: SqlInput,
  caller: CallerKey,
  generation: number,
): Promise<() => Promise<ReadStatement>> {
  const owner = shareOwner(principal);
  const { tableNames, resolve } = await parseText(services.parsers, query, dialect, owner);
  const tables = new Map<string, ReadableTable | WeirError>();
  await Promise.all(
    tableNames.map(async (name) => {
      const table = await tableNamed(services, principal, name, caller, generation).catch(asProblem);
      if (table) tables.set(tableKey(name), table);
    }),
  );
  const resolveTable: ResolveTable = (name, schema) => {
    const table = tables.get(tableKey({ name, schema }));
    if (table instanceof WeirError) throw table;
    return table?.source;
  };
  return async () => {
    const tree = await inTurn(owner, () => resolve(resolveTable));
    const read = new Set(tree.dataPools.map(({ id }) => id));
    return {
      tree,
      limited: [...tables.values()].some(
        (table) => 'source' in table && table.limited && read.has(table.source.dataPool.id),
      ),
    };
  };
}

/** The name may refer to a CTE of the statement, so the error is thrown only if the name turns out to be a table. */
function asProblem(error: unknown): WeirError {
  if (error instanceof WeirError) return error;
  throw error;
}

/** From the cache if a statement of this caller has read it before. */
async function tableNamed(
  services: QueryServices,
  principal: Principal,
  { schema, name }: TableName,
  caller: CallerKey,
  generation: number,
): Promise<ReadableTable | undefined> {
  if (!(await isSchema(services, principal, schema))) return undefined;
  const known = services.statements.findTable(caller, name, generation);
  if (known) return known;
  const source = await sourceNamed(services, principal, name);
  if (!source) return undefined;
  const table = { source: tableOf(source), limited: source.limited };
  services.statements.keepTable(caller, name, generation, table);
  return table;
}

/** Tools name a schema before each table: `public`, as in PostgreSQL, or the database that they think they are in. */
async function isSchema(
  { catalog }: SourceOptions,
  { environmentId }: Principal,
  schema: string | null,
): Promise<boolean> {
  if (schema === null || schema.toLowerCase() === 'public') return true;
  const environment = await catalog.environments.findById(environmentId);
  return environment?.uniqueName.toLowerCase() === schema.toLowerCase();
}

/** What a table's name in a statement stands for. */
export async function findTable(
  services: SourceOptions,
  principal: Principal,
  { schema, name }: TableName,
): Promise<ReadableSource | undefined> {
  return (await isSchema(services, principal, schema))
    ? await sourceNamed(services, principal, name)
    : undefined;
}

async function sourceNamed(
  services: SourceOptions,
  principal: Principal,
  name: string,
): Promise<ReadableSource | undefined> {
  const reference = isId('dataPool', name) ? { id: name } : { name };
  const dataPool = await findDataPool(services.catalog, principal, reference).catch((error: unknown) => {
    if (error instanceof WeirError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  return dataPool && (await findSource(services, principal, dataPool));
}

/** Distinguishes records that are equal in every column. Grids order by it, and show it in their SQL. */
const recordId: Column = {
  name: requestIdColumn,
  type: 'COLUMNSTORE',
  nullable: false,
  jsonProperty: null,
};

/** A separate subquery, so that no alias of the statement can shadow a column that a policy filters on. */
function tableOf(source: ReadableSource): TableSource {
  const names = joinSql([...source.columns, recordId].map(({ name }) => quoteIdentifier(name)));
  return {
    columns: ownColumnsFirst(source.columns),
    unlisted: [recordId],
    dataPool: source.dataPool,
    print: (values) => sql`(SELECT ${names} FROM ${source.from({ values, mode: 'run' })})`,
  };
}
