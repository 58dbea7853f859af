import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ClickHouseEngine } from '../../server/src/engine/clickhouse-engine.js';
import { clickhouseServer } from '../../server/src/engine/clickhouse-server.js';
import {
  type EmbeddedHost,
  type EmbeddedHostOptions,
  type HostEvent,
  startEmbeddedHost,
} from '../../server/src/engine/embedded/embedded-host.js';
import type { Engine, QueryLimits, QueryResult, Statement } from '../../server/src/engine/engine.js';
import { serveHttp } from './clickhouse-http.js';

export const hostEntry = fileURLToPath(new URL('../../server/dist/host-main.js', import.meta.url));

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'weir-test-'));
}

export interface EmbeddedEngine {
  readonly engine: Engine;
  readonly host: EmbeddedHost;
  readonly events: HostEvent[];
  readonly directory: string;
  close(): Promise<void>;
}

let shared: Promise<EmbeddedEngine> | undefined;

/** The engine that the files of this worker share, one after the other. Each creates databases of its own. */
export function sharedEngine(): Promise<EmbeddedEngine> {
  shared ??= openEmbedded();
  return shared;
}

const testMemoryBytesMax = 2_000_000_000;

export async function openEmbedded(
  directory = temporaryDirectory(),
  options: Partial<EmbeddedHostOptions> = {},
): Promise<EmbeddedEngine> {
  const events: HostEvent[] = [];
  const host = await startEmbeddedHost({
    dataDirectory: directory,
    memoryBytesMax: testMemoryBytesMax,
    hostEntry,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const engine = new ClickHouseEngine(host);
  return {
    engine,
    host,
    events,
    directory,
    close: async () => {
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export interface EngineUnderTest {
  readonly engine: Engine;
  close(): Promise<void>;
}

async function openOverHttp(): Promise<EngineUnderTest> {
  const { host, close } = await openEmbedded();
  const server = await serveHttp(host);
  const engine = new ClickHouseEngine(clickhouseServer(server.url));
  return {
    engine,
    close: async () => {
      await engine.close();
      await server.close();
      await close();
    },
  };
}

/** The transports under contract: embedded, embedded over HTTP, and a server if one is configured. */
export const transports: [name: string, open: () => Promise<EngineUnderTest>][] = [
  ['embedded', () => openEmbedded()],
  ['by HTTP', openOverHttp],
];

const serverUrl = process.env['WEIR_TEST_CLICKHOUSE_URL'];
if (serverUrl) {
  transports.push([
    'server',
    async () => {
      const engine = new ClickHouseEngine(clickhouseServer(new URL(serverUrl)));
      return { engine, close: () => engine.close() };
    },
  ]);
}

/** A statement that reads or changes the Data Pools whose tables its text names. */
export const sql = (text: string, parameters: Statement['parameters'] = {}): Statement => ({
  text,
  parameters,
  tables: text.match(/DPO[0-9A-Z]{26}/g) ?? [],
});

let queries = 0;

/** Runs a read with generous limits. */
export function read(
  engine: Engine,
  text: string,
  parameters: Statement['parameters'] = {},
  limits: Partial<QueryLimits> = {},
): Promise<QueryResult> {
  queries += 1;
  const id = `QRYTEST${process.pid}x${queries}`;
  return engine.query({ id, statement: sql(text, parameters), limits: { timeoutMs: 60_000, ...limits } });
}
