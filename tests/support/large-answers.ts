/** Requests for the largest answers that a service gives, and what comes back. */
import { sql as statement } from './engines.js';
import { type OwnService, startService } from './service.js';
import { connectEngine } from './stored.js';
import { createWebhook } from './webhook.js';

const columnCount = 600;
const rowCount = 4_000;
export const cellsMax = 2_000_000;
/** The most rows of all the columns that fit. */
export const rowsThatFit: number = Math.floor(cellsMax / columnCount);

const columns = Array.from({ length: columnCount }, (_, index) => ({
  name: `c${index}`,
  type: index % 3 === 0 ? 'STRING' : 'INT32',
}));
const names = columns.map(({ name }) => name).join(', ');
const cell = (row: number, column: number) => (column % 3 === 0 ? `text ${row}` : String(row + column));

export const cellsOfRow = (row: number): string[] => columns.map((_, column) => cell(row, column));

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  readonly data: any;
  readonly errors?: { readonly message: string; readonly extensions: { readonly code: string } }[];
}

export interface LargeAnswers {
  readonly service: OwnService;
  /** A statement that gives so many rows of every column. */
  select(rows: number): string;
  sql(query: string, selection?: string): Promise<Answer>;
  /** The largest answer, so many times in one request. */
  aliases(count: number): Promise<Answer>;
  /** Larger than the limit: every cell is one byte in the engine and six in its text. */
  escaped(): Promise<Answer>;
  /** Larger than the limit, because 200 fields repeat a small result. */
  repeated(): Promise<Answer>;
  /** A page of a data grid that has its rows three times. */
  grid(): Promise<Answer>;
}

export async function openLargeAnswers(): Promise<LargeAnswers> {
  // A slow machine may take its time: how long the query itself takes is not what is tested.
  const service = await startService({ env: { WEIR_QUERY_TIMEOUT_MS: '60000' } });
  const pool = await createWebhook(service, columns);
  const values = columns.map(({ type }, index) =>
    type === 'STRING' ? `concat('text ', toString(number))` : `number + ${index}`,
  );
  const engine = connectEngine(service.directory);
  await engine.command(
    statement(`INSERT INTO ${pool.table} (${names}) SELECT ${values.join(', ')} FROM numbers(${rowCount})`),
  );
  await engine.close();
  const ask = (query: string, variables: object) => service.graphql(query, variables);
  const select = (rows: number) => `SELECT ${names} FROM ${pool.dataPoolId} WHERE c1 <= ${rows} ORDER BY c1`;
  const sql = (query: string, selection = 'rows info { resultingRecords }') =>
    ask(`query ($input: SqlV1Input!) { sqlV1(input: $input) { ${selection} } }`, { input: { query } });
  return {
    service,
    select,
    sql,
    aliases: (count) => {
      const fields = Array.from({ length: count }, (_, index) => `a${index}: sqlV1(input: $input) { rows }`);
      const input = { query: select(rowsThatFit) };
      return ask(`query ($input: SqlV1Input!) { ${fields.join(' ')} }`, { input });
    },
    escaped: () => {
      const list = Array.from({ length: 40 }, (_, index) => `repeat(E'\\001', 500) AS t${index}`).join(', ');
      return sql(`SELECT ${list} FROM generate_series(1, 2000) AS x`);
    },
    repeated: () => sql(select(300), Array.from({ length: 200 }, (_, index) => `r${index}: rows`).join(' ')),
    grid: () => {
      const dataPool = { id: pool.dataPoolId };
      const input = { dataPool, columns: columns.map(({ name }) => name), first: 1_000 };
      return ask(
        'query ($input: DataGridInput!) { dataGrid(input: $input) { headers rows nodes { row } edges { cursor node { row } } } }',
        { input },
      );
    },
  };
}
