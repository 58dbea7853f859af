import { WeirError } from './errors.js';

/**
 * Shares the engine between Applications. Queries run in a fixed number of slots. How many of them one Application may hold
 * depends on how many are free, so that it can use most of an idle engine and still leaves some for others. Waiting queries
 * are served round-robin by Application, and first come, first served within one.
 */
export interface FairSlotsOptions {
  readonly slotsMax: number;
  /** Undefined for work that waits for as long as it takes. */
  readonly waiting?: WaitingLimits;
}

export interface WaitingLimits {
  /** What the slots are for, in error messages. */
  readonly work: 'queries' | 'exports';
  /** Per Application. */
  readonly waitersMax: number;
  readonly waitMsMax: number;
  /** Calls back after a time, unless the returned function is called first. */
  readonly startTimer: (ms: number, onPassed: () => void) => () => void;
}

interface Waiter {
  readonly start: () => void;
}

interface Share {
  readonly applicationId: string;
  running: number;
  readonly waiting: Set<Waiter>;
}

/** An Application with slots gets another only while it holds fewer than this many for each slot that stays free. */
const heldPerFreeMax = 3;
const retryAfterSeconds = 1;

export class FairSlots {
  readonly #options: FairSlotsOptions;
  /** Applications with running or waiting queries, the next one first. */
  readonly #shares = new Map<string, Share>();
  #running = 0;
  #waiting = 0;

  constructor(options: FairSlotsOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  async use<T>(applicationId: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const share = this.#shareOf(applicationId);
    if (share.waiting.size > 0 || !this.#mayTake(share)) await this.#wait(share, signal);
    else this.#take(share);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      share.running -= 1;
      this.#forgetIdle(share);
      this.#serve();
    }
  }

  #shareOf(applicationId: string): Share {
    const found = this.#shares.get(applicationId) ?? { applicationId, running: 0, waiting: new Set() };
    this.#shares.set(applicationId, found);
    return found;
  }

  #forgetIdle({ applicationId, running, waiting }: Share): void {
    if (running === 0 && waiting.size === 0) this.#shares.delete(applicationId);
  }

  /** The last free slot is reserved for an Application without one. */
  #mayTake({ running }: Share): boolean {
    const free = this.#options.slotsMax - this.#running;
    return running === 0 ? free > 0 : running < heldPerFreeMax * (free - 1);
  }

  #take(share: Share): void {
    this.#running += 1;
    share.running += 1;
  }

  /** Resolves with a slot taken. */
  #wait(share: Share, signal: AbortSignal | undefined): Promise<void> {
    const limits = this.#options.waiting;
    if (signal?.aborted) throw cancelled();
    if (limits && share.waiting.size >= limits.waitersMax) throw tooManyWaiting(limits);
    return new Promise((resolve, reject) => {
      const leave = () => {
        stopTimer?.();
        signal?.removeEventListener('abort', cancel);
        share.waiting.delete(waiter);
        this.#waiting -= 1;
        this.#forgetIdle(share);
      };
      const waiter: Waiter = {
        start: () => {
          this.#take(share);
          leave();
          resolve();
        },
      };
      const cancel = () => {
        leave();
        reject(cancelled());
      };
      const stopTimer = limits?.startTimer(limits.waitMsMax, () => {
        leave();
        reject(share.running > 0 ? tooBusy(limits) : overloaded(limits));
      });
      signal?.addEventListener('abort', cancel, { once: true });
      share.waiting.add(waiter);
      this.#waiting += 1;
    });
  }

  /** Hands out free slots. An Application that gets one goes to the end of the queue. */
  #serve(): void {
    for (const share of this.#shares.values()) {
      const [waiter] = share.waiting;
      if (waiter === undefined || !this.#mayTake(share)) continue;
      waiter.start();
      this.#shares.delete(share.applicationId);
      this.#shares.set(share.applicationId, share);
    }
  }
}

const cancelled = () => new WeirError('QUERY_CANCELLED', 'The query was cancelled before it started');

const tooManyWaiting = ({ work, waitersMax }: WaitingLimits) =>
  new WeirError(
    'RATE_LIMITED',
    `The Application already has ${waitersMax} ${work} waiting for the engine, the limit for one Application; run fewer ${work} at once`,
    { retryAfterSeconds },
  );

const tooBusy = ({ work, waitMsMax }: WaitingLimits) =>
  new WeirError(
    'RATE_LIMITED',
    `The query waited ${waitMsMax} ms for other ${work} of the same Application; run fewer ${work} at once`,
    { retryAfterSeconds },
  );

const overloaded = ({ work, waitMsMax }: WaitingLimits) =>
  new WeirError(
    'UNAVAILABLE',
    `The engine is busy with other ${work}: the query waited ${waitMsMax} ms and was not started`,
    { retryAfterSeconds },
  );
