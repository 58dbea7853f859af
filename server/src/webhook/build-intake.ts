import type { Registry } from 'prom-client';
import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Engine } from '../engine/engine.js';
import { ByteBudget } from '../ingest/byte-budget.js';
import { EventDecoder } from '../ingest/event-decoder.js';
import { GroupCommit } from '../ingest/group-commit.js';
import { KeyedCommit } from '../ingest/keyed-commit.js';
import { type Authorize, Intake } from './intake.js';
import { IntakeMetrics } from './intake-metrics.js';

export interface BuildIntakeOptions {
  readonly limits: {
    readonly bodyBytesMax: number;
    readonly eventsPerRequestMax: number;
    readonly nestingDepthMax: number;
    readonly keysPerObjectMax: number;
    readonly queueBytesMax: number;
    readonly queueRequestsMax: number;
    readonly commitMsMax: number;
  };
  readonly nodeId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly registry: Registry;
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly authorize: Authorize;
}

/** Groups stay well below what the engine would split into several parts, and what one insert takes long for. */
const groupRowsMax = 100_000;
const groupBytesMax = 32 * 1024 * 1024;
/** Beyond the time that an attempt may take, before another node takes its key over. */
const leaseSlackMs = 30_000;

export function buildIntake(options: BuildIntakeOptions): { intake: Intake; stop: () => Promise<void> } {
  const { limits, nodeId, clock, log, registry, engine, catalog, authorize } = options;
  const { queueRequestsMax, commitMsMax } = limits;
  const budget = new ByteBudget(limits.queueBytesMax);
  const metrics: IntakeMetrics = new IntakeMetrics({
    registry,
    log,
    clock,
    queueBytes: () => budget.bytes,
    queueRequests: () => groups.queuedRequests,
  });
  const groups = new GroupCommit({
    engine,
    clock,
    nodeId,
    budget,
    limits: { queueRequestsMax, commitMsMax, groupRowsMax, groupBytesMax },
    observe: metrics,
  });
  const keyed = new KeyedCommit({
    groups,
    store: catalog.idempotencyKeys,
    clock,
    nodeId,
    leaseMs: commitMsMax + leaseSlackMs,
  });
  const intake = new Intake({
    findDataSource: (key) => catalog.cached.dataSourceByWebhookKey(key),
    findDataPool: ({ environmentId, id }) => catalog.cached.dataPoolByDataSource(environmentId, id),
    authorize,
    decoder: new EventDecoder({
      eventsMax: limits.eventsPerRequestMax,
      nestingDepthMax: limits.nestingDepthMax,
      keysPerObjectMax: limits.keysPerObjectMax,
    }),
    groups,
    keyed,
    budget,
    metrics,
    clock,
    bodyBytesMax: limits.bodyBytesMax,
  });
  const stop = async () => {
    await groups.drain();
    await keyed.close();
  };
  return { intake, stop };
}
