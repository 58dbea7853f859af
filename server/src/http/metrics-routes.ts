import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';

const durationBucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** `/metrics`, and the one measurement that every request shares. Routes are labelled by pattern, never by URL. */
export function addMetricsRoutes(app: FastifyInstance, registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'weir_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBucketsSeconds,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', { logLevel: 'silent' }, async (_request, reply) => {
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
