import { randomUUID } from 'node:crypto';
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
import type { Engine, QueryResult, Statement } from '../../server/src/engine/engine.js';
import type { DataPoolSettings } from '../../server/src/provision/data-pool-definition.js';
import { Provision } from '../../server/src/provision/data-sources.js';
import { createMetric } from '../../server/src/provision/metrics.js';
import { newWebhookSource } from '../../server/src/provision/webhook-source.js';
import { AnswerCache } from '../../server/src/query/answer-cache.js';
import type { Caller } from '../../server/src/query/caller.js';
import type { QueryServices } from '../../server/src/query/operation.js';
import type { QueryInfo } from '../../server/src/query/query-info.js';
import { queryMeasures } from '../../server/src/query/query-measures.js';
import { QueryRunner } from '../../server/src/query/query-runner.js';
import { querySlots } from '../../server/src/query/query-slots.js';
import { StatementCache } from '../../server/src/query/statement-cache.js';
import { loadParsers } from '../../server/src/sql/compiler/parsers.js';
import { insertTableName, requestIdColumn, tableName } from '../../server/src/sql/data-pool-ddl.js';
import { sharedEngine, sql, temporaryDirectory } from './engines.js';
import { witnessed } from './failure-report.js';
import { ManualClock } from './manual-clock.js';

