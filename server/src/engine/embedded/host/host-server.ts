import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { quoteText } from '../../parameters.js';
import { PoolExhausted, type SessionPool } from './session-pool.js';
import type { StatementContext } from './session-state.js';

/**
 * ClickHouse's HTTP interface over chDB, as much of it as the engine uses: statements with a role,
 * settings and typed parameters in the URL, inserts with their rows in the body, `/ping`, and the
 * exception code in a header.
 */
export interface HostPools {
  readonly readers: SessionPool;
  readonly writers: SessionPool;
  /** For what must not wait behind the others: pings and kills. */
  readonly control: SessionPool;
  readonly readerRole: string;
}

/** Parameters travel in the URL; ClickHouse's own bound on a URI is 1 MiB. */
const requestHeadBytesMax = 2 * 1024 * 1024;
const tooManySimultaneousQueries = 202;
const unknownFailure = 1002;
const insertPattern = /^INSERT INTO ([A-Za-z0-9_.]+) FORMAT JSONEachRow$/;
/** The setting that a statement is known by while it runs. */
const commentSetting = 'log_comment';
/** Of the URL, but no settings of a Session. */
const interfaceParameters = new Set(['role', 'query', 'default_format', 'wait_end_of_query', commentSetting]);

export function createHostServer(pools: HostPools): Server {
  const server = createServer(
    { maxHeaderSize: requestHeadBytesMax, keepAliveTimeout: 0, requestTimeout: 0 },
    (request, response) => {
      answer(pools, request).then(
        (body) => response.writeHead(200, { 'content-length': body.byteLength }).end(body),
        (error: unknown) => refuse(response, error),
      );
    },
  );
  server.headersTimeout = 0;
  return server;
}

async function answer(pools: HostPools, request: IncomingMessage): Promise<Uint8Array> {
  const url = new URL(request.url ?? '/', 'http://host');
  if (url.pathname === '/ping') {
    await pools.control.use(({ session }) => session.queryAsync('SELECT 1'));
    return Buffer.from('Ok.\n');
  }
  const body = await readBody(request);
  const insertStatement = url.searchParams.get('query');
  const context = readContext(url.searchParams);
  const comment = url.searchParams.get(commentSetting);
  if (insertStatement !== null) return insert(pools.writers, insertStatement, context, comment, body);
  const text = body.toString('utf8');
  const format = url.searchParams.get('default_format') ?? 'TabSeparated';
  const pool = poolFor(pools, context.role, text);
  if (pool === pools.control) killWaiting(pools.readers, context);
  return pool.use(async ({ session, state }) => {
    if (request.socket.destroyed) throw new Error('The client has gone away');
    const result = await session.queryAsync(state.prefix(context) + text + suffix(comment), { format });
    return result.bytes();
  }, comment);
}

/** The list of names is a parameter in the engine's notation, in which each stands quoted. */
function killWaiting(readers: SessionPool, { parameters }: StatementContext): void {
  const ids = parameters.get('ids') ?? '';
  readers.killWaiting((name) => ids.includes(quoteText(name)));
}

/**
 * A query's own name goes into the statement: it is another for each, and a SET before it costs twice as much.
 * Statements with a name are SELECTs of Weir's printing, which end without a clause of the kind.
 */
const suffix = (comment: string | null) =>
  comment === null ? '' : `\nSETTINGS ${commentSetting} = ${quoteText(comment)}`;

function poolFor(pools: HostPools, role: string, text: string): SessionPool {
  if (role === pools.readerRole) return pools.readers;
  return text.startsWith('KILL ') ? pools.control : pools.writers;
}

async function insert(
  writers: SessionPool,
  statement: string,
  context: StatementContext,
  comment: string | null,
  rows: Buffer,
) {
  const table = insertPattern.exec(statement)?.[1];
  if (table === undefined) throw new Error('Only INSERT INTO database.table FORMAT JSONEachRow is served');
  const settings = Object.fromEntries(context.settings);
  if (comment !== null) settings[commentSetting] = comment;
  await writers.use(({ session }) =>
    session.insert({ table, values: rows, format: 'JSONEachRow', settings }),
  );
  return Buffer.alloc(0);
}

function readContext(search: URLSearchParams): StatementContext {
  const settings = new Map<string, string>();
  const parameters = new Map<string, string>();
  for (const [name, value] of search) {
    if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value);
    else if (!interfaceParameters.has(name)) settings.set(name, value);
  }
  return { role: search.get('role') ?? '', settings, parameters };
}

/** By events: iterating a request costs as much as a trivial query does. */
function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => reject(new Error('The client has gone away')));
  });
}

function refuse(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  response.writeHead(error instanceof PoolExhausted ? 503 : 500, {
    'x-clickhouse-exception-code': exceptionCode(error),
  });
  response.end(message);
}

function exceptionCode(error: unknown): number {
  if (error instanceof PoolExhausted) return tooManySimultaneousQueries;
  if (error instanceof Error && 'clickhouseCode' in error)
    return Number(error.clickhouseCode ?? unknownFailure);
  return unknownFailure;
}
