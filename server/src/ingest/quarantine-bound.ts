import { newId } from '../base/ids.js';
import type { Log } from '../base/log.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Engine } from '../engine/engine.js';
import {
  deleteQuarantinedStatement,
  quarantineOverflowStatement,
  quarantineSizeStatement,
} from '../sql/quarantine.js';

/**
 * Keeps the events in each quarantine below a size: past it, the oldest go. The size is looked up after every sixteenth of the
 * bound that was added, so a sender that sends only invalid events costs one lookup in many requests.
 */
export interface QuarantineBoundOptions {
  readonly engine: Engine;
  readonly log: Log;
  /** Of the payloads in one quarantine, before compression. */
  readonly bytesMax: number;
  readonly onEvicted: (events: number) => void;
}

const checkShare = 1 / 16;
/** How full a quarantine is after the oldest have gone. */
const keptShare = 7 / 8;
const timeoutMs = 60_000;

export class QuarantineBound {
  readonly #options: QuarantineBoundOptions;
  /** Bytes since the last check, by Data Pool; absent before the first one. */
  readonly #added = new Map<string, number>();
  #checks: Promise<void> = Promise.resolve();

  constructor(options: QuarantineBoundOptions) {
    this.#options = options;
  }

  added(pool: DataPool, bytes: number): void {
    const { bytesMax } = this.#options;
    const before = this.#added.get(pool.id) ?? bytesMax;
    if (before + bytes < bytesMax * checkShare) {
      this.#added.set(pool.id, before + bytes);
      return;
    }
    this.#added.set(pool.id, 0);
    this.#checks = this.#checks.then(() => this.#check(pool));
  }

  /** Resolves when the checks that are due have ended. */
  async settled(): Promise<void> {
    await this.#checks;
  }

  async #check(pool: DataPool): Promise<void> {
    const { engine, bytesMax, log, onEvicted } = this.#options;
    const read = async (statement: Parameters<Engine['query']>[0]['statement']) =>
      (await engine.query({ id: newId('query'), statement, limits: { timeoutMs, threadsMax: 1 } })).rows;
    try {
      const [size] = await read(quarantineSizeStatement(pool, {}));
      if (Number(size?.[1]) <= bytesMax) return;
      const [newest] = await read(quarantineOverflowStatement(pool, Math.floor(bytesMax * keptShare)));
      if (newest === undefined) return;
      const oldest = { beforeMs: Number(newest[0]) + 1 };
      const [evicted] = await read(quarantineSizeStatement(pool, oldest));
      await engine.command(deleteQuarantinedStatement(pool, oldest));
      const events = Number(evicted?.[0]);
      onEvicted(events);
      log.warn({ dataPoolId: pool.id, events }, 'the quarantine is full: the oldest events were deleted');
    } catch (error) {
      log.warn({ err: error, dataPoolId: pool.id }, 'the size of a quarantine could not be checked');
    }
  }
}
