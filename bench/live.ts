/**
 * Subscriptions: how soon an answer tells of an event, how much many subscribers of one question cost the engine, and how much
 * memory each takes. The answers are the largest number sent so far, so they tell which events they include.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type OwnService, startService } from '../tests/support/service.js';
import { scrape } from '../tests/support/service-metrics.js';
import { createWebhook, post, type Webhook } from '../tests/support/webhook.js';
import { type Figure, ms } from './measure.js';

const subscribers = 1_000;
const questions = 20;
const eventsPerRequest = 50;
const requestsPerSecond = 10;
const seconds = 20;
const p95MsMax = 1_200;
const bytesMax = 30_000;

interface Subscriber {
  close(): void;
}

export async function benchLive(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const service = await startService({ directory, env: { WEIR_LOG_LEVEL: 'info' } });
  try {
    const webhook = await createWebhook(service, [{ name: 'n', type: 'INT64', nullable: false }]);
    await send(service, webhook, 0);
    return [
      await memoryFigure(service, webhook),
      await executionsFigure(service, webhook),
      await latencyFigure(service, webhook),
    ];
  } finally {
    await service.discard();
    rmSync(directory, { recursive: true, force: true });
  }
}

let largest = 0;

/** Sends for some seconds. Returns when each number was acknowledged. */
async function send(service: OwnService, { path }: Webhook, during: number): Promise<Map<number, number>> {
  const acknowledged = new Map<number, number>();
  const startedAt = performance.now();
  for (let sent = 0; sent < Math.max(1, during * requestsPerSecond); sent += 1) {
    await delay(Math.max(0, startedAt + (sent * 1_000) / requestsPerSecond - performance.now()));
    const events = Array.from({ length: eventsPerRequest }, (_, index) => ({ n: largest + index + 1 }));
    const { status } = await post(service, path, events);
    if (status !== 200) throw new Error(`The webhook answered ${status}`);
    largest += eventsPerRequest;
    acknowledged.set(largest, performance.now());
  }
  return acknowledged;
}

const document = 'subscription ($input: CounterInput!) { counter(input: $input) { value } }';

/** A subscriber of one of several questions, which all have the same answer. */
function subscribe(
  { url, authorization }: OwnService,
  { dataPoolId }: Webhook,
  question: number,
  onValue: (value: number) => void,
): Promise<Subscriber> {
  const metric = { max: { dataPool: { id: dataPoolId }, measure: { columnName: 'n' } } };
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/graphql`, {
      method: 'POST',
      agent: false,
      headers: { authorization, 'content-type': 'application/json', accept: 'text/event-stream' },
    });
    asking.on('error', () => undefined);
    asking.on('response', (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`A subscription was answered ${answer.statusCode}`));
      answer.on('error', () => undefined);
      answer.setEncoding('utf8').on('data', (text: string) => {
        const [, value] = /"value":"(\d+)"/.exec(text) ?? [];
        if (value === undefined) return;
        onValue(Number(value));
        resolve({ close: () => asking.destroy() });
      });
    });
    asking.end(
      JSON.stringify({ query: document, variables: { input: { metric, filterSql: `n >= ${-question}` } } }),
    );
  });
}

const measureOf = async (service: OwnService, name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await scrape(service))?.[1] ?? 0);

async function closeAll(service: OwnService, all: readonly Subscriber[]): Promise<void> {
  for (const { close } of all) close();
  while ((await measureOf(service, 'weir_subscriptions')) > 0) await delay(100);
}

async function memoryFigure(service: OwnService, webhook: Webhook): Promise<Figure> {
  const resident = () => measureOf(service, 'process_resident_memory_bytes');
  const open = async () =>
    await openMany(
      service,
      webhook,
      () => 0,
      () => {},
    );
  // Once before, so that what is measured is not the first use of the code.
  await closeAll(service, await open());
  const before = await resident();
  const all = await open();
  const bytes = ((await resident()) - before) / subscribers;
  await closeAll(service, all);
  return {
    name: 'memory for each subscriber',
    measured: `${(bytes / 1_000).toFixed(1)} KB`,
    floor: `${(before / 1e6).toFixed(0)} MB for the service without subscribers`,
    bar: `at most ${bytesMax / 1_000} KB`,
    met: bytes <= bytesMax,
  };
}

async function openMany(
  service: OwnService,
  webhook: Webhook,
  questionOf: (index: number) => number,
  onValue: (value: number, index: number) => void,
): Promise<Subscriber[]> {
  const all: Subscriber[] = [];
  for (let index = 0; index < subscribers; index += 1)
    all.push(await subscribe(service, webhook, questionOf(index), (value) => onValue(value, index)));
  return all;
}

async function executionsFigure(service: OwnService, webhook: Webhook): Promise<Figure> {
  const executions = async (all: readonly Subscriber[]) => {
    const before = await measureOf(service, 'weir_live_questions_asked_total');
    await send(service, webhook, seconds / 2);
    const after = await measureOf(service, 'weir_live_questions_asked_total');
    await closeAll(service, all);
    return after - before;
  };
  const one = await executions([await subscribe(service, webhook, 0, () => {})]);
  const many = await executions(
    await openMany(
      service,
      webhook,
      () => 0,
      () => {},
    ),
  );
  return {
    name: `executions for ${subscribers} subscribers of one question, ${seconds / 2} s`,
    measured: String(many),
    floor: `${one} for one subscriber`,
    // One more or less, by when in a second it begins.
    bar: 'as many, give or take one',
    met: many <= one + 1,
  };
}

async function latencyFigure(service: OwnService, webhook: Webhook): Promise<Figure> {
  const arrivals: { value: number; at: number; index: number }[] = [];
  const all = await openMany(
    service,
    webhook,
    (index) => index % questions,
    (value, index) => arrivals.push({ value, at: performance.now(), index }),
  );
  await delay(2_000);
  arrivals.length = 0;
  const acknowledged = await send(service, webhook, seconds);
  await delay(2_000);
  await closeAll(service, all);
  const seen = new Map<number, number>();
  const latencies: number[] = [];
  let missing = 0;
  for (const { value, at, index } of arrivals) {
    const before = seen.get(index) ?? 0;
    seen.set(index, value);
    for (const [number, time] of acknowledged) {
      // An answer may tell of events before their sender knows that they are stored.
      if (number > before && number <= value) latencies.push(Math.max(0, at - time));
    }
  }
  for (let index = 0; index < subscribers; index += 1) if (seen.get(index) !== largest) missing += 1;
  latencies.sort((a, b) => a - b);
  const share = (part: number) => latencies[Math.floor(latencies.length * part)] ?? Number.NaN;
  return {
    name: `from 200 to the new value, ${subscribers} subscribers of ${questions} questions, ${eventsPerRequest * requestsPerSecond} events/s, p95`,
    measured: `${ms(share(0.95))}; p50 ${ms(share(0.5))}; ${missing} subscribers without the last value`,
    floor: '1,000 ms, the least time between two answers',
    bar: `at most ${p95MsMax} ms`,
    met: share(0.95) <= p95MsMax && missing === 0,
  };
}
