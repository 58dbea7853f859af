import { Counter, Gauge } from 'prom-client';
import type { Log } from '../base/log.js';
import { StartProblem } from '../base/start-problem.js';
import { ClickHouseEngine } from '../engine/clickhouse-engine.js';
import { type HostEvent, startEmbeddedHost } from '../engine/embedded/embedded-host.js';
import type { Engine } from '../engine/engine.js';
import { plainStatement } from '../sql/plain-statement.js';
import type { StageContext } from './stage-context.js';

/** What happens to the embedded engine. */
export interface EngineHooks {
  readonly beforeStart: () => Promise<void>;
  /** Not after the first start. */
  readonly afterRestart: () => void;
  /** Called with the folder of a part in which a statement met damage. */
  readonly onBrokenPart: (path: string) => void;
}

/** Opens a ClickHouse server and checks that it answers, or starts the embedded engine. */
export async function openEngine(
  { config, files, log, registry }: StageContext,
  { beforeStart, afterRestart, onBrokenPart }: EngineHooks,
): Promise<Engine> {
  const { engine, dataDirectory } = config;
  if (engine.url) return await connectServer(engine.url);
  const restarts = new Gauge({
    name: 'weir_engine_starts_total',
    help: 'How often the embedded engine was started',
    registers: [registry],
  });
  const failedWrites = new Counter({
    name: 'weir_engine_failed_writes_total',
    help: 'Writes of the embedded engine that failed, as on a full disk; it is started again after each of them',
    registers: [registry],
  });
  const failedReads = new Counter({
    name: 'weir_engine_failed_reads_total',
    help: 'Reads of the embedded engine that failed; it is started again without the parts of tables that cannot be read',
    registers: [registry],
  });
  let isRestart = false;
  const host = await startEmbeddedHost({
    dataDirectory,
    memoryBytesMax: engine.memoryBytesMax,
    hostEntry: files.engineHost,
    beforeStart,
    onEvent: (event) => {
      if (event.type === 'ready') {
        restarts.inc();
        if (isRestart) afterRestart();
        isRestart = true;
      }
      if (event.type === 'writesFailed') failedWrites.inc(event.writes);
      if (event.type === 'readsFailed') failedReads.inc(event.reads);
      logHostEvent(log, event);
    },
  });
  return new ClickHouseEngine(host, onBrokenPart);
}

async function connectServer(url: URL): Promise<Engine> {
  // The embedded engine does not need its HTTP client, which takes long to load.
  const { clickhouseServer } = await import('../engine/clickhouse-server.js');
  const server = new ClickHouseEngine(clickhouseServer(url));
  await server
    .query({ id: 'QRYSTART', statement: plainStatement('SELECT 1'), limits: { timeoutMs: 5_000 } })
    .catch((error: Error) => {
      throw new StartProblem(`ClickHouse at ${url.host} cannot be used: ${causeOf(error)}`);
    });
  return server;
}

/** The message of the underlying error. */
function causeOf(error: Error): string {
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}

function logHostEvent(log: Log, event: HostEvent): void {
  if (event.type === 'output') log.debug({ text: event.text.trim() }, 'engine output');
  else if (event.type === 'ready') log.info(event, 'engine ready');
  else log[ofTheDisk.has(event.type) ? 'error' : 'warn'](event, said[event.type]);
}

const ofTheDisk: ReadonlySet<HostEvent['type']> = new Set(['writesFailed', 'readsFailed', 'diskFull']);

const said: Record<Exclude<HostEvent['type'], 'output' | 'ready'>, string> = {
  ended: 'engine ended',
  unresponsive: 'ending the engine to stop a query that ignores its time-out',
  writesFailed:
    'the engine could not write to the disk; it is started again, and what it was storing is stored again',
  readsFailed: 'the engine could not read from the disk; it is started again without what cannot be read',
  diskFull: 'the disk is full: no events can be stored and no queries run until there is space',
};
