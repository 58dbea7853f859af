import { expect } from 'vitest';
import type { Service } from './service.js';
import { stored } from './stored.js';
import { createWebhook, post, type Webhook } from './webhook.js';

/**
 * Senders that post numbered events without pause, even while the service is down, and record what was sent and what was
 * acknowledged. Each request's events fall into several partitions.
 */
export interface LoadOptions {
  readonly service: () => Service | undefined;
  readonly webhook: Webhook;
  readonly senders?: number;
  readonly eventsPerRequest?: number;
  readonly firstNumber?: number;
  /** The event with a number. */
  readonly event?: (n: number) => object;
}

const months = ['2026-01', '2026-02', '2026-03', '2026-04'];
const waitWhileAwayMs = 5;

export const numberedColumns = [
  { name: 'n', type: 'INT64', nullable: false },
  { name: 'at', type: 'TIMESTAMP', nullable: false },
];

export function createNumbered(service: Service): Promise<Webhook> {
  return createWebhook(service, numberedColumns, { timestamp: 'at' });
}

export const numbered = (n: number) => ({
  n,
  at: `${months[n % months.length]}-01 00:00:00`,
  text: `event ${n}`,
});

/** The same events as a file, without the text. */
export function numberedCsv(from: number, rows: number): Uint8Array<ArrayBuffer> {
  const row = (n: number) => `${n},${months[n % months.length]}-01T00:00:00Z\n`;
  const lines = Array.from({ length: rows }, (_, index) => row(from + index));
  return new TextEncoder().encode(`n,at\n${lines.join('')}`);
}

export class Load {
  readonly acknowledged = new Set<number>();
  readonly statuses = new Map<number, number>();
  sent: number;
  /** Requests without any response. */
  cutOff = 0;
  #isStopping = false;
  readonly #options: LoadOptions;
  readonly #senders: Promise<void>[];

  constructor(options: LoadOptions) {
    this.#options = options;
    this.sent = options.firstNumber ?? 0;
    this.#senders = Array.from({ length: options.senders ?? 8 }, () => this.#send());
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#senders);
  }

  async #send(): Promise<void> {
    const { service, webhook, eventsPerRequest = 8, event = numbered } = this.#options;
    while (!this.#isStopping) {
      const target = service();
      if (!target) {
        await new Promise((resolve) => setTimeout(resolve, waitWhileAwayMs));
        continue;
      }
      const numbers = Array.from({ length: eventsPerRequest }, () => this.sent++);
      try {
        const { status } = await post(target, webhook.path, numbers.map(event));
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
        if (status === 200) for (const n of numbers) this.acknowledged.add(n);
      } catch {
        this.cutOff += 1;
      }
    }
  }
}

/** Every acknowledged event is stored once, every other at most once, and nothing else is stored. */
export async function expectExactlyOnce(
  service: Service,
  webhook: Webhook,
  load: Pick<Load, 'acknowledged' | 'sent'>,
): Promise<void> {
  const rows = await stored(service, `SELECT n, count() FROM ${webhook.table} GROUP BY n`);
  const counts = new Map(rows.map(([n, count]) => [Number(n), Number(count)]));
  expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
  expect([...load.acknowledged].filter((n) => !counts.has(n))).toEqual([]);
  expect([...counts.keys()].filter((n) => n >= load.sent)).toEqual([]);
  const payloads = await stored(
    service,
    `SELECT count() FROM ${webhook.table} WHERE JSONExtractInt(_service_payload, 'n') != n OR JSONExtractString(_service_payload, 'text') != concat('event ', toString(n))`,
  );
  expect(payloads).toEqual([['0']]);
}

export const until = (condition: () => boolean | Promise<boolean>, timeout = 20_000) =>
  expect.poll(condition, { timeout, interval: 10 }).toBe(true);
