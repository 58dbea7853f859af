import type { ByteBudget } from '../base/byte-budget.js';
import { systemClock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { Catalog } from '../catalog/catalog.js';
import { quarantinedDataPoolId, quarantineOf } from '../catalog/quarantine.js';
import { DataPoolEngine } from '../engine/data-pool-engine.js';
import type { CommitRequest } from '../ingest/commit-request.js';
import { GroupCommit } from '../ingest/group-commit.js';
import { DiskSpace } from '../ingest/journal/disk-space.js';
import { Journal } from '../ingest/journal/journal.js';
import { JournaledCommit } from '../ingest/journaled-commit.js';
import type { IntakeMetrics } from '../webhook/intake-metrics.js';
import type { Stores } from './open-stores.js';
import type { StageContext } from './stage-context.js';

/** How the rows of events reach their tables. */
export interface OpenCommits {
  readonly groups: GroupCommit;
  /** Only with the embedded engine. */
  readonly journal: Journal | undefined;
  readonly journaled: JournaledCommit | undefined;
  /** The engine of all these inserts. */
  readonly inserts: DataPoolEngine;
}

/** Well below the size that the engine would split into several parts or take long to insert. */
const groupRowsMax = 100_000;
const groupBytesMax = 32 * 1024 * 1024;
const groupPartitionsMax = 100;
/** With less free space, a request waits until its rows are in their table. */
const diskFreeBytesMin = 256 * 1024 * 1024;

export async function openCommits(
  { config, log }: StageContext,
  { nodeId, engine, versions, catalog, journalDirectory }: Stores,
  { budget, metrics }: { readonly budget: ByteBudget; readonly metrics: IntakeMetrics },
): Promise<OpenCommits> {
  const { queueRequestsMax, commitMsMax } = config.intake;
  const clock = systemClock;
  const inserts = new DataPoolEngine(engine, versions);
  const groups = new GroupCommit({
    engine: inserts,
    clock,
    nodeId,
    budget,
    limits: { queueRequestsMax, commitMsMax, groupRowsMax, groupBytesMax, groupPartitionsMax },
    isGone: async ({ environmentId, id }) =>
      (await findDestination(catalog, environmentId, id)) === undefined,
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
      findDestination: (environmentId, id) => findDestination(catalog, environmentId, id),
      onAcknowledged: (dataPoolId) => versions.bump(dataPoolId),
      onCommitted: (durationMs) => metrics.committed(durationMs),
    });
  const left = await journaled?.resume();
  if (left) log.info({ requests: left }, 'storing events that were acknowledged before the restart');
  return { groups, journal, journaled, inserts };
}

/** The Data Pool or quarantine with this ID, unless it has been or is being deleted. */
async function findDestination(
  catalog: Catalog,
  environmentId: string,
  id: string,
): Promise<CommitRequest['pool'] | undefined> {
  const quarantined = quarantinedDataPoolId(id);
  const pool = await catalog.dataPools.findById(environmentId, quarantined ?? id);
  if (!pool || pool.status === 'DELETING') return undefined;
  return quarantined === undefined ? pool : quarantineOf(pool);
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
