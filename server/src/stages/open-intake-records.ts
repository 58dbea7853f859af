import { join } from 'node:path';
import { systemClock } from '../base/clock.js';
import { Receipts } from '../receipts/receipts.js';
import type { AnsweredRequest } from '../webhook/answered-request.js';
import { IntakeStatistics } from '../webhook/intake-statistics.js';
import { receiptOf } from '../webhook/receipt-of.js';
import { RecentRefusals } from '../webhook/recent-refusals.js';
import type { Stores } from './open-stores.js';
import type { StageContext } from './stage-context.js';

/** What is kept about webhook requests, beside their events. */
export interface IntakeRecords {
  readonly statistics: IntakeStatistics;
  readonly refusals: RecentRefusals;
  readonly receipts: Receipts;
  readonly onAnswered: (request: AnsweredRequest) => void;
}

export async function openIntakeRecords(
  { config, log, registry, onStop }: StageContext,
  { engine }: Stores,
): Promise<IntakeRecords> {
  const { cluster } = config.engine;
  const statistics = new IntakeStatistics({ engine, log, registry, clock: systemClock, cluster });
  const refusals = new RecentRefusals({ engine, log, cluster });
  const receipts = new Receipts({ engine, log, cluster, directory: join(config.dataDirectory, 'receipts') });
  for (const kept of [statistics, refusals, receipts]) {
    await kept.open();
    onStop(() => kept.close());
  }
  return {
    statistics,
    refusals,
    receipts,
    onAnswered: (request) => {
      statistics.record(request);
      refusals.record(request);
      receipts.record(receiptOf(request));
    },
  };
}
