import { Pool } from 'undici';
import type { EngineHome } from './clickhouse-engine.js';

const connectionsMax = 64;
const connectTimeoutMs = 5_000;

/** The home of an engine that somebody else runs: a ClickHouse server, or any node of a cluster. */
export function clickhouseServer(url: URL): EngineHome {
  const pool = new Pool(url.origin, {
    connections: connectionsMax,
    connect: { timeout: connectTimeoutMs },
    // Every request carries its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const headers: Record<string, string> = { 'content-type': 'application/octet-stream' };
  if (url.username) headers['x-clickhouse-user'] = decodeURIComponent(url.username);
  if (url.password) headers['x-clickhouse-key'] = decodeURIComponent(url.password);
  return {
    dispatcher: pool,
    origin: url.origin,
    headers,
    readerRole: 'weir_reader',
    writerRole: 'weir_writer',
    // The server has its own ways; the request has been given up and its client answered.
    endDeafQuery: () => undefined,
    close: () => pool.close(),
  };
}
