import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { DataVersions } from '../../server/src/base/data-versions.js';
import { newId } from '../../server/src/base/ids.js';
import { createLog } from '../../server/src/base/log.js';
import type { Principal } from '../../server/src/base/principal.js';
import type { Tier } from '../../server/src/base/tier.js';
import { type Catalog, openCatalog } from '../../server/src/catalog/catalog.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { NewMetric } from '../../server/src/catalog/metrics.js';
import { DataPoolEngine } from '../../server/src/engine/data-pool-engine.js';
import { embeddedQueriesMax } from '../../server/src/engine/embedded/embedded-host.js';
import type { Engine, Statement } from '../../server/src/engine/engine.js';
import { createMetric } from '../../server/src/provision/metrics.js';
import { Provision } from '../../server/src/provision/webhook-data-source.js';
import type { WebhookSettings } from '../../server/src/provision/webhook-definition.js';
import { AnswerCache } from '../../server/src/query/answer-cache.js';
import type { Asker } from '../../server/src/query/asker.js';
import type { QueryServices } from '../../server/src/query/operation.js';
import type { QueryInfo } from '../../server/src/query/query-info.js';
import { queryMeasures } from '../../server/src/query/query-measures.js';
import { QueryRunner } from '../../server/src/query/query-runner.js';
import { querySlots } from '../../server/src/query/query-slots.js';
import { StatementCache } from '../../server/src/query/statement-cache.js';
import { insertTableName, requestIdColumn, tableName } from '../../server/src/sql/data-pool-ddl.js';
import { loadParsers } from '../../server/src/sql/expression/parsers.js';
import { openEmbedded, temporaryDirectory } from './engines.js';
import { ManualClock } from './manual-clock.js';

/** The query operations on the real engine and a real catalog, without HTTP and with a clock of the test's. */
export interface Queries {
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly clock: ManualClock;
  readonly services: QueryServices;
  /** Every QueryInfo that was recorded, in order. */
  readonly recorded: QueryInfo[];
  readonly environmentId: string;
  asker(options?: { tier?: Tier; environmentId?: string; signal?: AbortSignal }): Asker;
  createPool(settings: WebhookSettings, environmentId?: string): Promise<DataPool>;
  createMetric(metric: Omit<NewMetric, 'dimensions' | 'filters'> & Partial<NewMetric>): Promise<string>;
  insert(pool: DataPool, rows: readonly object[]): Promise<void>;
  newEnvironment(): Promise<string>;
  close(): Promise<void>;
}

const insertTimeoutMs = 20_000;
const nowMs = Date.UTC(2026, 2, 15, 12, 34, 56, 789);

export interface QueriesOptions {
  readonly timeoutMs?: number;
  readonly wrapEngine?: (engine: Engine) => Engine;
}

/** Sees to it that every statement says which Data Pools it is about. */
function tablesNamed(engine: Engine): Engine {
  const check = ({ text, tables }: Statement) => {
    const missing = text.match(/DPO[0-9A-Z]{26}/g)?.find((id) => !tables.includes(id));
    if (missing)
      throw new Error(`The statement names ${missing} in its text, but not in its tables: ${text}`);
  };
  return {
    query: (request) => {
      check(request.statement);
      return engine.query(request);
    },
    command: (statement, timeoutMs) => {
      check(statement);
      return engine.command(statement, timeoutMs);
    },
    insert: (request) => engine.insert(request),
    cancel: (queryId) => engine.cancel(queryId),
    ping: () => engine.ping(),
    close: () => engine.close(),
  };
}

export async function openQueries({ timeoutMs = 30_000, wrapEngine }: QueriesOptions = {}): Promise<Queries> {
  const embedded = await openEmbedded();
  const catalogDirectory = temporaryDirectory();
  const clock = new ManualClock(nowMs);
  const catalog = await openCatalog({
    database: { kind: 'sqlite', path: join(catalogDirectory, 'catalog.sqlite') },
    clock,
  });
  const versions = new DataVersions();
  const named = tablesNamed(wrapEngine ? wrapEngine(embedded.engine) : embedded.engine);
  const engine = new DataPoolEngine(named, versions);
  const remember = { versions, catalogGeneration: () => catalog.cached.generation, clock };
  const log = createLog('silent');
  const provision = new Provision({ catalog, engine, cluster: undefined, log });
  const parsers = await loadParsers();
  const recorded: QueryInfo[] = [];
  const runner = new QueryRunner({
    engine,
    slots: querySlots(embeddedQueriesMax, new Registry()),
    clock,
    timeoutMs,
    record: (info) => recorded.push(info),
    measures: queryMeasures(new Registry()),
    results: new AnswerCache(remember),
  });
  let environments = 0;
  const newEnvironment = async () => {
    environments += 1;
    return (await catalog.environments.create({ uniqueName: `env${environments}` }, 'test')).id;
  };
  const ownEnvironment = await newEnvironment();
  return {
    engine,
    catalog,
    clock,
    services: {
      catalog,
      parsers,
      clock,
      runner,
      statements: new StatementCache(),
      answers: new AnswerCache(remember),
    },
    recorded,
    environmentId: ownEnvironment,
    asker: ({ tier = 'P1_X_LARGE', environmentId = ownEnvironment, signal } = {}) => ({
      principal: principalOf(environmentId, tier),
      signal,
    }),
    createPool: async (settings, environmentId = ownEnvironment) => {
      const source = await provision.createWebhookDataSource(
        environmentId,
        { basicAuth: null, settings },
        'test',
      );
      const pool = await catalog.dataPools.findByDataSource(environmentId, source.id);
      if (pool?.status !== 'LIVE') throw new Error(`The Data Pool is ${pool?.status}: ${pool?.statusReason}`);
      return pool;
    },
    createMetric: async (metric) =>
      (
        await createMetric(
          catalog,
          parsers,
          ownEnvironment,
          { dimensions: [], filters: [], ...metric },
          'test',
        )
      ).id,
    insert: (pool, rows) =>
      engine.insert({
        table: insertTableName(pool),
        dataPoolId: pool.id,
        rows: Buffer.from(rows.map((row) => `${JSON.stringify({ ...serviceCells, ...row })}\n`).join('')),
        timeoutMs: insertTimeoutMs,
      }),
    newEnvironment,
    close: async () => {
      await catalog.close();
      await embedded.close();
      rmSync(catalogDirectory, { recursive: true, force: true });
    },
  };
}

const serviceCells = {
  _service_received_at: '2026-01-01 00:00:00.000',
  _service_payload: '{}',
  [requestIdColumn]: '00000000-0000-0000-0000-000000000000',
};

function principalOf(environmentId: string, tier: Tier): Principal {
  return {
    environmentId,
    applicationId: newId('application'),
    scopes: new Set(['metric:query']),
    tier,
    policyValues: {},
  };
}

/** `QueryInfo.sql` as the engine takes it: the Data Pool's name becomes its table's. */
export function runnableSql({ sql }: QueryInfo, pool: DataPool): string {
  const final = pool.tableSettings.engine.type === 'MERGE_TREE' ? '' : ' FINAL';
  return sql.replaceAll(`\`${pool.id}\``, `${tableName(pool)}${final}`);
}
