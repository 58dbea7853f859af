import { WeirError } from '../base/errors.js';

/**
 * Shares the engine between Applications. Queries run in a fixed number of slots; how many of them one Application may
 * hold depends on how many are free, so that it gets most of an idle engine and leaves something for the others. Those
 * who wait are served in turn, an Application each, and within one in the order in which they came.
 */
export interface FairSlotsOptions {
  readonly slotsMax: number;
  /** Of one Application. */
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

/** An Application that holds slots takes another only while it has fewer than this many for each that stays free. */
const heldPerFreeMax = 3;
const retryAfterSeconds = 1;

export class FairSlots {
  readonly #options: FairSlotsOptions;
  /** Of the Applications that run or wait, the one whose turn is next first. */
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

  /** The last free slot is for an Application that has none. */
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
    const { waitersMax, waitMsMax, startTimer } = this.#options;
    if (signal?.aborted) throw cancelled();
    if (share.waiting.size >= waitersMax) throw tooManyWaiting(waitersMax);
    return new Promise((resolve, reject) => {
      const leave = () => {
        stopTimer();
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
      const stopTimer = startTimer(waitMsMax, () => {
        leave();
        reject(share.running > 0 ? tooBusy(waitMsMax) : overloaded(waitMsMax));
      });
      signal?.addEventListener('abort', cancel, { once: true });
      share.waiting.add(waiter);
      this.#waiting += 1;
    });
  }

  /** Gives out what is free. Whoever is served goes to the end of the line. */
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

const cancelled = () => new WeirError('QUERY_CANCELLED', 'The query was cancelled before it began');

const tooManyWaiting = (waitersMax: number) =>
  new WeirError(
    'RATE_LIMITED',
    `The Application already has ${waitersMax} queries waiting for the engine, the limit for one Application. Run fewer at once`,
    { retryAfterSeconds },
  );

const tooBusy = (waitMs: number) =>
  new WeirError(
    'RATE_LIMITED',
    `The query waited ${waitMs} ms for other queries of the same Application. Run fewer at once`,
    { retryAfterSeconds },
  );

const overloaded = (waitMs: number) =>
  new WeirError('UNAVAILABLE', `The engine is busy: the query waited ${waitMs} ms and did not begin`, {
    retryAfterSeconds,
  });
