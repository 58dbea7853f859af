import { expect } from 'vitest';
import {
  changedColumns,
  createChangingJobs,
  expectChangedOnce,
  fillChanged,
  isOpen,
  newestJobs,
} from './changing-jobs.js';
import { sql } from './engines.js';
import { createNumbered, expectExactlyOnce, Load, numberedCsv } from './load.js';
import { createView, expectSame, type View } from './materialized-views.js';
import type { OwnService, Service } from './service.js';
import { connectEngine, stored } from './stored.js';
import { createVersioned, expectNewest, VersionLoad, type Versions } from './version-load.js';
import { createWebhook, type Webhook } from './webhook.js';

/**
 * Everything that a service can be in the middle of: events for an append-only Data Pool, which has a materialized view, gets and loses a
 * booster and is rebuilt; events for a mutable one; jobs that change and load records. Says afterwards, of the same
 * directory or of a copy, whether all that was acknowledged is there once.
 */
export interface Acknowledged {
  readonly numbers: ReadonlySet<number>;
  readonly versions: Versions;
  readonly files: ReadonlySet<number>;
}

/** What may be there, too. */
export interface Sent {
  readonly numbers: number;
  readonly versions: Versions;
  readonly files: number;
}

const changedRecords = 2_000;
const rowsPerFile = 2_000;
const orders = [['n', 'at'], ['at']];
const allNumbers = 'SELECT count(), uniqExact(n), sum(n) FROM $table';
const jobsMsMax = 120_000;

export class WorkUnderWay {
  readonly #service: OwnService;
  readonly #append: Webhook;
  readonly #mutable: Webhook;
  readonly #loaded: Webhook;
  readonly #view: View;
  readonly #metric: string;
  readonly #load: Load;
  readonly #versions: VersionLoad;
  readonly #files = new Set<number>();
  readonly #loading = new Set<Promise<void>>();
  #filesSent = 0;
  #rounds = 0;
  #changed: Webhook | undefined;
  #booster: string | undefined;

  private constructor(
    service: OwnService,
    pools: { append: Webhook; mutable: Webhook; loaded: Webhook },
    view: View,
    metric: string,
  ) {
    this.#service = service;
    this.#append = pools.append;
    this.#mutable = pools.mutable;
    this.#loaded = pools.loaded;
    this.#view = view;
    this.#metric = metric;
    this.#load = new Load({ service: () => service, webhook: pools.append, senders: 3 });
    this.#versions = new VersionLoad({ service: () => service, webhook: pools.mutable });
  }

  static async begin(service: OwnService): Promise<WorkUnderWay> {
    const pools = {
      append: await createNumbered(service),
      mutable: await createVersioned(service),
      loaded: await createNumbered(service),
    };
    const view = await createView(service, {
      sql: `SELECT at, n FROM ${pools.append.dataPoolId}`,
      destination: { newDataPool: { timestamp: { columnName: 'at' } } },
      backfillOptions: { backfill: true },
    });
    const { createSumMetric } = await service.request<{ createSumMetric: { metric: { id: string } } }>(
      `mutation { createSumMetric(input: { dataPool: "${pools.append.dataPoolId}" dimensions: [] measure: { columnName: "n" } }) { metric { id } } }`,
    );
    return new WorkUnderWay(service, pools, view, createSumMetric.metric.id);
  }

