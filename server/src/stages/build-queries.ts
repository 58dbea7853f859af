import { systemClock } from '../base/clock.js';
import { embeddedQueriesMax, exportsMax } from '../engine/embedded/embedded-host.js';
import type { Engine } from '../engine/engine.js';
import { serverQueriesMax } from '../engine/server-limits.js';
import { AnswerCache } from '../query/answer-cache.js';
import { EngineBans } from '../query/engine-bans.js';
import type { ExportServices } from '../query/export-file.js';
import { ExportRunner } from '../query/export-runner.js';
import { QueryHistory } from '../query/query-history.js';
import type { QueryInfo } from '../query/query-info.js';
import { queryMeasures } from '../query/query-measures.js';
import { QueryRunner } from '../query/query-runner.js';
import { exportSlots, querySlots } from '../query/query-slots.js';
import { StatementCache } from '../query/statement-cache.js';
import { loadParsers } from '../sql/compiler/parsers.js';
import type { Stores } from './open-stores.js';
import type { StageContext } from './stage-context.js';

export interface Queries {
  readonly query: ExportServices;
  readonly history: QueryHistory;
  readonly bans: EngineBans;
}

export async function buildQueries(
  { config, files, log, registry, onStop }: StageContext,
  { catalog, versions }: Stores,
  engine: Engine,
): Promise<Queries> {
  const parsers = await loadParsers(files.parseWorker);
  onStop(() => parsers.pool?.close());
  const history = new QueryHistory({
    engine,
    log,
    retentionDays: config.queryHistoryDays,
    cluster: config.engine.cluster,
  });
  await history.open();
  onStop(() => history.close());
  // With a shared catalog other nodes write too, and this node does not see their changes.
  const caching = config.databaseUrl
    ? undefined
    : {
        versions,
        catalogGeneration: () => catalog.cached.generation,
        clock: systemClock,
      };
  const bans = new EngineBans(systemClock);
  const running = {
    engine,
    clock: systemClock,
    record: (info: QueryInfo) => history.record(info),
    measures: queryMeasures(registry),
    bans,
  };
  const runner = new QueryRunner({
    ...running,
    slots: querySlots(config.engine.url ? serverQueriesMax : embeddedQueriesMax, registry),
    timeoutMs: config.queryTimeoutMs,
    results: caching && new AnswerCache(caching),
  });
  const exports = new ExportRunner({
    ...running,
    slots: exportSlots(exportsMax, registry),
    timeoutMs: config.exports.timeoutMs,
  });
  const answers = caching && new AnswerCache<{ query: QueryInfo }>(caching);
  const statements = new StatementCache();
  return {
    query: { catalog, parsers, clock: systemClock, runner, exports, statements, answers },
    history,
    bans,
  };
}
