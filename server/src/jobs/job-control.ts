import { WeirError } from '../base/errors.js';
import type { Job, JobError, JobTally, JobWork } from '../catalog/job.js';
import type { ClaimFate, JobClaim, JobClaims, JobNote } from '../catalog/job-claims.js';

/** Why work on a job ends early. `stopping`: this node stops, and the job continues on another node or later. */
export type StopReason = Exclude<ClaimFate, 'held'> | 'stopping';

/** Thrown inside the work when it has to stop. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';

  constructor(readonly reason: StopReason) {
    super(`The job was stopped: ${reason}`);
  }
}

/** After this long without a renewal, another node may take the job over. */
const leaseMs = 30_000;
const heartbeatMs = 5_000;
/** Progress is saved no more often than this. */
const progressEveryMs = 500;

/**
 * The interface of the work to its claimed job: saves state and progress, and tells when to stop. The lease is renewed
 * while this is open, however long a single step takes.
 */
export class JobControl<State extends object = object, Work extends JobWork = JobWork> {
  readonly #claims: JobClaims;
  readonly #claim: JobClaim;
  readonly #stop = new AbortController();
  readonly #heartbeat: NodeJS.Timeout;
  #state: Partial<State>;
  #tally: JobTally | null;
  #notedAt = 0;
  #movedAt = 0;
  #furthest = 0;
  #stopped: StopReason | undefined;

  constructor(claims: JobClaims, claim: JobClaim) {
    this.#claims = claims;
    this.#claim = claim;
    this.#state = claim.state as Partial<State>;
    this.#tally = claim.job.tally;
    this.#heartbeat = setInterval(() => {
      // The next heartbeat retries; if the lease expires meanwhile, the claim shows as lost.
      this.refresh().catch(() => undefined);
    }, heartbeatMs);
  }

  static readonly leaseMs = leaseMs;

  get job(): Job<Work> {
    return this.#claim.job as Job<Work>;
  }

  /** When the job first started. It ignores records that arrived later. */
  get startMs(): number {
    return this.job.startedAt ?? this.job.createdAt;
  }

  get state(): Partial<State> {
    return this.#state;
  }

  get tally(): JobTally | null {
    return this.#tally;
  }

  /** Aborts when the work has to stop. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Why the work has to stop, if it does. */
  get stopped(): StopReason | undefined {
    return this.#stopped;
  }

  /** When the work last made progress, on the monotonic clock; 0 before. */
  get movedAt(): number {
    return this.#movedAt;
  }

  /** Saves the state to resume from. On disk when this resolves. */
  async keep(changes: Partial<State>, tally?: JobTally): Promise<void> {
    this.#state = { ...this.#state, ...changes };
    if (tally) this.#tally = tally;
    await this.#note({ state: this.#state as Record<string, unknown>, ...(tally ? { tally } : {}) });
    this.#movedAt = performance.now();
    this.check();
  }

  /** Saves the failure before cleaning up, because nothing would show it afterwards. */
  async fail({ code, message }: WeirError): Promise<void> {
    const failure: JobError = { code, message };
    this.#state = { ...this.#state, failure };
    await this.#note({ state: this.#state as Record<string, unknown> });
  }

  /** The failure of the work, if any, from this process or an earlier one. */
  get failure(): WeirError | undefined {
    const { failure } = this.#state as { readonly failure?: JobError };
    return failure && new WeirError(failure.code, failure.message);
  }

  /** Sets the counts to report when the job ends. */
  count(tally: JobTally): void {
    this.#tally = tally;
  }

  async progress(share: number): Promise<void> {
    this.check();
    const now = performance.now();
    // An attempt that starts again is no progress until it gets further than those before.
    if (share > this.#furthest) {
      this.#furthest = share;
      this.#movedAt = now;
    }
    if (now - this.#notedAt < progressEveryMs) return;
    this.#notedAt = now;
    await this.#note({ progress: Math.min(Math.max(share, 0), 1) });
    this.check();
  }

  /** Throws when the work has to stop. */
  check(): void {
    if (this.#stopped) throw new JobStopped(this.#stopped);
  }

  /** Checks in the catalog whether the work has to stop, and renews the lease. */
  async refresh(): Promise<void> {
    await this.#note({});
  }

  stop(reason: StopReason): void {
    this.#stopped ??= reason;
    this.#stop.abort();
  }

  close(): void {
    clearInterval(this.#heartbeat);
  }

  async #note(note: JobNote): Promise<void> {
    const fate = await this.#claims.note(this.#claim, note, leaseMs);
    if (fate !== 'held') this.stop(fate);
  }
}

/** A call that was aborted because the job has to stop is not a failure of what it called. */
export const unlessStopped = (control: Pick<JobControl, 'check'>) => (error: unknown) => {
  control.check();
  throw error;
};
