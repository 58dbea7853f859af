/** The largest answers that a service gives: their limits, and what they cost everybody else. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql as statement } from '../support/engines.js';
import { type OwnService, startService } from '../support/service.js';
import { watchStalls } from '../support/stall-watch.js';
import { connectEngine } from '../support/stored.js';
import { createWebhook, type Webhook } from '../support/webhook.js';

const columnCount = 600;
const rowCount = 4_000;
const cellsMax = 2_000_000;
const answerBytesMax = 64 * 1024 * 1024;
/** The most rows of all the columns that fit. */
const rowsThatFit = Math.floor(cellsMax / columnCount);
const stallMsMax = 100;
/** The machine's own hiccups stall a service, too: the quietest of so many tries counts. */
const triesMax = 3;
const growthBytesMax = 700 * 1024 * 1024;

const columns = Array.from({ length: columnCount }, (_, index) => ({
  name: `c${index}`,
  type: index % 3 === 0 ? 'STRING' : 'INT32',
}));
const names = columns.map(({ name }) => name).join(', ');
const cell = (row: number, column: number) => (column % 3 === 0 ? `text ${row}` : String(row + column));

let service: OwnService;
let pool: Webhook;

beforeAll(async () => {
  // A slow machine may take its time: what is tested here is what the others feel of it.
  service = await startService({ env: { WEIR_QUERY_TIMEOUT_MS: '60000' } });
  pool = await createWebhook(service, columns);
  const values = columns.map(({ type }, index) =>
    type === 'STRING' ? `concat('text ', toString(number))` : `number + ${index}`,
  );
  const engine = connectEngine(service.directory);
  await engine.command(
    statement(`INSERT INTO ${pool.table} (${names}) SELECT ${values.join(', ')} FROM numbers(${rowCount})`),
  );
  await engine.close();
});
afterAll(async () => {
  await service.discard();
});

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  readonly data: any;
  readonly errors?: { readonly message: string; readonly extensions: { readonly code: string } }[];
  readonly bytes: number;
}

async function ask(query: string, variables = {}): Promise<Answer> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: service.authorization },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  return { ...(JSON.parse(text) as Omit<Answer, 'bytes'>), bytes: Buffer.byteLength(text) };
}

const select = (rows: number, list = names) =>
  `SELECT ${list} FROM ${pool.dataPoolId} WHERE c1 <= ${rows} ORDER BY c1`;

const sql = (query: string, selection = 'rows info { resultingRecords }') =>
  ask(`query ($input: SqlV1Input!) { sqlV1(input: $input) { ${selection} } }`, { input: { query } });

const residentBytes = () =>
  1024 *
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.process.pid}/status`, 'utf8'))?.[1]);

/** What a request costs others: the longest hold of the event loop while it is answered. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 1; ; round += 1) {
    const watch = await watchStalls(service);
    const result = await work();
    shortest = Math.min(shortest, await watch.longestMs());
    if (shortest <= stallMsMax) return result;
    if (round === triesMax) throw new Error(`The event loop was held for ${shortest} ms`);
  }
}

function expectCells(rows: (string | null)[][]): void {
  expect(rows[0]).toEqual(columns.map((_, index) => cell(0, index)));
  expect(rows.at(-1)).toEqual(columns.map((_, index) => cell(rows.length - 1, index)));
}

/** The largest answer, so many times in one request. */
const aliases = (count: number) => {
  const fields = Array.from({ length: count }, (_, index) => `a${index}: sqlV1(input: $input) { rows }`);
  return ask(`query ($input: SqlV1Input!) { ${fields.join(' ')} }`, {
    input: { query: select(rowsThatFit) },
  });
};

describe('the largest answer of sqlV1', () => {
  test('holds the event loop only for moments, in bounded memory', async () => {
    await sql(select(10));
    const before = residentBytes();
    const { data } = await quietly(() => sql(select(rowsThatFit)));
    expect(data.sqlV1.rows).toHaveLength(rowsThatFit);
    expectCells(data.sqlV1.rows);
    expect(residentBytes() - before).toBeLessThan(growthBytesMax);
  });

  test('may come twice in one request', async () => {
    const { data } = await quietly(() => aliases(2));
    expect(Object.keys(data)).toEqual(['a0', 'a1']);
    for (const { rows } of Object.values<{ rows: (string | null)[][] }>(data)) expectCells(rows);
  });

  test('is refused by name one row further, and so are three at once', async () => {
    const { data, errors } = await sql(select(rowsThatFit + 1));
    expect(data).toBeNull();
    expect(errors).toMatchObject([
      {
        message: `The result has more than ${cellsMax} cells, the limit for one query. Request fewer rows or columns`,
        extensions: { code: 'QUERY_FAILED', query: { status: 'ERROR', type: 'SQL' } },
      },
    ]);
    const three = await quietly(() => aliases(3));
    expect(three.data).toBeNull();
    expect(three.errors?.[0]).toMatchObject({
      message: expect.stringContaining('4000000 cells'),
      extensions: { code: 'QUERY_FAILED' },
    });
  });

  test('is refused by its bytes before it reaches the service, however the engine counts them', async () => {
    // One byte in the engine and six in its text.
    const list = Array.from({ length: 40 }, (_, index) => `repeat(E'\\001', 500) AS t${index}`).join(', ');
    const { errors } = await quietly(() => sql(`SELECT ${list} FROM generate_series(1, 2000) AS x`));
    expect(errors?.[0]).toMatchObject({
      message: `The result is larger than ${answerBytesMax} bytes, the limit for one query. Request fewer rows or columns`,
      extensions: { code: 'QUERY_FAILED' },
    });
  });

  test('is refused by its bytes when aliases repeat it', async () => {
    const repeated = Array.from({ length: 200 }, (_, index) => `r${index}: rows`).join(' ');
    const { data, errors } = await quietly(() => sql(select(300), repeated));
    expect(data).toBeUndefined();
    expect(errors).toEqual([
      {
        message: `The answer is larger than ${answerBytesMax} bytes, the limit for one request. Request fewer rows or fields, or split the request`,
        extensions: { code: 'BAD_REQUEST' },
      },
    ]);
  });
});

test('a page of a data grid with rows, nodes and edges holds the event loop only for moments', async () => {
  const input = { dataPool: { id: pool.dataPoolId }, columns: columns.map(({ name }) => name), first: 1_000 };
  const grid = (selection: string) =>
    quietly(() =>
      ask(`query ($input: DataGridInput!) { dataGrid(input: $input) { ${selection} } }`, { input }),
    );
  const { data } = await grid('headers rows nodes { row } edges { cursor node { row } }');
  const { rows, nodes, edges } = data.dataGrid;
  expect(rows).toHaveLength(1_000);
  expect(nodes.map(({ row }: { row: unknown }) => row)).toEqual(rows);
  expect(edges.map(({ node }: { node: { row: unknown } }) => node.row)).toEqual(rows);
});
