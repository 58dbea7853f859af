import type { Clock } from '../base/clock.js';
import { newUlid } from '../base/ids.js';
import type { CatalogDatabase, CatalogWriter } from './catalog-database.js';
import { isUniqueViolation } from './database-errors.js';
import { type Job, type JobError, type JobTally, toJob } from './job.js';
import type { JobRow } from './tables.js';

/**
 * Tracks which node works on which job. A claim is a lease: its holder renews it, and when it expires, any node may
 * continue the job. Every write names the claim, so a node that has lost its job without noticing changes nothing.
 */
export interface JobClaim {
  readonly job: Job;
  readonly claimId: string;
  /** Saved state to resume from. */
  readonly state: Readonly<Record<string, unknown>>;
}

export interface JobNote {
  readonly progress?: number;
  readonly tally?: JobTally;
  readonly state?: Readonly<Record<string, unknown>>;
}

/** What the holder should do with its job: continue, stop because it was cancelled, or drop it. */
export type ClaimFate = 'held' | 'cancelled' | 'deleting' | 'lost';

export interface JobOutcome {
  /** Null on success. */
  readonly error: JobError | null;
  readonly tally: JobTally | null;
}

const claimable = ['CREATED', 'IN_PROGRESS'];

export class JobClaims {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Claims the oldest unclaimed job whose Data Pool has no other running job, if any. */
  async next(nodeId: string, leaseMs: number): Promise<JobClaim | undefined> {
    const now = this.#clock.now();
    try {
      return await this.#database.append(async (trx) => {
        const row = await oldestFree(trx, now);
        if (row === undefined) return undefined;
        const claimId = newUlid();
        const change = {
          status: 'IN_PROGRESS',
          node_id: nodeId,
          claim_id: claimId,
          lease_until: now + leaseMs,
          started_at: row.started_at ?? now,
        };
        const { numUpdatedRows } = await trx
          .updateTable('job')
          .set(change)
          .where('id', '=', row.id)
          .where('status', '=', row.status)
          .where((eb) =>
            row.claim_id === null ? eb('claim_id', 'is', null) : eb('claim_id', '=', row.claim_id),
          )
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return undefined;
        return {
          job: toJob({ ...row, ...change }),
          claimId,
          state: JSON.parse(row.state) as Record<string, unknown>,
        };
      });
    } catch (error) {
      // Another node has just claimed another job of the same Data Pool.
      if (isUniqueViolation(error, 'data_pool_id')) return undefined;
      throw error;
    }
  }

  /** The jobs that some process has begun and not ended, with their saved state. */
  async inProgress(): Promise<readonly Pick<JobClaim, 'job' | 'state'>[]> {
    const rows = await this.#database.read((db) =>
      db.selectFrom('job').selectAll().where('status', '=', 'IN_PROGRESS').execute(),
    );
    return rows.map((row) => ({ job: toJob(row), state: JSON.parse(row.state) as Record<string, unknown> }));
  }

  /** Renews the lease and saves the note; returns whether to continue. */
  async note(claim: JobClaim, note: JobNote, leaseMs: number): Promise<ClaimFate> {
    return await this.#database.append(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('job')
        .set({
          lease_until: this.#clock.now() + leaseMs,
          ...(note.progress === undefined ? {} : { progress: note.progress }),
          ...(note.tally === undefined ? {} : { tally: JSON.stringify(note.tally) }),
          ...(note.state === undefined ? {} : { state: JSON.stringify(note.state) }),
        })
        .where('id', '=', claim.job.id)
        .where('claim_id', '=', claim.claimId)
        .where('status', '=', 'IN_PROGRESS')
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return 'lost';
      const { cancel_requested_at, status } = await trx
        .selectFrom('job')
        .innerJoin('data_pool', 'data_pool.id', 'job.data_pool_id')
        .select(['job.cancel_requested_at', 'data_pool.status'])
        .where('job.id', '=', claim.job.id)
        .executeTakeFirstOrThrow();
      if (cancel_requested_at !== null) return 'cancelled';
      return status === 'DELETING' ? 'deleting' : 'held';
    });
  }

  /** False when the claim was lost. */
  async end({ job, claimId }: JobClaim, { error, tally }: JobOutcome): Promise<boolean> {
    return await this.#database.append(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('job')
        .set({
          status: error === null ? 'SUCCEEDED' : 'FAILED',
          ...(error === null ? { progress: 1 } : { error: JSON.stringify(error) }),
          tally: tally === null ? null : JSON.stringify(tally),
          ended_at: this.#clock.now(),
          lease_until: null,
        })
        .where('id', '=', job.id)
        .where('claim_id', '=', claimId)
        .where('status', '=', 'IN_PROGRESS')
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    });
  }

  /** Releases the claims of a node that has just started or is stopping, so that any node may continue its jobs. */
  async release(nodeId: string): Promise<void> {
    await this.#database.append(async (trx) => {
      await trx
        .updateTable('job')
        .set({ lease_until: 0 })
        .where('node_id', '=', nodeId)
        .where('status', '=', 'IN_PROGRESS')
        .execute();
    });
  }

  /** The jobs of these that are in progress on any node. */
  async underWay(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.#database.read((db) =>
      db.selectFrom('job').select('id').where('id', 'in', ids).where('status', '=', 'IN_PROGRESS').execute(),
    );
    return new Set(rows.map(({ id }) => id));
  }
}

async function oldestFree(trx: CatalogWriter, now: number): Promise<JobRow | undefined> {
  return await trx
    .selectFrom('job')
    .innerJoin('data_pool', 'data_pool.id', 'job.data_pool_id')
    .selectAll('job')
    .where('job.status', 'in', claimable)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('job.status', '=', 'CREATED'),
          eb('data_pool.status', '=', 'LIVE'),
          eb.not(
            eb.exists(
              eb
                .selectFrom('job as other')
                .select('other.id')
                .whereRef('other.data_pool_id', '=', 'job.data_pool_id')
                .where('other.status', '=', 'IN_PROGRESS'),
            ),
          ),
        ]),
        eb.and([eb('job.status', '=', 'IN_PROGRESS'), eb('job.lease_until', '<', now)]),
      ]),
    )
    .orderBy('job.id')
    .limit(1)
    .executeTakeFirst();
}
