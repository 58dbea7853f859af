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

/** A slot, as who holds it sees it. */
export interface Slot {
  /**
   * How many more slots its owner holds than one who waits and would get this one; the most if several wait. Undefined while
   * nobody does, and while another slot is about to come free.
   */
  lead(): number | undefined;
  /** Its owner is about to give it up for who waits. */
  leave(): void;
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
/** How long more to wait for a slot that is about to come free. */
const leavingMs = 1_000;

export class FairSlots {
  readonly #options: FairSlotsOptions;
  /** Applications with running or waiting queries, the next one first. */
  readonly #shares = new Map<string, Share>();
  #running = 0;
  #waiting = 0;
  /** Slots that are about to come free. */
  #leaving = 0;

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
    work: (slot: Slot) => Promise<T>,
  ): Promise<T> {
    const share = this.#shareOf(applicationId);
    const tenant = tenantOf(share, name);
    if (tenant.waiting.size > 0 || !this.#mayTake(share, tenant)) await this.#wait(share, tenant, signal);
    else this.#hold(share, tenant, 1);
    let isLeft = false;
    const slot: Slot = {
      lead: () => (this.#leaving > 0 ? undefined : this.#lead(share, tenant)),
      leave: () => {
        if (!isLeft) this.#leaving += 1;
        isLeft = true;
      },
    };
    try {
      return await work(slot);
    } finally {
      this.#hold(share, tenant, -1);
      if (isLeft) this.#leaving -= 1;
      this.#forgetIdle(share, tenant);
      this.#serve();
      if (isLeft) this.#handOver(share, tenant);
    }
  }

  #lead(share: Share, tenant: Tenant): number | undefined {
    const leads: number[] = [];
    for (const other of share.tenants.values())
      if (other !== tenant && canFollow(tenant, other)) leads.push(tenant.running - other.running);
    this.#hold(share, tenant, -1);
    for (const other of this.#shares.values()) {
      const next = this.#nextTenant(other, tenant);
      if (next === undefined) continue;
      // The slot is free here.
      leads.push(other === share ? tenant.running + 1 - next.running : share.running + 1 - other.running);
    }
    this.#hold(share, tenant, 1);
    return leads.length === 0 ? undefined : Math.max(...leads);
  }

  /** A slot that a tenant gave up goes to another one of its Application, if it is reserved for an Application that does not wait. */
  #handOver(share: Share, left: Tenant): void {
    if (this.#running === this.#options.slotsMax) return;
    const before = { running: left.running + 1 };
    const [next] = [...share.tenants.values()]
      .filter((other) => other !== left && canFollow(before, other))
      .sort((one, other) => one.running - other.running);
    if (next) this.#start(share, next);
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
      const startTimer = (ms: number) =>
        limits?.startTimer(ms, () => {
          // Who gives up just before the slot comes free that somebody left for it would miss it.
          if (this.#leaving > 0) {
            stopTimer = startTimer(leavingMs);
            return;
          }
          leave();
          reject(share.running > 0 ? tooBusy(limits) : overloaded(limits));
        });
      let stopTimer = startTimer(limits?.waitMsMax ?? 0);
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
      if (tenant) this.#start(share, tenant);
    }
  }

  #start(share: Share, tenant: Tenant): void {
    const [waiter] = tenant.waiting;
    waiter?.start();
    share.tenants.delete(tenant.name);
    share.tenants.set(tenant.name, tenant);
    this.#shares.delete(share.applicationId);
    this.#shares.set(share.applicationId, share);
  }

  #nextTenant(share: Share, except?: Tenant): Tenant | undefined {
    if (share.waiting === 0) return undefined;
    for (const tenant of share.tenants.values())
      if (tenant !== except && tenant.waiting.size > 0 && this.#mayTake(share, tenant)) return tenant;
    return undefined;
  }
}

/** True if a tenant that waits can have a slot of another tenant of its Application, because it holds fewer. */
const canFollow = ({ running }: Pick<Tenant, 'running'>, { waiting, running: held }: Tenant) =>
  waiting.size > 0 && held < running;

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
