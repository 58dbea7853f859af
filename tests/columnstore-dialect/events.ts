import type { Column, ColumnType } from '../../server/src/catalog/column.js';
import { dataPoolSource } from '../../server/src/sql/compiler/data-pool-source.js';
import type { ResolveTable } from '../../server/src/sql/compiler/parse-statement.js';
import {
  createDataPoolTable,
  createEnvironment,
  insertTableName,
  tableName,
} from '../../server/src/sql/data-pool-ddl.js';
import { type EmbeddedEngine, sharedEngine } from '../support/engines.js';

/** Events of a shop, its users, and rates of exchange, in the engine that the files of a worker share. */
const environmentId = 'ENV0000000000000000000EVENT';

const column = (name: string, type: ColumnType, nullable = false): Column => ({
  name,
  type,
  nullable,
  jsonProperty: name,
});

interface EventTable {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const names = ['view', 'view', 'cart', 'view', 'buy', 'view', 'cart', 'buy', 'view'];
const countries = ['DE', 'FR', '', 'ES', null];
const tags = ['new,sale', '', 'sale', 'new', 'a,b,c'];

const start = Date.UTC(2026, 0, 1);
const hourMs = 3_600_000;
const timestamp = (ms: number) => new Date(ms).toISOString().replace('T', ' ').replace('Z', '');

const events: EventTable = {
  name: 'events',
  columns: [
    column('id', 'INT64'),
    column('at', 'TIMESTAMP'),
    column('user_id', 'INT64'),
    column('session', 'STRING'),
    column('event', 'STRING'),
    column('url', 'STRING'),
    column('country', 'STRING', true),
    column('amount', 'DOUBLE', true),
    column('qty', 'INT32'),
    column('currency', 'STRING'),
    column('tags', 'STRING'),
    column('payload', 'JSON'),
  ],
  rows: Array.from({ length: 48 }, (_, id) => {
    const user = 1 + ((id * 7) % 6);
    return {
      id,
      at: timestamp(start + id * 7 * hourMs + ((id * 37) % 60) * 60_000 + (id % 4) * 250),
      user_id: user,
      session: `s${user}-${Math.floor(id / 12)}`,
      event: names[id % names.length],
      url: `https://shop.example/${id % 2 === 0 ? 'item' : 'list'}/${id % 5}?utm=${id % 3}&x=1`,
      country: countries[id % countries.length],
      amount: id % 3 === 0 ? null : (id * 13) % 50,
      qty: (id * 5) % 7,
      currency: id % 2 === 0 ? 'USD' : 'GBP',
      tags: tags[id % tags.length],
      payload: JSON.stringify({ plan: id % 2 === 0 ? 'pro' : 'free', n: id, list: [id, id + 1] }),
    };
  }),
};

const users: EventTable = {
  name: 'users',
  columns: [
    column('user_id', 'INT64'),
    column('name', 'STRING'),
    column('plan', 'STRING'),
    column('at', 'TIMESTAMP'),
  ],
  rows: [1, 2, 3, 4, 9].map((user) => ({
    user_id: user,
    name: `User ${user}`,
    plan: user % 2 === 0 ? 'pro' : 'free',
    at: timestamp(start - user * 24 * hourMs),
  })),
};

const rates: EventTable = {
  name: 'rates',
  columns: [column('currency', 'STRING'), column('at', 'TIMESTAMP'), column('rate', 'DOUBLE')],
  rows: ['USD', 'GBP'].flatMap((currency, index) =>
    [0, 3, 8].map((day) => ({
      currency,
      at: timestamp(start + (day * 24 + 5) * hourMs),
      rate: 0.5 + index + day / 4,
    })),
  ),
};

const tables = [events, users, rates];

const poolOf = ({ name, columns }: EventTable) => ({
  id: `DPO_${name}`,
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
});

let filled: Promise<EmbeddedEngine> | undefined;

export function filledWithEvents(): Promise<EmbeddedEngine> {
  filled ??= sharedEngine().then(async (embedded) => {
    const { engine } = embedded;
    await engine.command(createEnvironment(environmentId, undefined));
    for (const table of tables) {
      const pool = poolOf(table);
      for (const statement of createDataPoolTable(pool, undefined)) await engine.command(statement);
      const lines = table.rows.map(
        (row) => `${JSON.stringify({ ...row, _weir_request: '00000000-0000-0000-0000-000000000000' })}\n`,
      );
      await engine.insert({
        table: insertTableName(pool),
        rows: Buffer.from(lines.join('')),
        timeoutMs: 10_000,
      });
    }
    return embedded;
  });
  return filled;
}

export const resolveEvents: ResolveTable = (name, schema) => {
  const table = schema === null ? tables.find((each) => each.name === name) : undefined;
  return table === undefined ? undefined : dataPoolSource(poolOf(table), table.columns, null);
};

/** The statement over the engine's tables. Where it selects all columns, those that only Weir has are left out. */
export const bareTables = (text: string): string =>
  text.replace(/\b(FROM|JOIN) (events|users|rates)\b/g, (_, word: string, name: string) => {
    const table = tables.find((each) => each.name === name) as EventTable;
    const stored = tableName(poolOf(table));
    if (!/SELECT (?:\w\.)?\*/.test(text)) return `${word} ${stored}`;
    return `${word} (SELECT ${table.columns.map((each) => each.name).join(', ')} FROM ${stored})`;
  });
