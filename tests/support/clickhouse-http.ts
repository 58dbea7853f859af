/**
 * The part of ClickHouse's HTTP interface that Weir uses, in front of an embedded engine. It replaces a server where none
 * is available: statements with a role, settings and typed parameters in the URL, inserts with their rows in the body,
 * `/ping`, and the exception code in a header.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { EngineAnswer, EngineCall, EngineTransport } from '../../server/src/engine/engine-transport.js';

export interface ClickHouseHttp {
  readonly url: URL;
  close(): Promise<void>;
}

/** ClickHouse's own limit for a URI. */
const uriBytesMax = 1024 * 1024;
/** Long, because callers have their own deadlines. */
const deadlineMs = 600_000;
/** URL parameters that are not settings. */
const interfaceParameters = new Set(['role', 'query', 'default_format', 'wait_end_of_query', 'log_comment']);

export async function serveHttp(transport: EngineTransport): Promise<ClickHouseHttp> {
  const server = createServer({ maxHeaderSize: uriBytesMax }, (request, response) => {
    answer(transport, request, response).then(
      ({ engineCode, body }) => {
        // A result that fails in the middle is cut off.
        if (response.headersSent) return engineCode === null ? response.end() : response.destroy();
        if (engineCode === null) return response.end(body);
        return response.writeHead(500, { 'x-clickhouse-exception-code': engineCode }).end(body);
      },
      () => response.destroy(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

async function answer(
  transport: EngineTransport,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<EngineAnswer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://clickhouse');
  const body = await buffer(request);
  if (pathname === '/ping') return await transport.ping(deadlineMs);
  const call = callOf(searchParams, body);
  const format = searchParams.get('default_format');
  if (format === null || format === 'JSONCompact') return await transport.send(call, deadlineMs);
  const streamed = await transport.stream({ ...call, format }, deadlineMs);
  streamed.bytes.pipe(response, { end: false });
  response.once('close', () => streamed.bytes.destroy());
  const { engineCode, body: message } = await streamed.answer;
  if (engineCode === null && !streamed.bytes.readableEnded) await once(streamed.bytes, 'end');
  return { engineCode, body: message };
}

function callOf(search: URLSearchParams, body: Buffer): EngineCall {
  const settings: Record<string, string> = {};
  const parameters: Record<string, string> = {};
  for (const [name, value] of search) {
    if (name.startsWith('param_')) parameters[name.slice('param_'.length)] = value;
    else if (!interfaceParameters.has(name)) settings[name] = value;
  }
  const insert = search.get('query');
  return {
    role: search.get('role') ?? '',
    settings,
    parameters,
    name: search.get('log_comment') ?? undefined,
    ...(search.has('default_format') && { format: 'JSONCompact' }),
    ...(insert === null ? { text: body.toString('utf8') } : { text: insert, rows: body }),
  };
}
