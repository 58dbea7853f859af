import type { Clock } from '../base/clock.js';
import { WeirError } from '../base/errors.js';
import type { ShareOwner } from '../base/principal.js';
import { EngineEnded } from '../engine/engine-error.js';

/** How long it counts that a statement ended the engine. */
const countedMs = 3_600_000;
/** The first may be bad luck on a busy machine. */
const endsAllowed = 1;
const firstBanMs = 60_000;
const ownersMax = 10_000;

interface Ends {
  readonly count: number;
  readonly lastMs: number;
}

/**
 * A statement or a file that the engine cannot stop reading ends it, and with it everyone's work. A caller whose statements and files
 * have ended it twice is refused for a minute, and for twice as long after each further time. Others are not.
 */
export class EngineBans {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** By who asked, the longest ago first. */
  readonly #ends = new Map<string, Ends>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Throws RATE_LIMITED while the caller is refused. */
  check(owner: ShareOwner): void {
    const { count, lastMs } = this.#counted(owner);
    if (count <= endsAllowed) return;
    const leftMs = lastMs + firstBanMs * 2 ** (count - endsAllowed - 1) - this.#clock.monotonic();
    if (leftMs <= 0) return;
    const retryAfterSeconds = Math.ceil(leftMs / 1000);
    throw new WeirError(
      'RATE_LIMITED',
      `Your statements or files could not be stopped and ended the engine ${count} times within an hour; try again in ${retryAfterSeconds} s, with less work per record`,
      { retryAfterSeconds },
    );
  }

  /** Runs work for a caller, unless that is refused. */
  async run<T>(owner: ShareOwner, work: () => Promise<T>): Promise<T> {
    this.check(owner);
    try {
      return await work();
    } catch (error) {
      if (hasEndedEngine(error)) this.note(owner);
      throw error;
    }
  }

  /** A statement of this caller has ended the engine. */
  note(owner: ShareOwner): void {
    const key = keyOf(owner);
    const count = this.#counted(owner).count + 1;
    this.#ends.delete(key);
    this.#ends.set(key, { count, lastMs: this.#clock.monotonic() });
    const [oldest] = this.#ends.keys();
    if (this.#ends.size > ownersMax && oldest !== undefined) this.#ends.delete(oldest);
  }

  #counted(owner: ShareOwner): Ends {
    const ends = this.#ends.get(keyOf(owner));
    const isCounted = ends !== undefined && ends.lastMs + countedMs > this.#clock.monotonic();
    return isCounted ? ends : { count: 0, lastMs: 0 };
  }
}

/** Also if the failure is explained in other words. */
export const hasEndedEngine = (error: unknown): boolean =>
  error instanceof EngineEnded || (error instanceof WeirError && error.cause instanceof EngineEnded);

const keyOf = ({ applicationId, tenant }: ShareOwner) => `${applicationId} ${tenant}`;
