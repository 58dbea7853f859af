import type { Log } from '../base/log.js';
import type { Catalog } from '../catalog/catalog.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Engine } from '../engine/engine.js';
import { tablesOfSizeStatement, toDataPoolTable } from '../sql/table-size.js';
import { readRows } from './job-services.js';
import type { Jobs } from './jobs.js';

const lookEveryMs = 60_000;
const timeoutMs = 5_000;

export interface LayoutScheduleOptions {
  readonly catalog: Catalog;
  readonly engine: Engine;
  readonly jobs: Pick<Jobs, 'suggestRebuild'>;
  readonly log: Log;
  /** Signals a new job. */
  readonly wake: () => void;
  /** The sizes of Data Pools that are rebuilt. */
  readonly records?: Range;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Enough to tell which texts repeat, and so few that the job takes seconds. Larger tables are rebuilt when someone asks for it. */
const recordsDefault: Range = { min: 500_000, max: 20_000_000 };

/**
 * Rebuilds a Data Pool once, when it has enough records to tell which of its texts are worth a dictionary: a new table cannot know,
 * and without them a dashboard takes three times as long. Never a second time: someone who cancels the job does not want it.
 */
export class LayoutSchedule {
  readonly #options: LayoutScheduleOptions;
  /** Data Pools that were looked at. What would pay later is suggested. */
  readonly #known = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isStopping = false;

  constructor(options: LayoutScheduleOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), lookEveryMs);
  }

  /** Looks now which Data Pools have grown to the size. */
  look(): Promise<void> {
    this.#looking ??= this.#createDue().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#isStopping = true;
    await this.#looking;
  }

  async #createDue(): Promise<void> {
    const { engine, records = recordsDefault } = this.#options;
    await this.#logged(async () => {
      for (const row of await readRows(engine, tablesOfSizeStatement(records), timeoutMs)) {
        if (this.#isStopping) return;
        const table = toDataPoolTable(row);
        if (table === undefined || this.#known.has(table.dataPoolId)) continue;
        await this.#logged(async () => {
          await this.#createIfUseful(table);
          this.#known.add(table.dataPoolId);
        });
      }
    });
  }

  /** A failure with one table must not keep the others waiting. What failed is tried again. */
  async #logged(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'looking for tables to rebuild failed');
    }
  }

  async #createIfUseful({ environmentId, dataPoolId }: NonNullable<ReturnType<typeof toDataPoolTable>>) {
    const { catalog, jobs, log, wake } = this.#options;
    const pool = await catalog.dataPools.findById(environmentId, dataPoolId);
    if (pool === undefined || isEarlier(pool)) return;
    if (await catalog.jobs.hasAny(dataPoolId, 'REBUILD')) return;
    const suggested = await jobs.suggestRebuild(pool);
    if (suggested === null) return;
    const work = { kind: 'REBUILD', orderBy: null, partitionBy: null } as const;
    const { id: jobId } = await catalog.jobs.create(environmentId, { dataPoolId, work }, pool.createdBy);
    log.info({ jobId, dataPoolId, reason: suggested.reason }, 'rebuilding a table for faster queries');
    wake();
  }
}

/** Tables that an earlier version created stay as they are until someone asks for a rebuild. */
const isEarlier = ({ rowIdInSortKey }: DataPool) => !rowIdInSortKey;
