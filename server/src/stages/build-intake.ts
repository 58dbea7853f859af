import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { signatureSecretPurpose } from '../auth/signature/new-signature.js';
import { SignatureCheck } from '../auth/signature/signature-check.js';
import type { AuthorizeWebhook } from '../auth/webhook-basic-auth.js';
import { ByteBudget } from '../base/byte-budget.js';
import { systemClock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { SealedTexts } from '../base/sealed-texts.js';
import { ZstdThread } from '../base/zstd-thread.js';
import { DataPoolEngine } from '../engine/data-pool-engine.js';
import type { Engine } from '../engine/engine.js';
import { GroupCommit } from '../ingest/group-commit.js';
import { IngestPipeline } from '../ingest/ingest-pipeline.js';
import { DiskSpace } from '../ingest/journal/disk-space.js';
import { Journal } from '../ingest/journal/journal.js';
import { JournaledCommit } from '../ingest/journaled-commit.js';
import { KeyedCommit } from '../ingest/keyed-commit.js';
import { RowReader } from '../ingest/row-reader.js';
import { Intake } from '../webhook/intake.js';
import { IntakeMetrics } from '../webhook/intake-metrics.js';
import type { Stores } from './open-stores.js';
import type { StageContext } from './stage-context.js';

export interface BuiltIntake {
  readonly intake: Intake;
  readonly pipeline: IngestPipeline;
  /** Memory for bodies and rows; other routes use it for their bodies, too. */
  readonly budget: ByteBudget;
  readonly zstd: ZstdThread;
  /** For everything except the intake: each statement sees all rows acknowledged before it. */
  readonly engine: Engine;
  /** All inserts into tables of Data Pools, which a job can hold. */
  readonly inserts: Pick<DataPoolEngine, 'asInsert' | 'holdInserts'>;
}

/** Well below the size that the engine would split into several parts or take long to insert. */
const groupRowsMax = 100_000;
const groupBytesMax = 32 * 1024 * 1024;
/** With less free space, a request waits until its rows are in their table. */
const diskFreeBytesMin = 256 * 1024 * 1024;
/** Added to the maximum time of an attempt before another node may take its key over. */
const leaseSlackMs = 30_000;
/** Acknowledged rows that are not stored within this time at shutdown are stored after the next start. */
const drainMsMax = 10_000;

const zstdWorkerEntry = fileURLToPath(new URL('../base/zstd-worker.js', import.meta.url));

export async function buildIntake(
  { config, log, registry, onStop }: StageContext,
  { nodeId, engine, versions, catalog, sealedTexts, journalDirectory }: Stores,
  authorize: AuthorizeWebhook,
): Promise<BuiltIntake> {
  const { queueBytesMax, queueRequestsMax, commitMsMax, eventsPerRequestMax, ...limits } = config.intake;
  const clock = systemClock;
  const budget = new ByteBudget(queueBytesMax, clock);
  const zstd = new ZstdThread(zstdWorkerEntry);
  const metrics: IntakeMetrics = new IntakeMetrics({
    registry,
    log,
    clock,
    queueBytes: () => budget.bytes,
    queueRequests: () => groups.queuedRequests,
  });
  const intakeEngine = new DataPoolEngine(engine, versions);
  const groups = new GroupCommit({
    engine: intakeEngine,
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
  const journal = journalDirectory === undefined ? undefined : openJournal(journalDirectory, log);
  const journaled =
    journal &&
    new JournaledCommit({
      journal,
      diskSpace: new DiskSpace(journal.directory, clock, diskFreeBytesMin),
      groups,
      clock,
      nodeId,
      findDataPool: (environmentId, id) => catalog.dataPools.findById(environmentId, id),
      onAcknowledged: (dataPoolId) => versions.bump(dataPoolId),
      onCommitted: (durationMs) => metrics.committed(durationMs),
    });
  const left = await journaled?.resume();
  if (left) log.info({ requests: left }, 'storing events that were acknowledged before the restart');
  const commits = journaled ?? groups;
  const keyed = new KeyedCommit({
    commits,
    store: catalog.idempotencyKeys,
    clock,
    nodeId,
    leaseMs: commitMsMax + leaseSlackMs,
  });
  const pipeline = new IngestPipeline({
    findDataPool: ({ environmentId, id }) => catalog.cached.dataPoolByDataSource(environmentId, id),
    rows: new RowReader({
      eventsMax: eventsPerRequestMax,
      formBytesMax: config.http.bodyBytesMax,
      ...limits,
    }),
    commits,
    keyed,
    budget,
    clock,
    onStored: (events, bodyBytes) => metrics.stored(events, bodyBytes),
  });
  const intake = new Intake({
    findDataSource: (key) => catalog.cached.dataSourceByWebhookKey(key),
    authorize,
    signatures: new SignatureCheck((sealed) => openSecret(sealedTexts, sealed), clock),
    pipeline,
    budget,
    zstd,
    metrics,
    bodyBytesMax: config.http.bodyBytesMax,
  });
  onStop(async () => {
    const late = new AbortController();
    await Promise.race([groups.drain(), delay(drainMsMax, undefined, { signal: late.signal })]);
    late.abort();
    await keyed.close();
    await journal?.close();
    await zstd.close();
  });
  return {
    intake,
    pipeline,
    budget,
    zstd,
    engine: new DataPoolEngine(engine, versions, journaled),
    inserts: intakeEngine,
  };
}

/** Logs a file that cannot be removed once, because the disk will fill up. */
function openJournal(directory: string, log: Log): Journal {
  const told = new Set<string>();
  return new Journal(directory, (path, err) => {
    if (told.has(path)) return;
    told.add(path);
    log.warn({ path, err }, 'a journal file cannot be removed, so later files are kept too');
  });
}

function openSecret(sealedTexts: SealedTexts | undefined, sealed: string): string {
  if (!sealedTexts) throw new Error('WEIR_ENCRYPTION_KEY is not set');
  return sealedTexts.open(signatureSecretPurpose, sealed);
}
