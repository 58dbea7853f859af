/** Jobs over DECIMAL columns: no value is rounded, or cut off, on its way into a record. */
import { writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FileStore } from '../../server/src/base/file-store.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { StoredFormat } from '../../server/src/catalog/stored-file.js';
import { temporaryDirectory } from '../support/engines.js';
import { type JobNode, recordsOf, startJobs } from '../support/jobs.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

let node: QueryNode;
let jobs: JobNode;
const directory = temporaryDirectory();
const files = new FileStore(join(directory, 'files'));

beforeAll(async () => {
  node = await openQueryNode({ checksTables: false });
  jobs = startJobs(node, { files });
  await jobs.runner.start();
});
afterAll(async () => {
  await jobs.runner.stop();
  await node.close();
});

const columns = [
  { name: 'n', type: 'INT64', nullable: false },
  { name: 'price', type: 'DECIMAL', precision: 10, scale: 2, nullable: true },
  { name: 'volume', type: 'DECIMAL', precision: 38, scale: 10, nullable: true },
] as const;
const createPool = () => node.createPool({ columns });
const principal = () => node.caller.principal;
const cells = 'n, toDecimalString(price, 2), toDecimalString(volume, 10)';

async function load(pool: DataPool, text: string | Uint8Array, format: StoredFormat) {
  const storedAs = files.newName();
  writeFileSync(files.pathOf(storedAs), text);
  const { size: bytes } = await stat(files.pathOf(storedAs));
  const file = { storedAs, format, compression: 'none', bytes } as const;
  return await jobs.ended(await jobs.jobs.createLoad(principal(), pool.id, file, 'a file'));
}

const long = '1234567890123456789012345678.0123456789';
const expected = [
  ['1', '184.20', long],
  ['2', '-0.10', '0.0000000001'],
  ['3', '99999999.99', null],
];

it('loads files exactly', async () => {
  const duckdb = await (await DuckDBInstance.create()).connect();
  const path = join(directory, 't.parquet');
  await duckdb.run(`COPY (SELECT * FROM (VALUES (1, 184.2::DECIMAL(14, 4), '${long}'::DECIMAL(38, 10)),
    (2, -0.1, 0.0000000001), (3, 99999999.99, NULL)) v(n, price, volume)) TO '${path}' (FORMAT parquet)`);
  const { readFileSync } = await import('node:fs');
  const texts: readonly (readonly [StoredFormat, string | Uint8Array])[] = [
    ['csv', `n,price,volume\n1,184.20,${long}\n2,-0.1,1e-10\n3,"99999999.990",\n`],
    [
      'ndjson',
      `{"n":1,"price":184.2,"volume":${long}}\n{"n":2,"price":"-0.10","volume":1e-10}\n{"n":3,"price":99999999.99}\n`,
    ],
    [
      'json',
      `[{"n":1,"price":184.2,"volume":"${long}"},{"n":2,"price":-1e-1,"volume":0.0000000001},{"n":3,"price":99999999.99,"volume":null}]`,
    ],
    ['parquet', readFileSync(path)],
  ];
  for (const [format, text] of texts) {
    const pool = await createPool();
    expect(await load(pool, text, format), format).toMatchObject({ status: 'SUCCEEDED', error: null });
    expect(await recordsOf(node, pool, cells), format).toEqual(expected);
  }
});

it('loads nothing of a file with a number that does not fit, and says which', async () => {
  const duckdb = await (await DuckDBInstance.create()).connect();
  const path = join(directory, 'mismatch.parquet');
  await duckdb.run(
    `COPY (SELECT 1 AS n, 0.29::DOUBLE AS price UNION ALL SELECT 2, 0.295) TO '${path}' (FORMAT parquet)`,
  );
  const { readFileSync } = await import('node:fs');
  const files: readonly (readonly [StoredFormat, string | Uint8Array, RegExp])[] = [
    [
      'csv',
      'n,price\n1,184.20\n2,184.205\n',
      /^Row 2, column "price": 184.205 is not a number that fits DECIMAL\(10, 2\)$/,
    ],
    ['csv', 'n,price\n1,100000000\n', /^Row 1, column "price": 100000000 is not/],
    ['csv', 'n,price\n1,twelve\n', /^Row 1, column "price": twelve is not/],
    [
      'ndjson',
      '{"n":1,"volume":1e-11}\n',
      /^Row 1, column "volume": 1e-11 is not a number that fits DECIMAL\(38, 10\)$/,
    ],
    ['ndjson', '{"n":1,"volume":1e-300}\n', /^Row 1, column "volume": 1e-300 is not/],
    ['parquet', readFileSync(path), /^Row 2, column "price": 0.295 is not/],
  ];
  const pool = await createPool();
  for (const [format, text, message] of files) {
    const { status, error } = await load(pool, text, format);
    expect({ status, message: error?.message }).toEqual({
      status: 'FAILED',
      message: expect.stringMatching(message),
    });
  }
  expect(await recordsOf(node, pool, 'count()')).toEqual([['0']]);
});

it('fills an added column from the events as the intake does', async () => {
  const pool = await node.createPool({ columns: columns.slice(0, 1) });
  const values = ['184.2', `"${long}"`, '0.00000000001', 'null', '12345678901234567890123456789'];
  await node.insert(
    pool,
    values.map((value, n) => ({ n, _service_payload: `{"n":${n},"volume":${value}}` })),
  );
  const job = await jobs.ended(
    await jobs.jobs.createAddColumn(principal(), pool.id, {
      name: 'volume',
      type: 'DECIMAL',
      precision: 38,
      scale: 10,
    }),
  );
  expect(job).toMatchObject({ status: 'SUCCEEDED', tally: { affected: 2, empty: 1, misfitting: 2 } });
  expect(await recordsOf(node, pool, 'n, toDecimalString(volume, 10)')).toEqual([
    ['0', '184.2000000000'],
    ['1', long],
    ['2', null],
    ['3', null],
    ['4', null],
  ]);
});

it('updates records exactly, and refuses to round', async () => {
  const pool = await createPool();
  await node.insert(
    pool,
    expected.map(([n, price, volume]) => ({ n, price, volume })),
  );
  const update = async (expression: string, filterSql = 'n < 3') =>
    await jobs.ended(
      await jobs.jobs.createUpdate(principal(), pool.id, { filterSql, filters: [] }, [
        { column: 'price', expression },
      ]),
    );
  for (const [expression, ...prices] of [
    ['price * 2', '368.40', '-0.20'],
    ['round(price * 1.0125, 2)', '373.01', '-0.20'],
    ["'0.29'", '0.29', '0.29'],
    ['0.58::float8', '0.58', '0.58'],
    ['n + 0.1', '1.10', '2.10'],
    ['NULL', null, null],
  ] as const) {
    expect(await update(expression), expression).toMatchObject({ status: 'SUCCEEDED', error: null });
    expect(await recordsOf(node, pool, 'n, toDecimalString(price, 2)'), expression).toEqual(
      [...prices, '99999999.99'].map((price, index) => [String(index + 1), price]),
    );
  }
  for (const expression of ['price * 1.005', 'price + 1', 'volume + n', '1e300::float8', '0.005'])
    expect(await update(expression, 'n > 0'), expression).toMatchObject({
      status: 'FAILED',
      error: {
        message: expect.stringMatching(/gives a value that the DECIMAL column "price" cannot hold, such as /),
      },
    });
});
