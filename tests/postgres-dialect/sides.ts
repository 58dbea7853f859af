import pg from 'pg';
import type { ColumnType, DeclaredType } from '../../server/src/catalog/column.js';
import { typeText } from '../../server/src/catalog/decimal-size.js';
import type { Engine } from '../../server/src/engine/engine.js';
import { shownRows } from '../../server/src/query/shown-rows.js';
import { dataPoolSource } from '../../server/src/sql/compiler/data-pool-source.js';
import { parseStatement, type ResolveTable } from '../../server/src/sql/compiler/parse-statement.js';
import type { SqlParsers } from '../../server/src/sql/compiler/parsers.js';
import { boundStatement } from '../../server/src/sql/compiler/statement-sql.js';
import {
  createDataPoolTable,
  createEnvironment,
  insertTableName,
} from '../../server/src/sql/data-pool-ddl.js';
import { resultType } from '../../server/src/sql/result-type.js';
import { type EmbeddedEngine, read, sharedEngine } from '../support/engines.js';
import { type SampleTable, tables } from './rows.js';

export interface Answer {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** The columns whose numerics may have other decimals than those of the other side. */
  readonly open?: readonly boolean[];
}

const environmentId = 'ENV0000000000000000000TEST0';
const poolId = (name: string) => `DPO_${name}`;

const postgresTypes: Readonly<Record<string, string>> = {
  BOOLEAN: 'boolean',
  STRING: 'text',
  FLOAT: 'real',
  DOUBLE: 'double precision',
  DECIMAL: 'numeric',
  INT16: 'smallint',
  INT32: 'integer',
  INT64: 'bigint',
  DATE: 'date',
  TIMESTAMP: 'timestamp(3)',
  JSON: 'jsonb',
};

const postgresType = (declared: DeclaredType) =>
  `${postgresTypes[declared.type]}${typeText(declared).slice(declared.type.length)}`;

export async function fillPostgres(client: pg.Client): Promise<void> {
  await client.query("set timezone = 'UTC'");
  for (const { name, columns, rows } of tables) {
    const list = columns.map(
      (each) => `"${each.name}" ${postgresType(each)}${each.nullable ? '' : ' not null'}`,
    );
    await client.query(`create table ${name} (${list.join(', ')})`);
    for (const row of rows) {
      const places = columns.map((_, index) => `$${index + 1}`);
      await client.query(
        `insert into ${name} values (${places.join(', ')})`,
        columns.map((each) => row[each.name]),
      );
    }
  }
}

export async function fillEngine(engine: Engine): Promise<void> {
  await engine.command(createEnvironment(environmentId, undefined));
  for (const table of tables) {
    const pool = poolOf(table);
    for (const statement of createDataPoolTable(pool, undefined)) await engine.command(statement);
    const lines = table.rows.map(
      (row) => `${JSON.stringify({ ...row, _weir_request: '00000000-0000-0000-0000-000000000000' })}\n`,
    );
    if (lines.length > 0) {
      await engine.insert({
        table: insertTableName(pool),
        rows: Buffer.from(lines.join('')),
        timeoutMs: 10_000,
      });
    }
  }
}

let filled: Promise<EmbeddedEngine> | undefined;

/** The engine that the files of this worker share, filled by the first of them. */
export function filledEngine(): Promise<EmbeddedEngine> {
  filled ??= sharedEngine().then(async (embedded) => {
    await fillEngine(embedded.engine);
    return embedded;
  });
  return filled;
}

function poolOf({ name, columns }: SampleTable) {
  return {
    id: poolId(name),
    environmentId,
    columns,
    timestamp: 'at',
    rowIdInSortKey: true,
    tableSettings: {
      engine: { type: 'MERGE_TREE' as const },
      orderBy: [],
      partitionBy: [],
      primaryKey: [],
      ttl: null,
    },
    dataRetentionInDays: null,
  };
}

export const resolveTable: ResolveTable = (name, schema) => {
  if (schema !== null && schema !== 'public') return undefined;
  const table = tables.find((each) => each.name === name || poolId(each.name) === name);
  return table === undefined ? undefined : dataPoolSource(poolOf(table), table.columns, null);
};

