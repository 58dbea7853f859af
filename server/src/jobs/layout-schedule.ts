import type { Log } from '../base/log.js';
import type { Catalog } from '../catalog/catalog.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Engine } from '../engine/engine.js';
import { type DataPoolTable, tablesOfSizeStatement, toDataPoolTable } from '../sql/table-size.js';
import { readRows } from './job-services.js';
import type { Jobs } from './jobs.js';
import { Schedule } from './schedule.js';

const everyMs = 60_000;
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
export function layoutSchedule(options: LayoutScheduleOptions): Schedule {
  const { engine, log, records = recordsDefault } = options;
  /** Data Pools that were looked at. What would pay later is suggested. */
  const known = new Set<string>();
  return new Schedule({
    everyMs,
    what: 'tables to rebuild',
    log,
    createDue: async (signal) => {
      for (const row of await readRows(engine, tablesOfSizeStatement(records), timeoutMs)) {
        const table = toDataPoolTable(row);
        if (signal.aborted) return;
        if (table === undefined || known.has(table.dataPoolId)) continue;
        try {
          await createIfUseful(options, table);
          known.add(table.dataPoolId);
        } catch (error) {
          // The others must not wait until this table can be looked at.
          log.warn({ err: error, ...table }, 'looking whether to rebuild a table failed');
        }
      }
    },
  });
}

async function createIfUseful(
  { catalog, jobs, log, wake }: LayoutScheduleOptions,
  { environmentId, dataPoolId }: DataPoolTable,
): Promise<void> {
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

/** Tables that an earlier version created stay as they are until someone asks for a rebuild. */
const isEarlier = ({ rowIdInSortKey }: DataPool) => !rowIdInSortKey;
