import { setTimeout as delay } from 'node:timers/promises';
import { signatureSecretPurpose } from '../auth/signature/new-signature.js';
import { SignatureCheck } from '../auth/signature/signature-check.js';
import type { AuthorizeWebhook } from '../auth/webhook-basic-auth.js';
import { ByteBudget } from '../base/byte-budget.js';
import { systemClock } from '../base/clock.js';
import type { SealedTexts } from '../base/sealed-texts.js';
import { ZstdThread } from '../base/zstd-thread.js';
import { DataPoolEngine } from '../engine/data-pool-engine.js';
import type { Engine } from '../engine/engine.js';
import { EventReplay } from '../ingest/event-replay.js';
import { IngestPipeline } from '../ingest/ingest-pipeline.js';
import { KeyedCommit } from '../ingest/keyed-commit.js';
import { QuarantineBound } from '../ingest/quarantine-bound.js';
import { ReplayTurns } from '../ingest/replay-turns.js';
import { RowReader } from '../ingest/row-reader.js';
import { Intake } from '../webhook/intake.js';
import { IntakeMetrics } from '../webhook/intake-metrics.js';
import { openCommits } from './open-commits.js';
import type { IntakeRecords } from './open-intake-records.js';
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
  readonly replay: EventReplay;
  /** All inserts into tables of Data Pools, which a job can hold. */
  readonly inserts: Pick<DataPoolEngine, 'asInsert' | 'holdInserts'>;
}

/** Added to the maximum time of an attempt before another node may take its key over. */
const leaseSlackMs = 30_000;
/** Acknowledged rows that are not stored within this time at shutdown are stored after the next start. */
const drainMsMax = 10_000;

export async function buildIntake(
  context: StageContext,
  stores: Stores,
  authorize: AuthorizeWebhook,
  { onAnswered }: IntakeRecords,
): Promise<BuiltIntake> {
  const { config, files, log, registry, onStop } = context;
  const { nodeId, engine, versions, catalog, sealedTexts } = stores;
  const { queueBytesMax, commitMsMax, eventsPerRequestMax, quarantineBytesMax } = config.intake;
  const clock = systemClock;
  const budget = new ByteBudget(queueBytesMax, clock);
  const zstd = new ZstdThread(files.zstdWorker);
  const metrics: IntakeMetrics = new IntakeMetrics({
    registry,
    log,
    clock,
    queueBytes: () => budget.bytes,
    queueRequests: () => groups.queuedRequests,
  });
  const { groups, journal, journaled, inserts } = await openCommits(context, stores, { budget, metrics });
  const commits = journaled ?? groups;
  const claims = { store: catalog.idempotencyKeys, clock, nodeId, leaseMs: commitMsMax + leaseSlackMs };
  const keyed = new KeyedCommit({ commits, ...claims });
  const rows = new RowReader({
    eventsMax: eventsPerRequestMax,
    formBytesMax: config.http.bodyBytesMax,
    nestingDepthMax: config.intake.nestingDepthMax,
    keysPerObjectMax: config.intake.keysPerObjectMax,
  });
  const settledEngine = new DataPoolEngine(engine, versions, journaled);
  const bound = new QuarantineBound({
    engine: settledEngine,
    log,
    bytesMax: quarantineBytesMax,
    onEvicted: (events) => metrics.evicted(events),
  });
  const pipeline = new IngestPipeline({
    findDataPool: ({ environmentId, id }) => catalog.cached.dataPoolByDataSource(environmentId, id),
    rows,
    commits,
    keyed,
    budget,
    clock,
    onStored: (events, bodyBytes) => metrics.stored(events, bodyBytes),
    onQuarantined: (pool, events, bytes) => {
      metrics.quarantined(events);
      bound.added(pool, bytes);
    },
  });
  const intake = new Intake({
    findDataSource: (key) => catalog.cached.dataSourceByWebhookKey(key),
    authorize,
    signatures: new SignatureCheck((sealed) => openSecret(sealedTexts, sealed), clock),
    pipeline,
    budget,
    zstd,
    metrics,
    clock,
    onAnswered,
    bodyBytesMax: config.http.bodyBytesMax,
  });
  onStop(async () => {
    const late = new AbortController();
    const drained = Promise.all([bound.settled(), groups.drain()]);
    await Promise.race([drained, delay(drainMsMax, undefined, { signal: late.signal })]);
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
    engine: settledEngine,
    replay: new EventReplay({ rows, commits, turns: new ReplayTurns(claims), nodeId }),
    inserts,
  };
}

function openSecret(sealedTexts: SealedTexts | undefined, sealed: string): string {
  if (!sealedTexts) throw new Error('WEIR_ENCRYPTION_KEY is not set');
  return sealedTexts.open(signatureSecretPurpose, sealed);
}
