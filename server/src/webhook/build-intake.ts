import { setTimeout as delay } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { ByteBudget } from '../base/byte-budget.js';
import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { Catalog } from '../catalog/catalog.js';
import type { AcknowledgedRows } from '../engine/data-pool-engine.js';
import type { Engine } from '../engine/engine.js';
import { GroupCommit } from '../ingest/group-commit.js';
import { DiskRoom } from '../ingest/journal/disk-room.js';
import { Journal } from '../ingest/journal/journal.js';
import { JournaledCommit } from '../ingest/journaled-commit.js';
import { KeyedCommit } from '../ingest/keyed-commit.js';
import { RowReader } from '../ingest/row-reader.js';
import { type Authorize, Intake } from './intake.js';
import { IntakeMetrics } from './intake-metrics.js';

export interface BuildIntakeOptions {
  readonly limits: {
    readonly bodyBytesMax: number;
    readonly eventsPerRequestMax: number;
    readonly nestingDepthMax: number;
    readonly keysPerObjectMax: number;
    readonly queueRequestsMax: number;
    readonly commitMsMax: number;
  };
  /** For bodies and rows, shared with the bodies of other routes. */
  readonly budget: ByteBudget;
  readonly nodeId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly registry: Registry;
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly authorize: Authorize;
  /** Where small requests are kept between their answer and their table; absent when others read, too. */
  readonly journalDirectory: string | undefined;
  readonly onAcknowledged: (dataPoolId: string) => void;
}

export interface BuiltIntake {
  readonly intake: Intake;
  /** Present with a journal. */
  readonly acknowledged: AcknowledgedRows | undefined;
  stop(): Promise<void>;
}

/** Groups stay well below what the engine would split into several parts, and what one insert takes long for. */
const groupRowsMax = 100_000;
const groupBytesMax = 32 * 1024 * 1024;
/** Below this much free space a request waits until its rows are in their table. */
const diskFreeBytesMin = 256 * 1024 * 1024;
/** Beyond the time that an attempt may take, before another node takes its key over. */
const leaseSlackMs = 30_000;
/** What is acknowledged and could not be stored in this time before the stop is stored after the next start. */
const drainMsMax = 10_000;

export async function buildIntake(options: BuildIntakeOptions): Promise<BuiltIntake> {
  const { limits, budget, nodeId, clock, log, registry, engine, catalog, authorize } = options;
  const { queueRequestsMax, commitMsMax } = limits;
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
    isGone: async ({ environmentId, id }) => {
      const pool = await catalog.dataPools.findById(environmentId, id);
      return pool === undefined || pool.status === 'DELETING';
    },
    observe: metrics,
  });
  const journal =
    options.journalDirectory === undefined ? undefined : openJournal(options.journalDirectory, log);
  const journaled =
    journal &&
    new JournaledCommit({
      journal,
      room: new DiskRoom(journal.directory, clock, diskFreeBytesMin),
      groups,
      clock,
      nodeId,
      findDataPool: (environmentId, id) => catalog.dataPools.findById(environmentId, id),
      onAcknowledged: options.onAcknowledged,
      onCommitted: (durationMs) => metrics.committed(durationMs),
    });
  const left = await journaled?.resume();
  if (left) log.info({ requests: left }, 'storing what was acknowledged before the restart');
  const commits = journaled ?? groups;
  const keyed = new KeyedCommit({
    commits,
    store: catalog.idempotencyKeys,
    clock,
    nodeId,
    leaseMs: commitMsMax + leaseSlackMs,
  });
  const intake = new Intake({
    findDataSource: (key) => catalog.cached.dataSourceByWebhookKey(key),
    findDataPool: ({ environmentId, id }) => catalog.cached.dataPoolByDataSource(environmentId, id),
    authorize,
    rows: new RowReader({
      eventsMax: limits.eventsPerRequestMax,
      nestingDepthMax: limits.nestingDepthMax,
      keysPerObjectMax: limits.keysPerObjectMax,
    }),
    commits,
    keyed,
    budget,
    metrics,
    clock,
    bodyBytesMax: limits.bodyBytesMax,
  });
  const stop = async () => {
    const late = new AbortController();
    await Promise.race([groups.drain(), delay(drainMsMax, undefined, { signal: late.signal })]);
    late.abort();
    await keyed.close();
    await journal?.close();
  };
  return { intake, acknowledged: journaled, stop };
}

/** A file that cannot be removed is said once: the disk fills behind it. */
function openJournal(directory: string, log: Log): Journal {
  const told = new Set<string>();
  return new Journal(directory, (path, err) => {
    if (told.has(path)) return;
    told.add(path);
    log.warn({ path, err }, 'a file of the journal cannot be removed, and those after it are kept with it');
  });
}
