/** A Data Pool of orders, one every 259 ms, made by the engine itself; and a copy of it for the bare engine. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultBytesMax, resultRowsMax } from '../server/src/base/answer-limits.js';
import { tiers } from '../server/src/base/tier.js';
import { sql } from '../tests/support/engines.js';
import { connectEngine } from '../tests/support/stored.js';
import { type BareEngine, openBareEngine } from './bare-engine.js';
import { type ApiClient, openClient } from './client.js';
import { type Service, startService } from './service.js';

/** The bars are about ten million; fewer make a quick look. */
export const records = Number(process.env['BENCH_RECORDS'] ?? 10_000_000);
export const firstMs = 1_771_200_000_000;
export const stepMs = 259;
const tier = 'P1_X_LARGE';

export interface Orders {
  readonly service: Service;
  readonly client: ApiClient;
  readonly bare: BareEngine;
  readonly environmentId: string;
  readonly dataPoolId: string;
  /** As the engine calls it. */
  readonly table: string;
}

export interface OrdersOptions {
  readonly port: number;
  readonly bareSessions: number;
  /** Called while there are no records but those that it makes. */
  readonly before?: (loading: Loading) => Promise<void>;
  /** Called when all records are there, before they are copied for the bare engine. */
  readonly after?: (loading: Loading) => Promise<void>;
}

export interface Loading {
  readonly client: ApiClient;
  readonly dataPoolId: string;
  command(text: string): Promise<void>;
  readonly table: string;
}

export async function withOrders<T>(
  options: OrdersOptions,
  work: (orders: Orders) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const copy = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const opened: (() => unknown)[] = [];
  try {
    const { dataPoolId, environmentId, table } = await loadOrders(directory, options);
    cpSync(join(directory, 'engine'), join(copy, 'engine'), { recursive: true, verbatimSymlinks: true });
    const service = await startService(directory, options.port);
    opened.push(() => service.stop());
    const client = await openClient(service.url);
    opened.push(() => client.close());
    const limits = { timeoutMs: 30_000, resultRowsMax, resultBytesMax, ...tiers[tier] };
    const bare = await openBareEngine(copy, options.bareSessions, limits);
    opened.push(() => bare.close());
    return await work({ service, client, bare, dataPoolId, environmentId, table });
  } finally {
    for (const close of opened.reverse()) await close();
    for (const path of [directory, copy]) rmSync(path, { recursive: true });
  }
}

/** Fills a directory with orders, for a service to be started on it. */
export async function loadOrders(
  directory: string,
  { port, before, after }: Omit<OrdersOptions, 'bareSessions'>,
) {
  const service = await startService(directory, port);
  const client = await openClient(service.url);
  const column = (name: string, type: string) => ({ name, type, jsonProperty: name, nullable: false });
  const created = await client.ask<{
    createWebhookDataSource: { dataSource: { dataPools: { nodes: { id: string }[] } } };
  }>(
    `mutation ($input: CreateWebhookDataSourceInput!) {
      createWebhookDataSource(input: $input) { dataSource { dataPools { nodes { id } } } } }`,
    {
      input: {
        uniqueName: 'orders',
        connectionSettings: {
          timestamp: 'at',
          columns: [
            column('at', 'TIMESTAMP'),
            column('country', 'STRING'),
            column('product', 'STRING'),
            column('user_id', 'INT64'),
            column('price', 'DOUBLE'),
          ],
        },
      },
    },
  );
  const { environment } = await client.ask<{ environment: { id: string } }>('{ environment { id } }');
  await client.ask(
    'mutation ($input: modifyApplicationInput!) { modifyApplication(input: $input) { __typename } }',
    { input: { idOrUniqueName: { uniqueName: 'default' }, tier } },
  );
  const dataPoolId = created.createWebhookDataSource.dataSource.dataPools.nodes[0]?.id ?? '';
  const table = `\`${environment.id}\`.\`${dataPoolId}\``;
  const engine = connectEngine(directory);
  const command = (text: string) => engine.command(sql(text));
  const loading = { client, dataPoolId, command, table };
  await before?.(loading);
  const startedAt = performance.now();
  await command(
    `INSERT INTO ${table} (_service_received_at, _service_payload, _weir_request, at, country, product, user_id, price)
      SELECT at, '{}', generateUUIDv4(), fromUnixTimestamp64Milli(${firstMs} + toInt64(number) * ${stepMs}) AS at,
        concat('c', toString(cityHash64(number) % 20)), concat('product-', toString(cityHash64(number, 1) % 1000)),
        cityHash64(number, 2) % 1000000, (cityHash64(number, 3) % 10000) / 100
      FROM numbers(${records})`,
  );
  await after?.(loading);
  await command(`OPTIMIZE TABLE ${table} FINAL`);
  console.log(`${records} records in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  await engine.close();
  await client.close();
  await service.stop();
  return { dataPoolId, environmentId: environment.id, table };
}
