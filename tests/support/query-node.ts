import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { newId } from '../../server/src/base/ids.js';
import { createLog } from '../../server/src/base/log.js';
import { type Catalog, openCatalog } from '../../server/src/catalog/catalog.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { NewMetric } from '../../server/src/catalog/metrics.js';
import { embeddedQueriesMax } from '../../server/src/engine/embedded/embedded-host.js';
import type { Engine } from '../../server/src/engine/engine.js';
import { createMetric } from '../../server/src/provision/metrics.js';
import { Provision } from '../../server/src/provision/webhook-data-source.js';
import type { WebhookSettings } from '../../server/src/provision/webhook-definition.js';
import type { Asker } from '../../server/src/query/asker.js';
import type { QueryServices } from '../../server/src/query/operation.js';
import type { QueryInfo } from '../../server/src/query/query-info.js';
import { queryMeasures } from '../../server/src/query/query-measures.js';
import { QueryRunner } from '../../server/src/query/query-runner.js';
import { querySlots } from '../../server/src/query/query-slots.js';
import { StatementCache } from '../../server/src/query/statement-cache.js';
import { insertTableName, requestIdColumn } from '../../server/src/sql/data-pool-ddl.js';
import { loadParsers } from '../../server/src/sql/expression/parsers.js';
import { openEmbedded, temporaryDirectory } from './engines.js';
import { ManualClock } from './manual-clock.js';

/** The query operations on the real engine and a catalog of their own, called as functions. */
export interface QueryNode {
  readonly services: QueryServices;
  readonly catalog: Catalog;
  readonly provision: Provision;
  readonly engine: Engine;
  readonly clock: ManualClock;
  /** Every query that ran, in order. */
  readonly recorded: QueryInfo[];
  readonly environmentId: string;
  readonly asker: Asker;
  /** Another Application of the same Environment. */
  otherAsker(): Asker;
  createPool(settings: WebhookSettings, uniqueName?: string): Promise<DataPool>;
  createMetric(metric: Omit<NewMetric, 'dimensions' | 'filters'> & Partial<NewMetric>): Promise<string>;
  insert(pool: DataPool, rows: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

const timeoutMs = 30_000;

export async function openQueryNode(): Promise<QueryNode> {
  const { engine, close } = await openEmbedded();
  const directory = temporaryDirectory();
  const clock = new ManualClock(Date.UTC(2026, 2, 15, 12));
  const catalog = await openCatalog({
    database: { kind: 'sqlite', path: join(directory, 'catalog.sqlite') },
    clock,
  });
  const provision = new Provision({ catalog, engine, cluster: undefined, log: createLog('silent') });
  const parsers = await loadParsers();
  const recorded: QueryInfo[] = [];
  const measures = queryMeasures(new Registry());
  const record = (info: QueryInfo) => recorded.push(info);
  const slots = querySlots(embeddedQueriesMax, new Registry());
  const runner = new QueryRunner({ engine, slots, clock, timeoutMs, record, measures });
  const { id: environmentId } = await catalog.environments.create({ uniqueName: 'test' }, 'test');
  const otherAsker = () => askerOf(environmentId);
  return {
    services: { catalog, parsers, clock, runner, statements: new StatementCache() },
    catalog,
    provision,
    engine,
    clock,
    recorded,
    environmentId,
    asker: otherAsker(),
    otherAsker,
    createPool: async (settings, uniqueName) => {
      const input = { uniqueName, basicAuth: null, settings };
      const source = await provision.createWebhookDataSource(environmentId, input, 'test');
      const pool = await catalog.dataPools.findByDataSource(environmentId, source.id);
      if (pool?.status !== 'LIVE') throw new Error(`The Data Pool is ${pool?.status}: ${pool?.statusReason}`);
      return pool;
    },
    createMetric: async (metric) => {
      const input = { dimensions: [], filters: [], ...metric };
      return (await createMetric(catalog, parsers, environmentId, input, 'test')).id;
    },
    insert: (pool, rows) =>
      engine.insert({
        table: insertTableName(pool),
        dataPoolId: pool.id,
        rows: Buffer.from(
          rows.map((row) => `${JSON.stringify({ ...serviceCells(), ...row }, keepingZeros)}\n`).join(''),
        ),
        timeoutMs,
      }),
    close: async () => {
      await catalog.close();
      await close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** JSON's writer has only one zero; the engine has two. */
const keepingZeros = (_key: string, value: unknown) => (Object.is(value, -0) ? '-0' : value);

/** Every record is stored with an id of its own, as the intake does it. */
function serviceCells(): Record<string, string> {
  return {
    _service_received_at: '2026-03-15 12:00:00.000',
    _service_payload: '{}',
    [requestIdColumn]: randomUUID(),
  };
}

function askerOf(environmentId: string): Asker {
  return {
    signal: undefined,
    principal: {
      environmentId,
      applicationId: newId('application'),
      scopes: new Set(['admin']),
      tier: 'P1_X_LARGE',
      policyValues: {},
    },
  };
}
