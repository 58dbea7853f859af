import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Tier } from '../../server/src/base/tier.js';
import { ClickHouseEngine } from '../../server/src/engine/clickhouse-engine.js';
import { HostConnection } from '../../server/src/engine/embedded/host-connection.js';
import { embeddedReaderRole, embeddedWriterRole } from '../../server/src/engine/embedded/host-files.js';
import type { Engine, EngineCell, Statement } from '../../server/src/engine/engine.js';
import { read, temporaryDirectory } from './engines.js';
import { launch, listening, scrape } from './service-process.js';

/** The built service in a separate process, on a free port. */
export interface Service {
  readonly url: string;
  readonly directory: string;
  readonly process: ChildProcess;
  /** The lines that it has logged, parsed. */
  readonly log: readonly Record<string, unknown>[];
  enginePid(): number;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** The `data` of a GraphQL operation; throws when there are errors. */
  graphql<T>(query: string, variables?: Record<string, unknown>): Promise<T>;
}

const clientId = 'APP01TESTTESTTESTTESTTESTTEST';
const clientSecret = 'test-secret-test-secret';

export const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

export interface StartOptions {
  readonly directory?: string;
  readonly env?: Record<string, string>;
}

export async function startService({
  directory = temporaryDirectory(),
  env = {},
}: StartOptions = {}): Promise<Service> {
  const launched = launch({
    WEIR_DATA_DIR: directory,
    WEIR_PORT: '0',
    WEIR_BOOTSTRAP_CLIENT_ID: clientId,
    WEIR_BOOTSTRAP_CLIENT_SECRET: clientSecret,
    ...env,
  });
  const { process: child, log, ended } = launched;
  const url = (await listening(launched)).replace('localhost', '127.0.0.1');
  return {
    url,
    directory,
    process: child,
    log,
    enginePid: () => Number(log.findLast((line) => line['msg'] === 'engine ready')?.['pid']),
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended).code;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    graphql: (query, variables) => graphql(url, query, variables),
  };
}

async function graphql<T>(url: string, query: string, variables: Record<string, unknown> = {}): Promise<T> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

export interface WebhookColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonProperty?: string;
  readonly nullable?: boolean;
}

export interface Webhook {
  readonly dataSourceId: string;
  readonly dataPoolId: string;
  readonly environmentId: string;
  /** `/v1/<key>`, without the host: the service may restart on another port. */
  readonly path: string;
  /** `database`.`table` of the Data Pool. */
  readonly table: string;
}

const creation = `mutation ($input: CreateWebhookDataSourceInput!) {
  createWebhookDataSource(input: $input) { dataSource {
    id dataPools { nodes { id status } }
    connectionSettings { ... on WebhookConnectionSettings { webhookUrl } }
  } }
}`;

interface Created {
  createWebhookDataSource: {
    dataSource: {
      id: string;
      dataPools: { nodes: { id: string; status: string }[] };
      connectionSettings: { webhookUrl: string };
    };
  };
}

let webhooks = 0;

export async function createWebhook(
  service: Service,
  columns: readonly WebhookColumn[] = [],
  settings: Record<string, unknown> = {},
): Promise<Webhook> {
  webhooks += 1;
  const complete = columns.map((column) => ({ jsonProperty: column.name, nullable: true, ...column }));
  const input = {
    uniqueName: `webhook_${process.pid}_${webhooks}_${Date.now()}`,
    connectionSettings: { columns: complete, ...settings },
  };
  const created = await service.graphql<Created>(creation, { input });
  const { dataSource } = created.createWebhookDataSource;
  const { environment } = await service.graphql<{ environment: { id: string } }>('{ environment { id } }');
  const pool = dataSource.dataPools.nodes[0];
  if (pool?.status !== 'LIVE') throw new Error(`The Data Pool is ${pool?.status}`);
  return {
    dataSourceId: dataSource.id,
    dataPoolId: pool.id,
    environmentId: environment.id,
    path: new URL(dataSource.connectionSettings.webhookUrl).pathname,
    table: `\`${environment.id}\`.\`${pool.id}\``,
  };
}

/** Queries of the first Application run in this tier from now on; P1_X_SMALL makes long ones easy to have. */
export async function setTier(service: Service, tier: Tier): Promise<void> {
  const { modifyApplication } = await service.graphql<{ modifyApplication: object }>(
    `mutation ($tier: Tier) { modifyApplication(input: { idOrUniqueName: { uniqueName: "default" }, tier: $tier }) {
      ... on ApplicationResponse { application { id } } ... on FailureResponse { error { message } } } }`,
    { tier },
  );
  if ('error' in modifyApplication) throw new Error(JSON.stringify(modifyApplication.error));
}

/** Direct access to the service's engine through its socket, to see what is really stored. */
export function connectEngine(directory: string): Engine {
  const connection = new HostConnection(join(directory, 'engine.sock'));
  return new ClickHouseEngine({
    readerRole: embeddedReaderRole,
    writerRole: embeddedWriterRole,
    send: (call, deadlineMs) => connection.send(call, deadlineMs),
    ping: (deadlineMs) => connection.ping(deadlineMs),
    endUnresponsiveQuery: () => undefined,
    close: () => connection.close(),
  });
}

const settleMsMax = 30_000;

/** Waits until all acknowledged events are in their tables. The API does that itself; the socket does not. */
export async function settled({ url }: Pick<Service, 'url'>): Promise<void> {
  const queued = async () => {
    const metrics = await scrape({ url });
    return /^weir_intake_queue_requests (\d+)$/m.exec(metrics)?.[1];
  };
  const giveUpAt = performance.now() + settleMsMax;
  while ((await queued()) !== '0') {
    if (performance.now() > giveUpAt) throw new Error('Acknowledged events do not reach their table');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The rows of one query on the service's engine. */
export async function stored(
  service: Pick<Service, 'directory' | 'url'>,
  text: string,
  parameters: Statement['parameters'] = {},
): Promise<readonly (readonly EngineCell[])[]> {
  await settled(service);
  const engine = connectEngine(service.directory);
  try {
    return (await read(engine, text, parameters)).rows;
  } finally {
    await engine.close();
  }
}

export function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Posts a body, as JSON by default. */
export async function post(
  { url }: Pick<Service, 'url'>,
  path: string,
  body: string | Uint8Array | object,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const isText = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: (isText ? body : JSON.stringify(body)) as string,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
