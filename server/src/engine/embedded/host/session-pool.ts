import type { Session } from 'chdb';
import { closeSession } from './close-session.js';
import { SessionState } from './session-state.js';

export interface PooledSession {
  readonly session: Session;
  readonly state: SessionState;
}

export interface SessionPoolOptions {
  readonly open: () => Session;
  readonly sessionsMax: number;
  readonly waitersMax: number;
  readonly waitMsMax: number;
}

export class PoolExhausted extends Error {}

/** The query was killed while it waited; the caller sees the same error as for a running query. */
class KilledWaiting extends Error {
  readonly clickhouseCode = 394;
}

interface Waiter {
  readonly name: string | undefined;
  readonly resolve: (pooled: PooledSession) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A Session runs one query at a time; several Sessions run in parallel. A Session whose query failed may hold part of
 * that query's output and would begin the next answer with it. It is closed and never used again, which keeps one
 * tenant's rows out of another's answer.
 */
export class SessionPool {
  readonly #options: SessionPoolOptions;
  readonly #idle: PooledSession[] = [];
  #waiters: Waiter[] = [];
  #taken = 0;

  constructor(options: SessionPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` on an exclusive Session, which is closed if `work` throws. `name` identifies the work for `killWaiting`.
   * `onWaited` is called before work that had to wait for its Session.
   */
  async use<T>(
    work: (pooled: PooledSession) => Promise<T>,
    name?: string,
    onWaited?: () => void,
  ): Promise<T> {
    const hasToWait = this.#taken === this.#options.sessionsMax;
    const pooled = await this.#take(name);
    try {
      if (hasToWait) onWaited?.();
      const result = await work(pooled);
      this.#give(pooled);
      return result;
    } catch (error) {
      this.#retire(pooled);
      throw error;
    }
  }

  /** Kills waiting queries. The engine's own KILL finds only running ones. */
  killWaiting(isMeant: (name: string) => boolean): void {
    const killed = this.#waiters.filter(({ name }) => name !== undefined && isMeant(name));
    for (const { timer, reject } of killed) {
      clearTimeout(timer);
      reject(new KilledWaiting('The query was cancelled before it started'));
    }
    this.#waiters = this.#waiters.filter((waiter) => !killed.includes(waiter));
  }

  #take(name: string | undefined): Promise<PooledSession> {
    if (this.#taken < this.#options.sessionsMax) {
      this.#taken += 1;
      const idle = this.#idle.pop();
      if (idle) return Promise.resolve(idle);
      return Promise.resolve(this.#openTaken());
    }
    if (this.#waiters.length >= this.#options.waitersMax) {
      return Promise.reject(new PoolExhausted('Too many queries are waiting'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(new PoolExhausted(`No slot became free within ${this.#options.waitMsMax} ms`));
      }, this.#options.waitMsMax);
      const waiter: Waiter = { name, resolve, reject, timer };
      this.#waiters.push(waiter);
    });
  }

  #give(pooled: PooledSession): void {
    const waiter = this.#waiters.shift();
    if (waiter) {
      clearTimeout(waiter.timer);
      waiter.resolve(pooled);
      return;
    }
    this.#taken -= 1;
    this.#idle.push(pooled);
  }

  #retire({ session }: PooledSession): void {
    closeSession(session);
    const waiter = this.#waiters.shift();
    if (!waiter) {
      this.#taken -= 1;
      return;
    }
    clearTimeout(waiter.timer);
    try {
      waiter.resolve(this.#openTaken());
    } catch (error) {
      waiter.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Opens a Session for a slot that is already taken, and releases the slot when that fails. */
  #openTaken(): PooledSession {
    try {
      return { session: this.#options.open(), state: new SessionState() };
    } catch (error) {
      this.#taken -= 1;
      throw error;
    }
  }
}
