import { setTimeout as delay } from 'node:timers/promises';
import { WeirError } from '../base/errors.js';
import { newUlid } from '../base/ids.js';
import type { MaterializedView } from '../catalog/materialized-view.js';
import type { LoadedView } from '../catalog/materialized-views.js';
import { advanceView } from './advance-view.js';
import type { ViewServices } from './view-services.js';

/** How long rows are gathered after a change of the source, so that a busy source makes larger steps, not more. */
const gatherMs = 250;
const retryMsMin = 1_000;
const retryMsMax = 30_000;
/** How often a step that the engine refuses is tried before its view stops. */
const attemptsMax = 3;
/** A step may take longer than a shutdown should; the next start finds it pending. */
const stopMsMax = 5_000;

/**
 * Runs the steps of all materialized views, one at a time, in turns. It sleeps until a source changes. All that a view
 * needs to go on is in the catalog and in the engine.
 */
export class ViewFollower {
  readonly #services: ViewServices;
  /** The views by the Data Pool that they read. */
  readonly #readers = new Map<string, Set<string>>();
  readonly #due = new Set<string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** By view, since its last step: how often the engine has refused the step, or was unavailable. */
  readonly #failures = new Map<string, { readonly refused: number; readonly away: number }>();
  #working: Promise<void> | undefined;
  #stopping = false;

  constructor(services: ViewServices) {
    this.#services = services;
  }

  /** Continues all views. Never fails: an unavailable catalog is tried again. */
  async start(): Promise<void> {
    while (!this.#stopping) {
      try {
        const views = await this.#services.catalog.materializedViews.sources();
        for (const view of views) this.follow(view);
        return;
      } catch (error) {
        this.#services.log.warn({ err: error }, 'reading the materialized views failed');
        await delay(retryMsMin);
      }
    }
  }

  /** Reads the view's source from now on, and what there is of it. */
  follow({ id, sourceDataPoolId }: Pick<MaterializedView, 'id' | 'sourceDataPoolId'>): void {
    const readers = this.#readers.get(sourceDataPoolId) ?? new Set();
    this.#readers.set(sourceDataPoolId, readers.add(id));
    this.#failures.delete(id);
    this.#wake(id);
  }

  /** Call when records of a Data Pool have changed. */
  changed(dataPoolId: string): void {
    for (const id of this.#readers.get(dataPoolId) ?? []) this.#wakeIn(id, gatherMs);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    const late = new AbortController();
    await Promise.race([
      this.#working,
      delay(stopMsMax, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
  }

  #wakeIn(id: string, ms: number): void {
    if (this.#stopping || this.#timers.has(id)) return;
    const wake = () => {
      this.#timers.delete(id);
      this.#wake(id);
    };
    this.#timers.set(id, setTimeout(wake, ms));
  }

  #wake(id: string): void {
    this.#due.add(id);
    this.#run();
  }

  #run(): void {
    if (this.#stopping || this.#due.size === 0) return;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      // A view may have become due after the last turn.
      this.#run();
    });
  }

  async #work(): Promise<void> {
    // What is added while iterating, and what is added again, comes last.
    for (const id of this.#due) {
      if (this.#stopping) return;
      this.#due.delete(id);
      if (await this.#advance(id)) this.#due.add(id);
    }
  }

  async #advance(id: string): Promise<boolean> {
    let loaded: LoadedView | undefined;
    try {
      loaded = await this.#services.catalog.materializedViews.load(id);
      if (!loaded) this.#forget(id);
      if (!loaded || loaded.view.status === 'FAILED') return false;
      const more = await advanceView(this.#services, loaded);
      this.#failures.delete(id);
      return more;
    } catch (error) {
      await this.#failed(id, loaded, error);
      return false;
    }
  }

  #forget(id: string): void {
    for (const readers of this.#readers.values()) readers.delete(id);
    this.#failures.delete(id);
  }

  /** Tries again later while the engine or the catalog is unavailable. Other errors stop the view after some attempts. */
  async #failed(id: string, loaded: LoadedView | undefined, error: unknown): Promise<void> {
    const { catalog, log } = this.#services;
    const isPassing = error instanceof WeirError && error.code === 'UNAVAILABLE';
    const { refused, away } = this.#failures.get(id) ?? { refused: 0, away: 0 };
    const counts = isPassing ? { refused, away: away + 1 } : { refused: refused + 1, away };
    this.#failures.set(id, counts);
    if (!loaded || isPassing || counts.refused < attemptsMax) {
      log.warn(
        { err: error, materializedViewId: id },
        'a step of a materialized view failed; it is tried again',
      );
      this.#wakeIn(id, Math.min(retryMsMin * 2 ** (counts.refused + counts.away - 1), retryMsMax));
      return;
    }
    const errorId = newUlid();
    log.error({ err: error, errorId, materializedViewId: id }, 'a materialized view has stopped');
    const statusReason =
      error instanceof WeirError
        ? error.message
        : `An unexpected error occurred; the log has the details under ${errorId}`;
    await catalog.materializedViews
      .note(loaded, { status: 'FAILED', statusReason })
      .catch(() => this.#wakeIn(id, retryMsMax));
  }
}
