import { expect } from 'vitest';
import type { Service } from './service.js';
import { stored } from './stored.js';
import { createWebhook, post, type Webhook } from './webhook.js';

/** Senders that replace records of their own again and again, and record which versions were sent and acknowledged. */
export interface VersionLoadOptions {
  readonly service: () => Service | undefined;
  readonly webhook: Webhook;
  readonly senders?: number;
}

/** By record. */
export type Versions = readonly number[];

const recordsPerSender = 8;
const waitWhileAwayMs = 5;

export function createVersioned(service: Service): Promise<Webhook> {
  const columns = ['id', 'version'].map((name) => ({ name, type: 'INT64', nullable: false }));
  return createWebhook(service, columns, { uniqueId: 'id' });
}

export class VersionLoad {
  readonly #options: VersionLoadOptions;
  readonly #acknowledged: number[] = [];
  readonly #sent: number[] = [];
  readonly #senders: Promise<void>[];
  #isStopping = false;

  constructor(options: VersionLoadOptions) {
    this.#options = options;
    this.#senders = Array.from({ length: options.senders ?? 2 }, (_, sender) => this.#send(sender));
  }

  get acknowledged(): Versions {
    return [...this.#acknowledged];
  }

  get sent(): Versions {
    return [...this.#sent];
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#senders);
  }

  async #send(sender: number): Promise<void> {
    const { service, webhook } = this.#options;
    const ids = Array.from({ length: recordsPerSender }, (_, index) => sender * recordsPerSender + index);
    for (const id of ids) this.#acknowledged[id] = this.#sent[id] = 0;
    for (let version = 1; !this.#isStopping; version++) {
      const target = service();
      if (!target) {
        await new Promise((resolve) => setTimeout(resolve, waitWhileAwayMs));
        continue;
      }
      for (const id of ids) this.#sent[id] = version;
      const body = ids.map((id) => ({ id, version }));
      const isStored = await post(target, webhook.path, body).then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isStored) for (const id of ids) this.#acknowledged[id] = version;
    }
  }
}

/** Queries see the newest acknowledged version of each record, or one that was sent later. */
export async function expectNewest(
  service: Service,
  { table }: Webhook,
  { acknowledged, sent }: { readonly acknowledged: Versions; readonly sent: Versions },
): Promise<void> {
  const rows = await stored(service, `SELECT id, version FROM ${table} FINAL ORDER BY id`);
  const found = new Map(rows.map(([id, version]) => [Number(id), Number(version)]));
  expect(found.size).toBe(rows.length);
  const wrong = acknowledged.flatMap((version, id) => {
    const shown = found.get(id) ?? 0;
    return shown >= version && shown <= (sent[id] ?? 0) ? [] : [{ id, shown, version, sent: sent[id] }];
  });
  expect(wrong).toEqual([]);
}
