import { describe, expect, it } from 'vitest';
import { createNumbered, expectExactlyOnce, Load, until } from '../support/load.js';
import { createView, expectSame, findView, type View } from '../support/materialized-views.js';
import { randomMoment } from '../support/random-moment.js';
import { type OwnService, startService } from '../support/service.js';
import type { Webhook } from '../support/webhook.js';

const kills = 50;
const backlog = 2_000;
const killMomentMsMax = 1_200;

/** Each step has rows for several partitions of the destination, and the kills come between them. */
const everyRow = (source: Webhook) => ({
  uniqueName: 'every_row',
  sql: `SELECT at, n, n * 2 AS twice FROM ${source.dataPoolId}`,
  destination: { newDataPool: { timestamp: { columnName: 'at' } } },
  backfillOptions: { backfill: true },
});

/** Sums have no row IDs to recognize a repeated step by. */
const sums = (source: Webhook) => ({
  uniqueName: 'sums',
  sql: `SELECT at, n % 10 AS digit, COUNT(*) AS events, SUM(n)::bigint AS total FROM ${source.dataPoolId} GROUP BY at, n % 10`,
  destination: {
    newDataPool: {
      timestamp: { columnName: 'at' },
      tableSettings: {
        engine: { summingMergeTree: { columns: ['events', 'total'] } },
        orderBy: ['at', 'digit'],
      },
    },
  },
  backfillOptions: { backfill: true },
});

async function expectExact(service: OwnService, source: Webhook, rows: View, totals: View): Promise<void> {
  await expectSame(
    service,
    source,
    rows,
    ['SELECT n, at, n * 2 FROM $table ORDER BY n', 'SELECT n, at, twice FROM $table ORDER BY n'],
    60_000,
  );
  await expectSame(
    service,
    source,
    totals,
    [
      'SELECT at, n % 10 AS digit, count(), sum(n) FROM $table GROUP BY at, digit ORDER BY at, digit',
      'SELECT at, digit, sum(events), sum(total) FROM $table GROUP BY at, digit ORDER BY at, digit',
    ],
    60_000,
  );
}

describe('SIGKILL of the service or its engine under load, at random moments', () => {
  it('loses and doubles nothing in materialized views, during their backfill and afterwards', {
    timeout: 1_800_000,
  }, async () => {
    let service: OwnService | undefined = await startService();
    const { directory } = service;
    const webhook = await createNumbered(service);
    const load = new Load({ service: () => service, webhook, senders: 4 });
    await until(() => load.acknowledged.size > backlog, 60_000);
    const views = [
      await createView(service, everyRow(webhook)),
      await createView(service, sums(webhook)),
    ] as const;
    for (let kill = 0; kill < kills; kill += 1) {
      const before = load.acknowledged.size;
      await until(() => load.acknowledged.size > before);
      await randomMoment(killMomentMsMax);
      const dying: OwnService = service;
      // Every other time only the engine, which the service starts again.
      if (kill % 2 === 1) {
        const pid = dying.enginePid();
        process.kill(pid, 'SIGKILL');
        await until(() => dying.enginePid() !== pid);
        continue;
      }
      service = undefined;
      await dying.kill();
      service = await startService({ directory });
      if (kill === 0)
        for (const { id } of views)
          await service.request(
            'mutation ($id: ID!) { refreshMaterializedView(id: $id) { materializedView { id } } }',
            { id },
          );
    }
    const last = service;
    await until(async () => (await fetch(`${last.url}/readyz`)).ok, 60_000);
    await load.stop();
    await expectExactlyOnce(last, webhook, load);
    await expectExact(last, webhook, ...views);
    for (const { id } of views)
      expect(await findView(last, id)).toMatchObject({ status: 'LIVE', error: null });
    expect(load.acknowledged.size).toBeGreaterThan(backlog);
    expect(await last.discard()).toBe(0);
  });
});
