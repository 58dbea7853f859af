import { join } from 'node:path';
import { ClickHouseEngine } from '../../server/src/engine/clickhouse-engine.js';
import { HostConnection } from '../../server/src/engine/embedded/host-connection.js';
import { embeddedReaderRole, embeddedWriterRole } from '../../server/src/engine/embedded/host-files.js';
import type { Engine, EngineCell, Statement } from '../../server/src/engine/engine.js';
import { read, sql } from './engines.js';
import type { Service } from './service.js';
import { scrape } from './service-metrics.js';

/** The service's own engine, reached on its socket: what is really stored, whatever the API makes of it. */
export function connectEngine(directory: string): Engine {
  const connection = new HostConnection(join(directory, 'engine.sock'));
  return new ClickHouseEngine({
    readerRole: embeddedReaderRole,
    writerRole: embeddedWriterRole,
    send: (call, deadlineMs) => connection.send(call, deadlineMs),
    stream: () => Promise.reject(new Error('Not needed here')),
    ping: (deadlineMs) => connection.ping(deadlineMs),
    endUnresponsiveQuery: () => undefined,
    close: () => connection.close(),
  });
}

const settleMsMax = 30_000;

/** Nothing that was acknowledged is still on its way to its table: the API waits for it, the socket does not. */
export async function settled({ url }: Pick<Service, 'url'>): Promise<void> {
  const queued = async () => {
    const metrics = await scrape({ url });
    return /^weir_intake_queue_requests (\d+)$/m.exec(metrics)?.[1];
  };
  const giveUpAt = performance.now() + settleMsMax;
  while ((await queued()) !== '0') {
    if (performance.now() > giveUpAt) throw new Error('What was acknowledged does not reach its table');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** As if the Data Pool were large: merges its records into parts that have a file for each column. */
export async function storeByColumn(
  service: Pick<Service, 'directory' | 'url'>,
  dataPoolId: string,
): Promise<void> {
  const found = await stored(service, 'SELECT database FROM system.tables WHERE name = {dataPoolId:String}', {
    dataPoolId,
  });
  const table = `${found[0]?.[0]}.${dataPoolId}`;
  const engine = connectEngine(service.directory);
  try {
    await engine.command(sql(`ALTER TABLE ${table} MODIFY SETTING min_bytes_for_wide_part = 0`));
    await engine.command(sql(`OPTIMIZE TABLE ${table} FINAL`));
  } finally {
    await engine.close();
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
  const statement = sql(text, parameters);
  const limits = { timeoutMs: settleMsMax };
  try {
    // A test that kills the engine may ask while it starts again.
    return (await engine.query({ id: 'QRYSTORED', statement, limits, survivesRestart: true })).rows;
  } finally {
    await engine.close();
  }
}

/** How many statements with a text that matches the pattern the service's engine is running. */
export async function running({ directory }: Pick<Service, 'directory'>, pattern: string): Promise<number> {
  const engine = connectEngine(directory);
  const text =
    "SELECT count() FROM system.processes WHERE match(query, {pattern:String}) AND query NOT LIKE '%processes%'";
  try {
    return Number((await read(engine, text, { pattern })).rows[0]?.[0]);
  } finally {
    await engine.close();
  }
}
