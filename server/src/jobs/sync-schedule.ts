import type { Log } from '../base/log.js';
import type { SyncingStore } from '../catalog/syncings.js';
import { Schedule } from './schedule.js';

/** Shorter than the shortest interval of a Data Pool. */
const everyMs = 2_000;

export interface SyncScheduleOptions {
  readonly syncings: SyncingStore;
  readonly log: Log;
  /** Signals a new job. */
  readonly wake: () => void;
}

/** Creates the jobs of syncs. All nodes may do so at the same time. */
export const syncSchedule = ({ syncings, log, wake }: SyncScheduleOptions): Schedule =>
  new Schedule({
    everyMs,
    what: 'syncs that are due',
    log,
    createDue: async () => {
      if (await syncings.startDue()) wake();
    },
  });
