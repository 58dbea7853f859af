import { ulid } from 'ulid';
import type { Log } from '../base/log.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Engine } from '../engine/engine.js';
import { storingTable } from '../sql/data-pool-ddl.js';
import { partsStampStatement } from '../sql/parts-stamp.js';
import type { LiveQuestions } from './live-questions.js';

export interface OtherNodesOptions {
  readonly live: LiveQuestions;
  readonly catalog: Catalog;
  readonly engine: Engine;
  readonly cluster: string | undefined;
  readonly log: Log;
}

const checkMs = 2_000;
const checkTimeoutMs = 1_500;

/**
 * Notices changes by other nodes, which share the catalog and the tables: of the catalog by its revision, and of a table by
 * the names of its parts. Merges change these too, and then questions are asked once more than necessary.
 */
export class OtherNodes {
  readonly #options: OtherNodesOptions;
  readonly #stamps = new Map<string, string>();
  readonly #timer: NodeJS.Timeout;
  #isChecking = false;

  constructor(options: OtherNodesOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#check(), checkMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    const { live, catalog, log } = this.#options;
    if (this.#isChecking || live.size === 0) return;
    this.#isChecking = true;
    try {
      // Its listeners are told of changes.
      await catalog.cached.freshGeneration();
      await this.#compareTables([...live.dataPoolIds()]);
    } catch (error) {
      log.warn({ err: error }, 'changes of other nodes could not be checked; trying again');
    } finally {
      this.#isChecking = false;
    }
  }

  async #compareTables(dataPoolIds: readonly string[]): Promise<void> {
    const { live, engine, cluster } = this.#options;
    const { rows } = await engine.query({
      id: `QRY${ulid()}`,
      statement: partsStampStatement(dataPoolIds, cluster),
      limits: { timeoutMs: checkTimeoutMs },
    });
    const stamps = new Map(rows.map(([table, stamp]) => [String(table), String(stamp)]));
    for (const id of dataPoolIds) {
      const stamp = stamps.get(storingTable({ id }, cluster)) ?? '';
      const differs = this.#stamps.get(id) !== stamp;
      this.#stamps.set(id, stamp);
      if (differs) live.dataPoolChanged(id);
    }
  }
}
