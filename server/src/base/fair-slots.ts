import { WeirError } from './errors.js';
import type { ShareOwner } from './principal.js';

/**
 * Shares the engine between Applications, and the share of one between its tenants. Queries run in a fixed number of slots. How
 * many of them one Application may hold depends on how many are free, so that it can use most of an idle engine and still leaves
 * some for others. The same holds for a tenant, of the slots that its Application may hold. Waiting queries are served
 * round-robin by Application and by tenant, and first come, first served within one.
 */
export interface FairSlotsOptions {
  readonly slotsMax: number;
  /** Undefined for work that waits for as long as it takes. */
  readonly waiting?: WaitingLimits;
}

export interface WaitingLimits {
  /** What the slots are for, in error messages. */
  readonly work: 'queries' | 'exports';
  /** Per tenant. All tenants of an Application together can have several times as many. */
  readonly waitersMax: number;
  readonly waitMsMax: number;
  /** Calls back after a time, unless the returned function is called first. */
  readonly startTimer: (ms: number, onPassed: () => void) => () => void;
}

interface Waiter {
  readonly start: () => void;
}

interface Tenant {
  readonly name: string;
  running: number;
  readonly waiting: Set<Waiter>;
}

interface Share {
  readonly applicationId: string;
  running: number;
  waiting: number;
  /** Tenants with running or waiting queries, the next one first. */
  readonly tenants: Map<string, Tenant>;
}

/** Who has slots gets another only while it holds fewer than this many for each slot that stays free. */
const heldPerFreeMax = 3;
const waitersPerApplicationFactor = 5;

/** Whether an owner of that much, of which so much is left for all, may take one more and leaves enough for others. */
export const mayTakeMore = (held: number, left: number): boolean =>
  held === 0 ? left > 0 : held < heldPerFreeMax * (left - 1);

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

  async use<T>(
    { applicationId, tenant: name }: ShareOwner,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    const share = this.#shareOf(applicationId);
    const tenant = tenantOf(share, name);
    if (tenant.waiting.size > 0 || !this.#mayTake(share, tenant)) await this.#wait(share, tenant, signal);
    else this.#hold(share, tenant, 1);
    try {
      return await work();
    } finally {
      this.#hold(share, tenant, -1);
      this.#forgetIdle(share, tenant);
      this.#serve();
    }
  }

  /** Whether somebody else waits for a slot, and would get one of the owner's if that were free. */
  isWanted({ applicationId, tenant: name }: ShareOwner): boolean {
    const owning = this.#shares.get(applicationId);
    const owner = owning?.tenants.get(name);
    if (!owning || !owner || owner.running === 0) return false;
    this.#hold(owning, owner, -1);
    const isWanted = [...this.#shares.values()].some((share) => this.#nextTenant(share, owner) !== undefined);
    this.#hold(owning, owner, 1);
    return isWanted;
  }

  #shareOf(applicationId: string): Share {
    const found = this.#shares.get(applicationId) ?? {
      applicationId,
      running: 0,
      waiting: 0,
      tenants: new Map<string, Tenant>(),
    };
    this.#shares.set(applicationId, found);
    return found;
  }

  #forgetIdle(share: Share, { name, running, waiting }: Tenant): void {
    if (running === 0 && waiting.size === 0) share.tenants.delete(name);
    if (share.tenants.size === 0) this.#shares.delete(share.applicationId);
  }

  /** The last free slot is reserved for an Application without one, and the last of an Application for another tenant. */
  #mayTake(share: Share, { name, running }: Tenant): boolean {
    const free = this.#options.slotsMax - this.#running;
    if (!mayTakeMore(share.running, free)) return false;
    return name === '' || mayTakeMore(running, this.#leftFor(share, free));
  }

  /** How many more slots the Application could take. */
  #leftFor({ running }: Share, free: number): number {
    let more = 0;
    while (more < free && mayTakeMore(running + more, free - more)) more += 1;
    return more;
  }

  #hold(share: Share, tenant: Tenant, more: 1 | -1): void {
    this.#running += more;
    share.running += more;
    tenant.running += more;
  }

  /** Resolves with a slot taken. */
  #wait(share: Share, tenant: Tenant, signal: AbortSignal | undefined): Promise<void> {
    const limits = this.#options.waiting;
    try {
      if (signal?.aborted) throw cancelled();
      if (limits && isFull(share, tenant, limits)) throw tooManyWaiting(limits);
    } catch (error) {
      this.#forgetIdle(share, tenant);
      throw error;
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        stopTimer?.();
        signal?.removeEventListener('abort', cancel);
        tenant.waiting.delete(waiter);
        share.waiting -= 1;
        this.#waiting -= 1;
        this.#forgetIdle(share, tenant);
      };
      const waiter: Waiter = {
        start: () => {
          this.#hold(share, tenant, 1);
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
      tenant.waiting.add(waiter);
      share.waiting += 1;
      this.#waiting += 1;
    });
  }

  /** Hands out free slots. An Application and a tenant that get one go to the end of their queues. */
  #serve(): void {
    for (const share of this.#shares.values()) {
      const tenant = this.#nextTenant(share);
      const [waiter] = tenant?.waiting ?? [];
      if (tenant === undefined || waiter === undefined) continue;
      waiter.start();
      share.tenants.delete(tenant.name);
      share.tenants.set(tenant.name, tenant);
      this.#shares.delete(share.applicationId);
      this.#shares.set(share.applicationId, share);
    }
  }

  #nextTenant(share: Share, except?: Tenant): Tenant | undefined {
    if (share.waiting === 0) return undefined;
    for (const tenant of share.tenants.values())
      if (tenant !== except && tenant.waiting.size > 0 && this.#mayTake(share, tenant)) return tenant;
    return undefined;
  }
}

function tenantOf({ tenants }: Share, name: string): Tenant {
  const found = tenants.get(name) ?? { name, running: 0, waiting: new Set<Waiter>() };
  tenants.set(name, found);
  return found;
}

const isFull = (share: Share, tenant: Tenant, { waitersMax }: WaitingLimits) =>
  tenant.waiting.size >= waitersMax || share.waiting >= waitersPerApplicationFactor * waitersMax;

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
