/** What a killed service leaves to the next: the process has no chance to write what is only in its memory. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventReceipts, shownReceipt } from '../support/receipts.js';
import { type OwnService, startService } from '../support/service.js';
import { stored } from '../support/stored.js';
import { createWebhook, post, type Sent, type Webhook } from '../support/webhook.js';

const requests = Array.from({ length: 60 }, (_, n) => n);
const tenants = Array.from({ length: 20 }, (_, n) => n);

let after: OwnService;
let tenantsWebhook: Webhook;
let answers: Sent[];
let tenantAnswers: Sent[];

beforeAll(async () => {
  const before = await startService();
  const columns = [{ name: 'n', type: 'INT64', nullable: false }];
  const webhook = await createWebhook(before, columns, { uniqueId: 'n' });
  tenantsWebhook = await createWebhook(before, [
    { name: 'n', type: 'INT64' },
    { name: 'tenant', type: 'STRING', jsonProperty: '$headers.x-tenant', nullable: false },
  ]);
  const send = (n: number) => {
    if (n % 3 === 0) return post(before, webhook.path, [{ n }, { n }]);
    if (n % 3 === 1) return post(before, webhook.path, [{ n }, { n: 'x' }]);
    return post(before, webhook.path, [{ n: 0 }], { 'idempotency-key': 'the same' });
  };
  const ofTenant = (n: number) => post(before, tenantsWebhook.path, { n }, { 'x-tenant': `tenant ${n}` });
  [answers, tenantAnswers] = await Promise.all([
    Promise.all(requests.map(send)),
    Promise.all(tenants.map(ofTenant)),
  ]);
  await before.kill();
  after = await startService({ directory: before.directory });
});
afterAll(async () => {
  expect(await after.discard()).toBe(0);
});

it('every answer before the kill has its receipt after it, whatever the answer was', async () => {
  const receipts = await Promise.all(answers.map((answer) => shownReceipt(after, answer)));
  const counts = receipts.map(({ statusCode, storedEvents, refusedEvents, duplicateEvents }, n) => [
    n % 3,
    statusCode,
    storedEvents,
    refusedEvents,
    duplicateEvents,
  ]);
  const ofKind = (kind: number) => counts.filter(([each]) => each === kind).sort();
  expect(ofKind(0)).toEqual(Array(20).fill([0, 200, 2, 0, 0]));
  expect(ofKind(1)).toEqual(Array(20).fill([1, 400, 0, 2, 0]));
  expect(ofKind(2)).toEqual([...Array(19).fill([2, 200, 0, 0, 1]), [2, 200, 1, 0, 0]]);
  // The same number was sent twice in a request, and the second replaced the first.
  expect(await eventReceipts(after, '30')).toMatchObject([
    { receipt: { id: receipts[30]?.id }, eventIndex: 1, state: 'STORED' },
    { receipt: { id: receipts[30]?.id }, eventIndex: 0, state: 'REPLACED' },
  ]);
  // The spool was emptied at the start.
  expect(readdirSync(join(after.directory, 'receipts'))).toEqual([]);
});

it('keeps the values of headers: they are in the journal with their events', async () => {
  expect(tenantAnswers.map(({ status }) => status)).toEqual(tenants.map(() => 200));
  const rows = await stored(after, `SELECT n, tenant FROM ${tenantsWebhook.table} ORDER BY n`);
  expect(rows).toEqual(tenants.map((n) => [String(n), `tenant ${n}`]));
});
