import { readFileSync } from 'node:fs';
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
  /** Whose `X-Forwarded-For` says where a request comes from: addresses and networks. */
  readonly trustedProxies: readonly string[];
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
}

const headersTimeoutMsMax = 10_000;
/** Node looks for requests that are too slow only this often. */
const timeoutCheckMsMax = 5_000;
const keepAliveTimeoutMs = 72_000;
const connectionsMax = 10_000;
const requestIdBytes = 12;

/** The HTTP application with what every route shares; the routes themselves are added by their owners. */
export function createApp(options: AppOptions): FastifyInstance {
  const common = {
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost a small one more than reading its body; who logs says which it was.
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
  // Fastify's types tell servers and loggers apart; nothing here depends on which it is.
  const app = (options.tls
    ? fastify({ ...common, https: { ...readTls(options.tls), ...timeouts } })
    : fastify({ ...common, http: timeouts })) as unknown as FastifyInstance;
  app.server.maxConnections = connectionsMax;
  addRequestLog(app, options.log);
  closeConnections(app);
  leaveBodiesUnread(app);
  addErrorReplies(app);
  addHealthRoutes(app, options.checks, options.log);
  const stalls = new StallWatch(options.log);
  stalls.observe(app);
  addMetricsRoutes(app, { ...options, stalls });
  return app;
}

/** By name as well: Fastify looks up what only `*` stands for again with every request. */
const usualMediaTypes = [
  'application/json',
  'application/x-ndjson',
  'application/x-www-form-urlencoded',
  '*',
];

/**
 * Fastify reads no body. A route that takes one reads it itself, with `readBody`, when it knows who sends it: so
 * a route that takes none, or an address where there is no route, holds nothing of what strangers send.
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
 * A request that began before the stop is answered on a connection that then ends, so that the stop can. So is one
 * that is answered while its body still comes in chunks: reading those to their end, only to throw them away, costs
 * far more than their bytes when they are small. A body of a declared length is cheap, and is thrown away.
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

/** One line a request, with the route's pattern in place of the URL: a webhook's URL is a secret. */
function addRequestLog(app: FastifyInstance, log: Log): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
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
