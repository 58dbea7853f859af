import type { Clock } from '../base/clock.js';

export interface RevisionWatchOptions {
  readonly readRevision: () => Promise<number>;
  readonly clock: Clock;
  /** How long another node's write may go unnoticed. */
  readonly stalenessMaxMs: number;
}

/**
 * Tells whether this node's cache of the catalog is still valid. On a lookup it checks the revision when the last check
 * is too old; concurrent lookups share one check. When the check fails, the lookups fail too: a cached entry may have
 * been revoked in the meantime.
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

  /** Increases whenever earlier reads may be outdated. */
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

  /** Undefined while the last check is recent enough. */
  fresh(): Promise<void> | undefined {
    const { clock, stalenessMaxMs } = this.#options;
    if (clock.monotonic() - this.#lookedAtMs < stalenessMaxMs) return undefined;
    this.#look ??= this.#lookNow().finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  async #lookNow(): Promise<void> {
    // Counted from the start of the check, which may miss later commits.
    const startedAtMs = this.#options.clock.monotonic();
    const revision = await this.#options.readRevision();
    if (revision !== this.#revision) {
      this.#revision = revision;
      this.outdated();
    }
    this.#lookedAtMs = startedAtMs;
  }
}
