import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Pool } from 'undici';
import {
  AnswerTooLong,
  type EngineAnswer,
  type EngineCall,
  type EngineTransport,
  type StreamedAnswer,
  type StreamedCall,
} from './engine-transport.js';
import { exchange } from './exchange.js';
import { connectionsMax } from './server-limits.js';

const connectTimeoutMs = 5_000;

/**
 * The transport to a ClickHouse server, or to any node of a cluster, over its HTTP interface. It uses undici, because
 * the official client costs more than a trivial query does.
 */
export function clickhouseServer(url: URL): EngineTransport {
  const { origin } = url;
  const pool = new Pool(origin, {
    connections: connectionsMax,
    connect: { timeout: connectTimeoutMs },
    // Every request carries its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const headers: Record<string, string> = { 'content-type': 'application/octet-stream' };
  if (url.username) headers['x-clickhouse-user'] = decodeURIComponent(url.username);
  if (url.password) headers['x-clickhouse-key'] = decodeURIComponent(url.password);
  const post = async (
    path: string,
    body: string | Buffer,
    deadlineMs: number,
    bytesMax?: number,
  ): Promise<EngineAnswer> => {
    const request = { origin, path, method: 'POST', headers, body } as const;
    try {
      const answer = await exchange(pool, request, deadlineMs, bytesMax);
      const failed = answer.statusCode !== 200;
      const engineCode = failed ? Number(answer.headers['x-clickhouse-exception-code'] ?? 0) : null;
      return { engineCode, body: answer.body };
    } catch (error) {
      if (!(error instanceof AnswerTooLong)) throw error;
      return { engineCode: error.clickhouseCode, body: Buffer.from(error.message) };
    }
  };
  const stream = async (path: string, body: string, deadlineMs: number): Promise<StreamedAnswer> => {
    const bytes = new PassThrough();
    const signal = AbortSignal.timeout(deadlineMs);
    const answered = async (): Promise<EngineAnswer> => {
      const answer = await pool.request({ path, method: 'POST', headers, body, signal });
      if (answer.statusCode === 200) {
        // The server cuts off a result that fails in the middle, which is an error here.
        await pipeline(answer.body, bytes);
        return { engineCode: null, body: Buffer.alloc(0) };
      }
      const engineCode = Number(answer.headers['x-clickhouse-exception-code'] ?? 0);
      return { engineCode, body: Buffer.from(await answer.body.arrayBuffer()) };
    };
    return { bytes, answer: answered() };
  };
  return {
    readerRole: 'weir_reader',
    writerRole: 'weir_writer',
    send: (call, deadlineMs) =>
      post(`/?${searchOf(call)}`, call.rows ?? call.text, deadlineMs, call.answerBytesMax),
    stream: (call, deadlineMs) => stream(`/?${searchOf(call)}`, call.text, deadlineMs),
    ping: (deadlineMs) => post('/ping', '', deadlineMs),
    // Left to the server: the request has been aborted and its client has been answered.
    endUnresponsiveQuery: () => undefined,
    close: () => pool.close(),
  };
}

/** Role, settings and parameters go into the URL. So does the text of an INSERT, because its rows are the body. */
function searchOf(call: EngineCall | StreamedCall): URLSearchParams {
  const { role, settings, parameters, name, format } = call;
  const search = new URLSearchParams({ role });
  for (const [setting, value] of Object.entries(settings)) search.set(setting, String(value));
  for (const [parameter, value] of Object.entries(parameters)) search.set(`param_${parameter}`, value);
  if (name !== undefined) search.set('log_comment', name);
  if ('rows' in call) search.set('query', call.text);
  if (format) search.set('default_format', format);
  // Without this, the server sends the status before it knows whether the query fails.
  if (format === 'JSONCompact') search.set('wait_end_of_query', '1');
  return search;
}