/** The query operations on the real engine and a separate catalog, called as functions, with a clock that the test controls. */
export interface QueryNode {
  readonly services: QueryServices;
  readonly catalog: Catalog;
  readonly provision: Provision;
  readonly engine: DataPoolEngine;
  readonly clock: ManualClock;
  /** Every query that ran, in order. */
  readonly recorded: QueryInfo[];
  readonly environmentId: string;
  readonly caller: Caller;
  /** Another Application, by default of the same Environment. */
  otherCaller(options?: { tier?: Tier; environmentId?: string; signal?: AbortSignal }): Caller;
  newEnvironment(): Promise<string>;
  createPool(settings: DataPoolSettings, uniqueName?: string, environmentId?: string): Promise<DataPool>;
  createMetric(metric: Omit<NewMetric, 'dimensions' | 'filters'> & Partial<NewMetric>): Promise<string>;
  insert(pool: DataPool, rows: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

export interface QueryNodeOptions {
  readonly timeoutMs?: number;
  readonly nowMs?: number;
  /** Whether answers are cached, as in the service. */
  readonly cached?: boolean;
  /** Changes how queries run. */
  readonly running?: (query: Engine['query']) => Engine['query'];
  /** False where statements read tables without waiting for acknowledged rows. */
  readonly checksTables?: boolean;
}

const insertTimeoutMs = 30_000;

export async function openQueryNode({
  timeoutMs = 30_000,
  nowMs = Date.UTC(2026, 2, 15, 12),
  cached = false,
  running = (query) => query,
  checksTables = true,
}: QueryNodeOptions = {}): Promise<QueryNode> {
  const embedded = await sharedEngine();
  const directory = temporaryDirectory();
  const clock = new ManualClock(nowMs);
  const catalog = await openCatalog({
    database: { kind: 'sqlite', path: join(directory, 'catalog.sqlite') },
    clock,
  });
  const versions = new DataVersions();
  const engine = new DataPoolEngine(
    checksTables ? tablesNamed(embedded.engine, running) : embedded.engine,
    versions,
  );
  const provision = new Provision({ catalog, engine, cluster: undefined, log: createLog('silent') });
  const parsers = await loadParsers();
  const recorded: QueryInfo[] = [];
  const caching = { versions, catalogGeneration: () => catalog.cached.generation, clock };
  const runner = new QueryRunner({
    engine,
    slots: querySlots(embeddedQueriesMax, new Registry()),
    clock,
    timeoutMs,
    record: (info) => recorded.push(info),
    measures: queryMeasures(new Registry()),
    ...(cached && { results: new AnswerCache<QueryResult>(caching) }),
  });
  const services: QueryServices = {
    catalog,
    parsers,
    clock,
    runner,
    statements: new StatementCache(),
    ...(cached && { answers: new AnswerCache<{ readonly query: QueryInfo }>(caching) }),
  };
  const environments: string[] = [];
  const newEnvironment = async () => {
    const uniqueName = `test${environments.length}`;
    const { id } = await catalog.environments.create({ uniqueName }, 'test');
    environments.push(id);
    return id;
  };
  const ownEnvironment = await newEnvironment();
  const otherCaller: QueryNode['otherCaller'] = ({
    tier = 'P1_X_LARGE',
    environmentId = ownEnvironment,
    signal,
  } = {}) => ({ signal, principal: principalOf(environmentId, tier) });
  return {
    services,
    catalog,
    provision,
    engine,
    clock,
    recorded,
    environmentId: ownEnvironment,
    caller: otherCaller(),
    otherCaller,
    newEnvironment,
    createPool: async (settings, uniqueName, environmentId = ownEnvironment) => {
      const input = newWebhookSource({ uniqueName, basicAuth: null, settings });
      const source = await provision.createDataSource(environmentId, input, 'test');
      const pool = await catalog.dataPools.findByDataSource(environmentId, source.id);
      if (pool?.status !== 'LIVE') throw new Error(`The Data Pool is ${pool?.status}: ${pool?.statusReason}`);
      return pool;
    },
    createMetric: async (metric) => {
      const input = { dimensions: [], filters: [], ...metric };
      return (await createMetric(catalog, parsers, ownEnvironment, input, 'test')).id;
    },
    insert: (pool, rows) =>
      engine.insert({
        table: insertTableName(pool),
        dataPoolId: pool.id,
        rows: Buffer.from(
          rows.map((row) => `${JSON.stringify({ ...serviceCells(), ...row }, keepingZeros)}\n`).join(''),
        ),
        timeoutMs: insertTimeoutMs,
      }),
    close: async () => {
      await catalog.close();
      for (const id of environments) await embedded.engine.command(sql(`DROP DATABASE IF EXISTS \`${id}\``));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** JSON.stringify writes -0 as 0; the engine distinguishes them. */
const keepingZeros = (_key: string, value: unknown) => (Object.is(value, -0) ? '-0' : value);

/** Every record has its own ID, as in the intake. */
function serviceCells(): Record<string, string> {
  return {
    _service_received_at: '2026-03-15 12:00:00.000',
    _service_payload: '{}',
    [requestIdColumn]: randomUUID(),
  };
}

function principalOf(environmentId: string, tier: Tier): Principal {
  return {
    environmentId,
    applicationId: newId('application'),
    scopes: new Set(['admin']),
    tier,
    policyValues: {},
  };
}

/** Checks that every statement lists the Data Pools that its text names. */
function tablesNamed(engine: Engine, running: (query: Engine['query']) => Engine['query']): Engine {
  const check = ({ text, tables }: Statement) => {
    const missing = text.match(/DPO[0-9A-Z]{26}/g)?.find((id) => !tables.includes(id));
    if (missing)
      throw new Error(`The statement names ${missing} in its text, but not in its tables: ${text}`);
  };
  const query = running((request) => engine.query(request));
  return {
    query: (request) => {
      witnessed.statement = request.statement.text;
      check(request.statement);
      return query(request);
    },
    command: (statement, timeoutMs) => {
      witnessed.statement = statement.text;
      check(statement);
      return engine.command(statement, timeoutMs);
    },
    export: (request) => {
      check(request.statement);
      return engine.export(request);
    },
    insert: (request) => engine.insert(request),
    cancel: (queryId) => engine.cancel(queryId),
    endFor: (queryId) => engine.endFor(queryId),
    ping: () => engine.ping(),
    close: () => engine.close(),
  };
}

/** `QueryInfo.sql` for the engine: replaces the Data Pool's name with its table's. */
export function runnableSql({ sql }: QueryInfo, pool: DataPool): string {
  const final = pool.tableSettings.engine.type === 'MERGE_TREE' ? '' : ' FINAL';
  return sql.replaceAll(`\`${pool.id}\``, `${tableName(pool)}${final}`);
}