export async function askWeir(
  parsers: SqlParsers,
  engine: Engine,
  text: string,
): Promise<Answer & { readonly sql: string }> {
  const tree = parseStatement(parsers, text, 'POSTGRESQL', resolveTable);
  const statement = boundStatement(tree);
  const result = await read(engine, statement.text, statement.parameters);
  const open = tree.columns.map(({ isOpen }) => isOpen);
  const columns = tree.columns.map(({ name, type }, index) => ({
    name,
    // PostgreSQL does not tell whether a numeric has a fixed number of decimals.
    type:
      type === 'DOUBLE' && open[index]
        ? ('DECIMAL' as const)
        : (type ?? resultType(result.columns[index]?.type ?? '').type),
  }));
  const types = result.columns.map(({ type }) => type);
  const rows = await shownRows(
    types,
    result.rows,
    undefined,
    open.map((isOpen) => (isOpen ? 'without ending zeros' : undefined)),
  );
  return { columns, rows, open, sql: statement.text };
}

const oids: Readonly<Record<number, ColumnType>> = {
  16: 'BOOLEAN',
  19: 'STRING',
  20: 'INT64',
  21: 'INT16',
  23: 'INT32',
  25: 'STRING',
  114: 'JSON',
  700: 'FLOAT',
  701: 'DOUBLE',
  1043: 'STRING',
  1082: 'DATE',
  1114: 'TIMESTAMP',
  1184: 'TIMESTAMP',
  1186: 'STRING',
  1700: 'DECIMAL',
  2950: 'STRING',
  3802: 'JSON',
};

const numericOid = 1700;
const arrays: Readonly<Record<number, number>> = {
  1005: 21,
  1007: 23,
  1016: 20,
  1009: 25,
  1022: 701,
  1231: 1700,
  1000: 16,
  1182: 1082,
  1115: 1114,
  1021: 700,
};

export interface PostgresAnswer extends Answer {
  /** The columns whose cells are numerics, with the digits that PostgreSQL shows. */
  readonly numerics: readonly boolean[];
}

export async function askPostgres(client: pg.Client, text: string): Promise<PostgresAnswer> {
  const result = await client.query({
    text,
    rowMode: 'array',
    types: { getTypeParser: () => (value: unknown) => value },
  } as unknown as pg.QueryArrayConfig);
  const columns = result.fields.map(({ name, dataTypeID }) => ({
    name,
    type: oids[dataTypeID] ?? ('COLUMNSTORE' as const),
  }));
  const rows = (result.rows as (string | null)[][]).map((row) =>
    row.map((cell, index) => (cell === null ? null : normal(result.fields[index]?.dataTypeID ?? 0, cell))),
  );
  return { columns, rows, numerics: result.fields.map(({ dataTypeID }) => dataTypeID === numericOid) };
}

/** PostgreSQL's text as the contract has it. */
function normal(oid: number, cell: string): string | null {
  const element = arrays[oid];
  if (element !== undefined) return arrayText(element, cell);
  switch (oids[oid]) {
    case 'BOOLEAN':
      return cell === 't' ? 'true' : 'false';
    case 'FLOAT':
    case 'DOUBLE':
      return Number.isFinite(Number(cell)) ? String(Number(cell)) : null;
    case 'TIMESTAMP':
      return timestamp(cell);
    case 'JSON':
      return canonicalJson(cell);
    default:
      return cell;
  }
}

function timestamp(cell: string): string {
  const plain = cell.replace(/\+00$/, '');
  return plain.replace(/\.(\d+)$/, (_, digits: string) =>
    digits.length <= 3 ? `.${digits.padEnd(3, '0')}` : `.${digits.padEnd(6, '0')}`,
  );
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
};

export const canonicalJson = (text: string): string => JSON.stringify(sorted(JSON.parse(text)));

function arrayText(element: number, cell: string): string {
  const parse = pg.types.getTypeParser(1009 as never) as unknown as (text: string) => (string | null)[];
  const items = parse(cell).map((item) => {
    if (item === null) return 'null';
    const text = normal(element, item) ?? 'null';
    return [20, 21, 23, 701, 700, 1700, 16].includes(element) ? text : JSON.stringify(text);
  });
  return `[${items.join(',')}]`;
}
