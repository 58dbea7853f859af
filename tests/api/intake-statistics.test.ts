import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { openService } from '../support/shared-service.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});

const columns = [{ name: 'name', type: 'STRING', nullable: false }];

interface Intake {
  start: string;
  stop: string;
  latency: { p50: number | null; p95: number | null; p99: number | null };
  [counter: string]: unknown;
}

async function intakeOf(webhook: Webhook, variables: object = {}): Promise<Intake> {
  const { dataSource } = await service.request<{ dataSource: { intake: Intake } }>(
    `query ($id: ID!, $timeRange: TimeRangeInput, $timeZone: String) { dataSource(id: $id) {
      intake(timeRange: $timeRange, timeZone: $timeZone) { start stop requests refusedRequests accepted rejected
        quarantined duplicates bytes latency { p50 p95 p99 } } } }`,
    { id: webhook.dataSourceId, ...variables },
  );
  return dataSource.intake;
}

/** Two good events, one bad one. */
const mixed = JSON.stringify([{ name: 'a' }, { name: 'b' }, { nme: 'c' }]);
const good = JSON.stringify([{ name: 'a' }, { name: 'b' }]);

test('every request is counted at once, and every event by what became of it', async () => {
  const webhook = await createWebhook(service, columns);
  const statuses: number[] = [];
  const send = async (body: string, query = '', headers = {}) =>
    statuses.push((await post(service, `${webhook.path}${query}`, body, headers)).status);
  const key = { 'idempotency-key': 'k' };
  await send(good);
  await send(mixed);
  await send(mixed, '?partial=true');
  await send(good, '', key);
  await send(good, '', key);
  await send('not JSON');
  await send(good, '', { 'content-type': 'text/html' });
  expect(statuses).toEqual([200, 400, 200, 200, 200, 400, 415]);
  const intake = await intakeOf(webhook);
  expect(intake).toMatchObject({
    requests: '7',
    refusedRequests: '3',
    accepted: '6',
    rejected: '4',
    quarantined: '0',
    duplicates: '2',
    // A body that is refused by its type is not read.
    bytes: String(3 * good.length + 2 * mixed.length + 'not JSON'.length),
  });
  const { p50, p95, p99 } = intake.latency;
  expect(p50).toBeGreaterThan(0);
  expect(p95).toBeGreaterThanOrEqual(p50 ?? Number.NaN);
  expect(p99).toBeGreaterThanOrEqual(p95 ?? Number.NaN);
});

test('every minute has its own counts', async () => {
  const webhook = await createWebhook(service, columns, { errorHandling: 'QUARANTINE' });
  await post(service, webhook.path, mixed);
  await post(service, webhook.path, 'not JSON');
  const ask = (last: number) =>
    service.graphql(
      `query ($id: ID!, $last: Int) { dataSource(id: $id) {
        intakeByMinute(last: $last) { start accepted rejected quarantined } } }`,
      { id: webhook.dataSourceId, last },
    );
  const { data } = await ask(30);
  const minutes: { start: string; accepted: string; quarantined: string }[] = data.dataSource.intakeByMinute;
  expect(minutes).toHaveLength(30);
  const starts = minutes.map(({ start }) => Date.parse(start));
  expect(starts.every((start, index) => start === (starts[0] ?? 0) + index * 60_000)).toBe(true);
  const sum = (counts: readonly string[]) => counts.reduce((total, count) => total + Number(count), 0);
  expect(sum(minutes.map(({ accepted }) => accepted))).toBe(2);
  expect(sum(minutes.map(({ quarantined }) => quarantined))).toBe(1);
  const { errors } = await ask(1_441);
  expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
});

test('events in the quarantine are counted as such', async () => {
  const webhook = await createWebhook(service, columns, { errorHandling: 'QUARANTINE' });
  for (let sent = 0; sent < 2; sent++)
    expect((await post(service, webhook.path, mixed, { 'idempotency-key': 'k' })).status).toBe(200);
  expect(await intakeOf(webhook)).toMatchObject({
    accepted: '2',
    quarantined: '1',
    rejected: '0',
    duplicates: '3',
  });
});

test('a Data Source that received nothing has zeros, and no latency', async () => {
  const webhook = await createWebhook(service, columns);
  expect(await intakeOf(webhook)).toMatchObject({
    requests: '0',
    accepted: '0',
    bytes: '0',
    latency: { p50: null, p95: null, p99: null },
  });
});

test('a time range selects minutes of arrival', async () => {
  const webhook = await createWebhook(service, columns);
  const before = Date.now();
  await post(service, webhook.path, good);
  const after = Date.now();
  const accepted = async (timeRange: object, timeZone = 'UTC') =>
    (await intakeOf(webhook, { timeRange, timeZone }))['accepted'];
  const at = (ms: number) => new Date(ms).toISOString();
  expect(await accepted({ start: at(before), stop: at(after + 1) })).toBe('2');
  expect(await accepted({ start: at(before) })).toBe('2');
  expect(await accepted({ stop: at(before - 60_000) })).toBe('0');
  expect(await accepted({ start: at(after + 60_000) })).toBe('0');
  expect(await accepted({ relative: 'LAST_N_DAYS', n: 7 }, 'Asia/Tokyo')).toBe('2');
  expect(await accepted({ relative: 'PREVIOUS_MONTH' })).toBe('0');
  await expect(accepted({ timestamp: 'name', relative: 'TODAY' })).rejects.toThrow('does not apply');
  await expect(accepted({}, 'Nowhere')).rejects.toThrow('timeZone');
});

test('/metrics counts events by outcome', async () => {
  const webhook = await createWebhook(service, columns, { errorHandling: 'QUARANTINE' });
  const strict = await createWebhook(service, columns);
  const counters = ['events', 'rejected_events', 'quarantined_events', 'duplicate_events'];
  const counted = async () => {
    const text = await scrape(service);
    return counters.map((name) =>
      Number(new RegExp(`^weir_intake_${name}_total (\\d+)$`, 'm').exec(text)?.[1]),
    );
  };
  const before = await counted();
  await post(service, webhook.path, mixed, { 'idempotency-key': 'k' });
  await post(service, webhook.path, mixed, { 'idempotency-key': 'k' });
  await post(service, strict.path, mixed);
  const after = await counted();
  expect(after.map((count, index) => count - (before[index] ?? Number.NaN))).toEqual([2, 3, 1, 3]);
});
