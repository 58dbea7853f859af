/** How often the engine writes records again while it merges the parts of many small inserts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { extent } from '../support/extent.js';
import { type OwnService, startService } from '../support/service.js';
import { stored } from '../support/stored.js';
import { createWebhook, post } from '../support/webhook.js';

const inserts = extent(100, 400);
const eventsPerInsert = 250;

let service: OwnService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.discard());

it('writes every record less than six times again', { timeout: extent(120_000, 600_000) }, async () => {
  const webhook = await createWebhook(
    service,
    [
      { name: 'n', type: 'INT64', nullable: false },
      { name: 'at', type: 'TIMESTAMP', nullable: false },
      { name: 'customer', type: 'STRING' },
    ],
    { timestamp: 'at' },
  );
  const rowsSince = async (before: readonly number[]) => {
    const names = "'InsertedRows', 'MergedRows'";
    const found = await stored(
      service,
      `SELECT value FROM system.events WHERE event IN (${names}) ORDER BY event`,
    );
    return [0, 1].map((at) => Number(found[at]?.[0] ?? 0) - (before[at] ?? 0));
  };
  const before = await rowsSince([]);
  for (let insert = 0; insert < inserts; insert++) {
    const events = Array.from({ length: eventsPerInsert }, (_, index) => {
      const n = insert * eventsPerInsert + index;
      return {
        n,
        at: new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString(),
        customer: `customer ${n % 997}`,
      };
    });
    expect((await post(service, webhook.path, events)).status).toBe(200);
    // Not gathered with the next ones.
    await stored(service, `SELECT count() FROM ${webhook.table}`);
  }
  const isMerging = `SELECT count() FROM system.merges WHERE table = '${webhook.dataPoolId}'`;
  await expect.poll(() => stored(service, isMerging)).toEqual([['0']]);
  const [inserted = 0, merged = 0] = await rowsSince(before);
  expect(inserted).toBeGreaterThanOrEqual(inserts * eventsPerInsert);
  expect(merged).toBeGreaterThan(0);
  expect(merged / inserted).toBeLessThan(6);
});
