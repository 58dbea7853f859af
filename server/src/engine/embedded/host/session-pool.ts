import type { Session } from 'chdb';
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
  /** Sessions closed after an error that chDB has not released yet: it waits for all work under way. */
  readonly retiringMax: number;
}

export class PoolExhausted extends Error {}

/** Was killed before it began, which for whoever asked is the same as afterwards. */
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
 * Sessions run their queries one after the other; several run in parallel. A Session whose query failed
 * may hold a part of that query's output and would begin the next answer with it: such a Session is
 * closed, never used again. That is what keeps one tenant's rows out of another's answer.
 */
export class SessionPool {
  readonly #options: SessionPoolOptions;
  readonly #idle: PooledSession[] = [];
  #waiters: Waiter[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #taken = 0;
  #retiring = 0;

  constructor(options: SessionPoolOptions) {
    this.#options = options;
  }

  /** Runs `work` on a Session of its own. Whatever it throws costs the Session. `name` is what `killWaiting` knows it by. */
  async use<T>(work: (pooled: PooledSession) => Promise<T>, name?: string): Promise<T> {
    const pooled = await this.#take(name);
    const run = work(pooled);
    this.#running.add(run);
    try {
      const result = await run;
      this.#running.delete(run);
      this.#give(pooled);
      return result;
    } catch (error) {
      this.#running.delete(run);
      this.#retire(pooled);
      throw error;
    }
  }

  /** What waits for a place is unknown to the engine, whose own kill would find it only once it runs. */
  killWaiting(isMeant: (name: string) => boolean): void {
    const killed = this.#waiters.filter(({ name }) => name !== undefined && isMeant(name));
    for (const { timer, reject } of killed) {
      clearTimeout(timer);
      reject(new KilledWaiting('The query was cancelled before it began'));
    }
    this.#waiters = this.#waiters.filter((waiter) => !killed.includes(waiter));
  }

  #take(name: string | undefined): Promise<PooledSession> {
    if (this.#retiring >= this.#options.retiringMax) {
      return Promise.reject(new PoolExhausted('Too many failed queries are waiting to be cleared away'));
    }
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
        reject(new PoolExhausted(`No place came free within ${this.#options.waitMsMax} ms`));
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
    session.close();
    this.#retiring += 1;
    Promise.allSettled(this.#running).then(() => {
      this.#retiring -= 1;
    });
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

  /** Opens a Session for a place that is already counted, and gives the place back when it cannot. */
  #openTaken(): PooledSession {
    try {
      return { session: this.#options.open(), state: new SessionState() };
    } catch (error) {
      this.#taken -= 1;
      throw error;
    }
  }
}
