/**
 * Loading a file through `POST /v1/load`, from the first byte sent to the answer, beside the bare engine's `INSERT … SELECT
 * FROM file()` into a table of the same layout. `BENCH_ROWS` is how many rows a file has.
 */
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Column, serviceColumns } from '../server/src/catalog/column.js';
import { columnStoreType } from '../server/src/sql/column-store-type.js';
import { createDataPoolTable, createEnvironment } from '../server/src/sql/data-pool-ddl.js';
import { type OwnService, startService } from '../tests/support/service.js';
import { createWebhook } from '../tests/support/webhook.js';
import type { BareLoadRequest } from './bare-load-child.js';
import { type Child, startChild } from './child.js';
import { openDuckDb } from './duckdb.js';
import { type Figure, inTurns, megabytes, times } from './measure.js';

const rows = Number(process.env['BENCH_ROWS'] ?? 10_000_000);
const turns = 3;
const shareMin = 0.5;
const memoryGrowthBytesMax = 300e6;
const memorySampleMs = 50;

const column = (name: string, type: Column['type']) => ({
  name,
  type,
  nullable: false,
  jsonProperty: name,
});
const columns = [
  column('id', 'INT64'),
  column('at', 'TIMESTAMP'),
  column('amount', 'DOUBLE'),
  column('country', 'STRING'),
  column('customer', 'STRING'),
];

const pool = {
  id: 'DPOBENCH',
  environmentId: 'ENVBENCH',
  columns: [...serviceColumns, ...columns],
  timestamp: 'at',
  dataRetentionInDays: null,
  rowIdInSortKey: true,
  tableSettings: {
    engine: { type: 'MERGE_TREE' },
    orderBy: ['at'],
    partitionBy: ['toYYYYMM(at)'],
    primaryKey: [],
    ttl: null,
  },
} as const;

/** Times over three months, in the order of the file, as an export would have them. */
const fileRows = `SELECT i AS id, TIMESTAMP '2026-01-01' + INTERVAL (i * 7776000000 // ${rows}) MILLISECOND AS at,
  (i % 100000) / 100 AS amount, ['US', 'DE', 'FR', 'IT', 'CH'][i % 5 + 1] AS country, 'user' || (i % 50021) || '@example.com' AS customer
  FROM range(${rows}) r(i)`;

const formats = [
  {
    name: 'Parquet',
    file: 'rows.parquet',
    copy: 'FORMAT parquet, COMPRESSION zstd',
    engineFormat: 'Parquet',
    mediaType: 'application/vnd.apache.parquet',
  },
  {
    name: 'NDJSON',
    file: 'rows.ndjson',
    copy: 'FORMAT json',
    engineFormat: 'JSONEachRow',
    mediaType: 'application/x-ndjson',
  },
] as const;

type Format = (typeof formats)[number];

export async function benchLoads(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const duckDb = await openDuckDb();
  for (const { file, copy } of formats)
    await duckDb.ask(`COPY (${fileRows}) TO '${join(directory, file)}' (${copy})`);
  duckDb.close();
  const service = await startService({ directory: join(directory, 'data') });
  const bare = await startChild<BareLoadRequest, number>('./bare-load-child.ts');
  try {
    const figures: Figure[] = [];
    for (const format of formats) figures.push(...(await measure(service, bare, directory, format)));
    return figures;
  } finally {
    bare.close();
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(
  service: OwnService,
  bare: Child<BareLoadRequest, number>,
  directory: string,
  format: Format,
): Promise<Figure[]> {
  const path = join(directory, format.file);
  const memory = watchMemory(service.process.pid ?? 0);
  const { measured, floor, ratio } = await inTurns(
    turns,
    async () => rows / (await load(service, path, format.mediaType)),
    async () => rows / (await bareLoad(bare, path, format)),
  );
  const grown = memory.stop();
  const what = `${rows} rows of ${format.name}, ${megabytes(statSync(path).size)}`;
  return [
    {
      name: `load ${what}`,
      measured: `${perSecond(measured)}, ${times(ratio)}`,
      floor: `${perSecond(floor)} by the bare engine`,
      bar: `at least ${times(shareMin)}`,
      met: ratio >= shareMin,
    },
    {
      name: `memory of the service's process during the load of ${format.name}`,
      measured: `${megabytes(grown.growthBytes)} more`,
      floor: `${megabytes(grown.firstBytes)} before`,
      bar: `at most ${megabytes(memoryGrowthBytesMax)} more`,
      met: grown.growthBytes <= memoryGrowthBytesMax,
    },
  ];
}

const perSecond = (rate: number) => `${(rate / 1e6).toFixed(2)} M rows/s`;

/** Into a Data Pool of its own, which is deleted afterwards. */
async function load(service: OwnService, path: string, mediaType: string): Promise<number> {
  const { dataPoolId, dataSourceId } = await createWebhook(service, columns, { timestamp: 'at' });
  const startedAt = performance.now();
  const answered = new Promise<string>((resolve, reject) => {
    const sent = request(
      `${service.url}/v1/load/${dataPoolId}`,
      { method: 'POST', headers: { authorization: service.authorization, 'content-type': mediaType } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve(text));
      },
    );
    pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), sent).catch(reject);
  });
  const answer = JSON.parse(await answered) as { rows?: number };
  const seconds = (performance.now() - startedAt) / 1000;
  if (answer.rows !== rows) throw new Error(`${path} was not loaded: ${JSON.stringify(answer)}`);
  await service.request('mutation ($id: ID!) { deleteDataSource(id: $id, cascade: true) }', {
    id: dataSourceId,
  });
  return seconds;
}

async function bareLoad(
  bare: Child<BareLoadRequest, number>,
  path: string,
  { engineFormat }: Format,
): Promise<number> {
  const table = `${pool.environmentId}.${pool.id}`;
  const names = columns.map(({ name }) => name).join(', ');
  const structure = columns.map((entry) => `${entry.name} ${columnStoreType(entry)}`).join(', ');
  const quoted = structure.replaceAll("'", "\\'");
  return await bare.ask({
    before: [
      `DROP DATABASE IF EXISTS ${pool.environmentId} SYNC`,
      ...[createEnvironment(pool.environmentId, undefined), ...createDataPoolTable(pool, undefined)].map(
        ({ text }) => text,
      ),
    ],
    text: `INSERT INTO ${table} (${names}, _service_received_at, _service_payload, _weir_request)
      SELECT ${names}, now64(3), '{}', generateUUIDv4() FROM file('${path}', '${engineFormat}', '${quoted}')
      SETTINGS date_time_input_format = 'best_effort'`,
  });
}

/** The resident memory of one process, without the engine's. */
function watchMemory(pid: number) {
  const read = () =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  const firstBytes = read();
  let most = firstBytes;
  const timer = setInterval(() => {
    most = Math.max(most, read());
  }, memorySampleMs);
  return {
    stop: () => {
      clearInterval(timer);
      return { firstBytes, growthBytes: most - firstBytes };
    },
  };
}
