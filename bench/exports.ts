/** Exports over HTTP, beside the engine itself writing the same rows in the same format to a file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostConnection } from '../server/src/engine/embedded/host-connection.js';
import { embeddedReaderRole } from '../server/src/engine/embedded/host-files.js';
import type { FileFormat } from '../server/src/engine/engine.js';
import { engineFormats } from '../server/src/engine/file-formats.js';
import { sql } from '../tests/support/engines.js';
import { basic } from '../tests/support/service.js';
import { connectEngine } from '../tests/support/stored.js';
import { type Figure, inTurns, megabytes, times } from './measure.js';
import { clientId, clientSecret, memoryBytes, startService } from './service.js';

const rows = Number(process.env['BENCH_RECORDS'] ?? 10_000_000);
const turns = 3;
const ratioMin = 0.5;
const moreMemoryMax = 300e6;
const timeoutMs = 600_000;
const port = 18_437;
const formats: readonly FileFormat[] = ['csv', 'ndjson', 'parquet', 'arrow'];

const authorization = basic(clientId, clientSecret);
const columns = ['at', 'name', 'country', 'price', 'quantity'];

export async function benchExports(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const service = await startService(directory, port);
  const connection = new HostConnection(join(directory, 'engine.sock'));
  try {
    const table = await createRows(service.url, directory);
    const pid = service.process.pid ?? 0;
    const atRest = memoryBytes(pid);
    let peak = atRest;
    const figures: Figure[] = [];
    for (const format of formats) {
      let bytes = 0;
      const { measured, floor } = await inTurns(
        turns,
        async () => {
          const startedAt = performance.now();
          bytes = 0;
          const response = await post(service.url, '/v1/export', {
            sql: `SELECT ${columns} FROM orders`,
            format,
          });
          if (!response.ok) throw new Error(await response.text());
          const watch = setInterval(() => (peak = Math.max(peak, memoryBytes(pid))), 500);
          for await (const chunk of response.body ?? []) bytes += chunk.length;
          clearInterval(watch);
          return rows / (performance.now() - startedAt);
        },
        async () => {
          const file = join(directory, `bare.${format}`);
          const startedAt = performance.now();
          const { name, settings } = engineFormats[format];
          const call = { role: embeddedReaderRole, settings, parameters: {}, name: 'BENCH', format: name };
          await connection.sendTo(file, { ...call, text: `SELECT ${columns} FROM ${table}` }, timeoutMs);
          const perMs = rows / (performance.now() - startedAt);
          rmSync(file);
          return perMs;
        },
      );
      const ratio = measured / floor;
      figures.push({
        name: `${rows / 1e6} M rows as ${format}, ${megabytes(bytes)}`,
        measured: perSecond(measured),
        floor: perSecond(floor),
        bar: `${times(ratio)}, at least ${times(ratioMin)}`,
        met: ratio >= ratioMin,
      });
    }
    figures.push({
      name: 'memory during exports, service and engine',
      measured: megabytes(peak),
      floor: `${megabytes(atRest)} before`,
      bar: `at most ${megabytes(moreMemoryMax)} more`,
      met: peak - atRest <= moreMemoryMax,
    });
    return figures;
  } finally {
    await connection.close();
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

const perSecond = (perMs: number) => `${(perMs / 1000).toFixed(2)} M rows/s`;

const post = (url: string, path: string, body: object) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  });

/** Creates the Data Pool "orders" and returns its table. */
async function createRows(url: string, directory: string): Promise<string> {
  const column = (name: string, type: string) => ({ name, type, jsonProperty: name, nullable: false });
  const query = `mutation ($input: CreateWebhookDataSourceInput!) { createWebhookDataSource(input: $input) {
    dataSource { environment { id } dataPools { nodes { id } } } } }`;
  const connectionSettings = {
    columns: [
      column('at', 'TIMESTAMP'),
      column('name', 'STRING'),
      column('country', 'STRING'),
      column('price', 'DOUBLE'),
      column('quantity', 'INT64'),
    ],
  };
  const created = await post(url, '/graphql', {
    query,
    variables: { input: { uniqueName: 'orders', connectionSettings } },
  });
  const { data } = (await created.json()) as {
    data: {
      createWebhookDataSource: {
        dataSource: { environment: { id: string }; dataPools: { nodes: { id: string }[] } };
      };
    };
  };
  const { environment, dataPools } = data.createWebhookDataSource.dataSource;
  const table = `\`${environment.id}\`.\`${dataPools.nodes[0]?.id}\``;
  const engine = connectEngine(directory);
  await engine.command(
    sql(`INSERT INTO ${table} (_service_received_at, at, name, country, price, quantity)
      SELECT now64(3), toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + number, concat('customer ', toString(cityHash64(number) % 100000)),
        ['DE', 'FR', 'US', 'CN'][1 + number % 4], (cityHash64(number, 1) % 100000) / 100, number % 10 FROM numbers(${rows})`),
    timeoutMs,
  );
  await engine.close();
  return table;
}