  /** Merges parts and creates jobs of every kind, in another order each time, when those of the last round have ended. */
  async begins(): Promise<void> {
    await jobsEnd(this.#service);
    if (this.#changed)
      await this.#service.request('mutation ($id: ID!) { deleteDataSource(id: $id) }', {
        id: this.#changed.dataSourceId,
      });
    const changed = await createWebhook(this.#service, changedColumns);
    await fillChanged(this.#service, changed, changedRecords);
    this.#changed = changed;
    await this.#merge();
    const jobs = [
      () => createChangingJobs(this.#service, changed),
      () => this.#rebuild(),
      () => this.#toggleBooster(),
      async () => this.#loadFile(),
    ];
    for (let index = 0; index < jobs.length; index++) await jobs[(this.#rounds + index) % jobs.length]?.();
    this.#rounds += 1;
  }

  /** As of now. Copied, because it goes on. */
  get acknowledged(): Acknowledged {
    return {
      numbers: new Set(this.#load.acknowledged),
      versions: this.#versions.acknowledged,
      files: new Set(this.#files),
    };
  }

  get sent(): Sent {
    return { numbers: this.#load.sent, versions: this.#versions.sent, files: this.#filesSent };
  }

  async stop(): Promise<void> {
    await Promise.all([this.#load.stop(), this.#versions.stop(), ...this.#loading]);
  }

  /** Nothing may be sent to this service any more. */
  async expectKept(after: Service, acknowledged: Acknowledged, sent: Sent): Promise<void> {
    const { numbers } = acknowledged;
    await expectExactlyOnce(after, this.#append, { acknowledged: new Set(numbers), sent: sent.numbers });
    await expectNewest(after, this.#mutable, { acknowledged: acknowledged.versions, sent: sent.versions });
    await this.#expectWholeFiles(after, acknowledged.files, sent.files);
    await jobsEnd(after);
    await this.#expectWholeFiles(after, acknowledged.files, sent.files);
    await expectExactlyOnce(after, this.#append, { acknowledged: new Set(numbers), sent: sent.numbers });
    if (this.#changed) await expectChangedOnce(after, this.#changed, changedRecords);
    await expectSame(after, this.#append, this.#view, [allNumbers, allNumbers], 60_000);
    expect(await this.#sum(after, true)).toBe(await this.#sum(after, false));
    expect(await stored(after, "SELECT name FROM system.tables WHERE startsWith(name, 'JOB')")).toEqual([]);
  }

  async #merge(): Promise<void> {
    const engine = connectEngine(this.#service.directory);
    for (const { table } of [this.#append, this.#mutable])
      await engine.command(sql(`OPTIMIZE TABLE ${table} FINAL`));
    await engine.close();
  }

  async #rebuild(): Promise<void> {
    const orderBy = orders[this.#rounds % orders.length];
    await this.#service.request(
      'mutation ($input: CreateRebuildDataPoolJobInput!) { createRebuildDataPoolJob(input: $input) { job { id } } }',
      { input: { dataPool: this.#append.dataPoolId, orderBy } },
    );
  }

  async #toggleBooster(): Promise<void> {
    if (this.#booster !== undefined) {
      await this.#service.request('mutation ($id: ID!) { deleteBooster(id: $id) }', { id: this.#booster });
      this.#booster = undefined;
      return;
    }
    const { createBooster } = await this.#service.request<{ createBooster: { booster: { id: string } } }>(
      `mutation { createBooster(input: { metric: "${this.#metric}" dimensions: [] }) { booster { id } } }`,
    );
    this.#booster = createBooster.booster.id;
  }

  #loadFile(): void {
    const file = this.#filesSent++;
    const { url, authorization } = this.#service;
    const loading = fetch(`${url}/v1/load/${this.#loaded.dataPoolId}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'text/csv', 'idempotency-key': `file ${file}` },
      body: numberedCsv(file * rowsPerFile, rowsPerFile),
    }).then(
      ({ status }) => {
        if (status === 200) this.#files.add(file);
      },
      // The service is gone.
      () => undefined,
    );
    this.#loading.add(loading);
  }

  /** Of every file, all rows or none, and of every acknowledged one, all. */
  async #expectWholeFiles(after: Service, acknowledged: ReadonlySet<number>, sent: number): Promise<void> {
    const rows = await stored(
      after,
      `SELECT intDiv(n, ${rowsPerFile}) AS file, count(), uniqExact(n) FROM ${this.#loaded.table} GROUP BY file ORDER BY file`,
    );
    const all = String(rowsPerFile);
    expect(rows.filter(([, count, different]) => count !== all || different !== all)).toEqual([]);
    const files = rows.map(([file]) => Number(file));
    expect([...acknowledged].filter((file) => !files.includes(file))).toEqual([]);
    expect(files.filter((file) => file >= sent)).toEqual([]);
  }

  async #sum(after: Service, useBooster: boolean): Promise<string> {
    const { counter } = await after.request<{ counter: { value: string } }>(
      'query ($input: CounterInput!) { counter(input: $input) { value } }',
      { input: { metric: { id: this.#metric }, useBooster } },
    );
    return counter.value;
  }
}

async function jobsEnd(service: Service): Promise<void> {
  await expect
    .poll(async () => (await newestJobs(service)).filter(isOpen), { timeout: jobsMsMax, interval: 200 })
    .toEqual([]);
  expect((await newestJobs(service)).filter(({ status }) => status !== 'SUCCEEDED')).toEqual([]);
}
