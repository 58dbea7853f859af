import { join } from 'node:path';
import { Registry } from 'prom-client';
import { FileStore } from '../../server/src/base/file-store.js';
import { createLog } from '../../server/src/base/log.js';
import { ExportJobs } from '../../server/src/export-jobs/export-jobs.js';
import { ExportRunner } from '../../server/src/query/export-runner.js';
import { queryMeasures } from '../../server/src/query/query-measures.js';
import { exportSlots } from '../../server/src/query/query-slots.js';
import type { SourceBuckets } from '../../server/src/s3/source-buckets.js';
import { temporaryDirectory } from './engines.js';
import type { QueryNode } from './query-node.js';

/** Export jobs of a node, which are not started. */
export function openExportJobs(
  node: QueryNode,
  buckets: SourceBuckets,
  files = new FileStore(join(temporaryDirectory(), 'exports')),
) {
  const { catalog, engine, clock, services, recorded } = node;
  const registry = new Registry();
  const exports = new ExportRunner({
    engine,
    clock,
    slots: exportSlots(1, registry),
    timeoutMs: 10_000,
    record: (info) => void recorded.push(info),
    measures: queryMeasures(registry),
  });
  const jobs = new ExportJobs({
    catalog,
    query: { ...services, exports },
    buckets,
    files,
    clock,
    log: createLog('silent'),
    nodeId: 'test',
  });
  return { jobs, files };
}
