import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { randomHex } from '../base/ids.js';
import type { Log } from '../base/log.js';
import { addErrorReplies, replyToBadPath, replyToClientError } from './error-reply.js';
import { addHealthRoutes, type ReadinessCheck } from './health-routes.js';
import { addMetricsRoutes, type MetricsOptions } from './metrics-routes.js';
import { StallWatch } from './stall-watch.js';

export interface AppOptions extends Omit<MetricsOptions, 'stalls'> {
  readonly log: Log;
  readonly checks: readonly ReadinessCheck[];
  readonly requestTimeoutMs: number;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
}

const headersTimeoutMsMax = 10_000;
/** How often Node checks for requests that are too slow. */
const timeoutCheckMsMax = 5_000;
const keepAliveTimeoutMs = 72_000;
const connectionsMax = 10_000;
/** From the begin of a shutdown, for requests that are on their way. */
const unusedConnectionMsMax = 500;
const requestIdBytes = 12;

/** The HTTP application with everything that routes share. The routes are added elsewhere. */
export function createApp(options: AppOptions): FastifyInstance {
  const common = {
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request would cost more than reading a small body. Code that logs passes the request ID itself.
    childLoggerFactory: (log: FastifyBaseLogger) => log,
    genReqId: () => randomHex(requestIdBytes),
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    requestTimeout: options.requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    frameworkErrors: replyToBadPath,
    clientErrorHandler: replyToClientError,
  } as const;
  const timeouts = {
    headersTimeout: Math.min(headersTimeoutMsMax, options.requestTimeoutMs),
    connectionsCheckingInterval: Math.min(timeoutCheckMsMax, Math.ceil(options.requestTimeoutMs / 4)),
  };
  // Fastify's types differ by server and logger; nothing here depends on the difference.
  const app = (options.tls
    ? fastify({ ...common, https: { ...readTls(options.tls), ...timeouts } })
    : fastify({ ...common, http: timeouts })) as unknown as FastifyInstance;
  app.server.maxConnections = connectionsMax;
  addHeaders(app);
  addRequestLog(app, options.log);
  closeConnections(app);
  closeUnusedConnections(app, options.tls ? 'secureConnection' : 'connection');
  leaveBodiesUnread(app);
  addErrorReplies(app);
  addHealthRoutes(app, options.checks, options.log);
  const stalls = new StallWatch(options.log);
  stalls.observe(app);
  addMetricsRoutes(app, { ...options, stalls });
  return app;
}

/** Registered by name as well, because Fastify looks up the `*` parser again on every request. */
const usualMediaTypes = [
  'application/json',
  'application/x-ndjson',
  'application/x-www-form-urlencoded',
  '*',
];

/**
 * Fastify itself reads no body. A route that needs one reads it with `readBody` after authentication. So routes without a
 * body and unknown paths never hold unauthenticated data in memory.
 */
function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const type of usualMediaTypes)
    app.addContentTypeParser(type, (_request, _payload, done) => done(null));
}

function readTls({ certFile, keyFile }: NonNullable<AppOptions['tls']>) {
  return { cert: readFileSync(certFile), key: readFileSync(keyFile) };
}

/**
 * Closes the connection after answering a request that began before the shutdown, so that the shutdown can finish. Does
 * the same when a request is answered while its body still arrives in chunks: reading small chunks only to discard them
 * costs far more than their bytes. A body with a declared length is cheap to discard.
 */
function closeConnections(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', (done) => {
    stopping = true;
    done();
  });
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (stopping || (!raw.complete && raw.headers['transfer-encoding'] !== undefined))
      reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * Closes connections on which no request ever came, soon after the shutdown has begun. Node closes only those that are idle
 * after a request, and would wait for the others. Some clients connect before they have a request.
 */
function closeUnusedConnections(app: FastifyInstance, event: 'connection' | 'secureConnection'): void {
  const unused = new Set<Socket>();
  app.server.on(event, (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', (done) => {
    setTimeout(() => {
      for (const socket of unused) socket.destroy();
    }, unusedConnectionMsMax);
    done();
  });
}

/** Headers of every response, refusals included: its ID, and that a browser must not guess another media type. */
function addHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    done();
  });
}

/** One log line per request, with the route's pattern instead of the URL: a webhook's URL is a secret. */
function addRequestLog(app: FastifyInstance, log: Log): void {
  if (!log.isLevelEnabled('debug')) return;
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 1000) / 1000,
    };
    request.log.debug(line, 'request');
    done();
  });
}
