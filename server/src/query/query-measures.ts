import { Counter, Histogram, type Registry } from 'prom-client';
import type { QueryMeasures } from './query-records.js';

const durationBucketsSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function queryMeasures(registry: Registry): QueryMeasures {
  return {
    queries: new Counter({
      name: 'weir_queries_total',
      help: 'Queries by kind and outcome',
      labelNames: ['type', 'status'],
      registers: [registry],
    }),
    durationSeconds: new Histogram({
      name: 'weir_query_duration_seconds',
      help: 'Time that queries take on the engine',
      labelNames: ['type'],
      buckets: durationBucketsSeconds,
      registers: [registry],
    }),
  };
}
