import type { Clock } from '../base/clock.js';

export interface RevisionWatchOptions {
  readonly readRevision: () => Promise<number>;
  readonly clock: Clock;
  /** How long another node's write may go unnoticed. */
  readonly stalenessMaxMs: number;
}

/**
 * Knows how far what this node remembers of the catalog can be trusted. It looks at the revision when
 * something is asked for and the last look is too old; those who ask meanwhile share one look. When the
 * look fails, so do they: a catalog that cannot be checked may have revoked what is remembered.
 */
export class RevisionWatch {
  readonly #options: RevisionWatchOptions;
  readonly #listeners: (() => void)[] = [];
  #revision: number | undefined;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #look: Promise<void> | undefined;
  #generation = 0;

  constructor(options: RevisionWatchOptions) {
    this.#options = options;
  }

  /** Grows whenever what was read before may be outdated. */
  get generation(): number {
    return this.#generation;
  }

  onOutdated(listener: () => void): void {
    this.#listeners.push(listener);
  }

  outdated(): void {
    this.#generation += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Nothing to wait for while the last look is recent enough. */
  fresh(): Promise<void> | undefined {
    const { clock, stalenessMaxMs } = this.#options;
    if (clock.monotonic() - this.#lookedAtMs < stalenessMaxMs) return undefined;
    this.#look ??= this.#lookNow().finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  async #lookNow(): Promise<void> {
    // From the start of the look: what was committed after it may not be in it.
    const startedAtMs = this.#options.clock.monotonic();
    const revision = await this.#options.readRevision();
    if (revision !== this.#revision) {
      this.#revision = revision;
      this.outdated();
    }
    this.#lookedAtMs = startedAtMs;
  }
}
