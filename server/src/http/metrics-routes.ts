import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import { bearerToken, type RequestPrincipal } from '../auth/request-principal.js';
import { sameText } from '../auth/same-text.js';
import { requireScopes } from '../base/require-scopes.js';
import { isEventStream } from './event-stream.js';
import type { StallWatch } from './stall-watch.js';

export interface MetricsOptions {
  readonly registry: Registry;
  readonly stalls: StallWatch;
  readonly requestPrincipal: RequestPrincipal;
  /** A token that can only read the metrics. */
  readonly metricsToken: string | undefined;
}

const durationBucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** `/metrics`, and the measurements that every request shares. Routes are labelled by pattern, never by URL. */
export function addMetricsRoutes(app: FastifyInstance, options: MetricsOptions): void {
  const { registry, stalls } = options;
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'weir_event_loop_delay_seconds_max',
    help: 'Longest stall of the event loop since the metrics were last read, less up to 0.02 s',
    registers: [registry],
    collect() {
      this.set(stalls.takeLongestStallMs() / 1000);
    },
  });
  const duration = new Histogram({
    name: 'weir_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBucketsSeconds,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    // How long someone subscribes says nothing about the service.
    if (isEventStream(reply)) return done();
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      // Applies to every refusal below.
      reply.header('www-authenticate', 'Bearer realm="weir"');
      await authorizeReader(request, options);
      reply.removeHeader('www-authenticate');
    });
    scope.get('/metrics', { logLevel: 'silent' }, async (_request, reply) =>
      reply.type(registry.contentType).send(await registry.metrics()),
    );
  });
}

/** The metrics reveal how often routes are called, so not everyone who can reach the port may read them. */
async function authorizeReader({ headers, ip }: FastifyRequest, options: MetricsOptions): Promise<void> {
  const { metricsToken, requestPrincipal } = options;
  const given = bearerToken(headers.authorization);
  if (metricsToken !== undefined && given !== undefined && sameText(given, metricsToken)) return;
  requireScopes(await requestPrincipal(headers.authorization, ip), ['admin'], 'Reading the metrics');
}
