import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Gauge, Registry } from 'prom-client';
import { createAuthenticateApplication } from './auth/authenticate-application.js';
import { FailureThrottle } from './auth/failure-throttle.js';
import { createRequestPrincipal } from './auth/request-principal.js';
import { SecretCheck } from './auth/secret-check.js';
import { SigningKeys } from './auth/signing-keys.js';
import { addTokenRoutes } from './auth/token-routes.js';
import { Tokens } from './auth/tokens.js';
import { createWebhookBasicAuth } from './auth/webhook-basic-auth.js';
import { ByteBudget } from './base/byte-budget.js';
import { systemClock } from './base/clock.js';
import { DataVersions } from './base/data-versions.js';
import { lockDirectory } from './base/directory-lock.js';
import { createLog, type Log } from './base/log.js';
import { readNodeId } from './base/node-id.js';
import { StartProblem } from './base/start-problem.js';
import { type Catalog, openCatalog, stalenessMaxMsDefault } from './catalog/catalog.js';
import type { Config } from './config.js';
import { ClickHouseEngine } from './engine/clickhouse-engine.js';
import { clickhouseServer, serverQueriesMax } from './engine/clickhouse-server.js';
import { DataPoolEngine } from './engine/data-pool-engine.js';
import { embeddedQueriesMax, type HostEvent, startEmbeddedHost } from './engine/embedded/embedded-host.js';
import type { Engine } from './engine/engine.js';
import { executableSchemas } from './graphql/executable-schema.js';
import { createResolvers } from './graphql/resolvers.js';
import { schemaOf } from './graphql/schema.js';
import { createApp } from './http/app.js';
import { addConsoleRoutes } from './http/console-routes.js';
import { addGraphqlRoutes } from './http/graphql-routes.js';
import { welcome } from './http/welcome.js';
import { Journal } from './ingest/journal/journal.js';
import { JobRunner } from './jobs/job-runner.js';
import { defaultJobLimits, type JobServices } from './jobs/job-services.js';
import { Jobs } from './jobs/jobs.js';
import { firstStart } from './provision/first-start.js';
import { expiredRecords, tableSize } from './provision/table-size.js';
import { Provision } from './provision/webhook-data-source.js';
import { AnswerCache } from './query/answer-cache.js';
import type { QueryServices } from './query/operation.js';
import { QueryHistory } from './query/query-history.js';
import type { QueryInfo } from './query/query-info.js';
import { queryMeasures } from './query/query-measures.js';
import { QueryRunner } from './query/query-runner.js';
import { querySlots } from './query/query-slots.js';
import { StatementCache } from './query/statement-cache.js';
import { loadParsers, type SqlParsers } from './sql/expression/parsers.js';
import { plainStatement } from './sql/plain-statement.js';
import { buildIntake } from './webhook/build-intake.js';
import type { Intake } from './webhook/intake.js';
import { addWebhookRoute } from './webhook/route.js';

export interface Service {
  readonly log: Log;
  /** Finishes what is under way, then lets go of everything. */
  stop(): Promise<void>;
}

const issuer = 'weir';
const consoleDirectory = fileURLToPath(new URL('../../console/dist', import.meta.url));
const parseWorkerEntry = fileURLToPath(new URL('./sql/statement/parse-worker.js', import.meta.url));
const hostEntry = fileURLToPath(new URL('./engine/embedded/host/host-main.js', import.meta.url));

/** Builds the service from the bottom up; whatever was opened is closed again when a later part fails. */
export async function startService(config: Config): Promise<Service> {
  const log = createLog(config.logLevel);
  const opened: (() => unknown)[] = [];
  const closeAll = async () => {
    for (const close of opened.reverse()) await close();
  };
  try {
    const lock = lockDirectory(config.dataDirectory);
    opened.push(() => lock.release());
    if (config.engine.url) refuseLeftEvents(journalOf(config));
    const registry = new Registry();
    const engine = await openEngine(config, log, registry);
    opened.push(() => engine.close());
    const catalog = await openCatalogOf(config);
    opened.push(() => catalog.close());
    const { app, stopIntake, runner } = await buildApp(config, log, registry, engine, catalog);
    // Requests under way are finished first; then nothing is left that the intake still holds.
    opened.push(
      stopIntake,
      () => app.close(),
      () => runner.stop(),
    );
    // Not waited for: whoever can reach the port can also stop the service.
    void runner.start();
    return { log, stop: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function openEngine({ engine, dataDirectory }: Config, log: Log, registry: Registry): Promise<Engine> {
  if (engine.url) {
    const server = new ClickHouseEngine(clickhouseServer(engine.url));
    await server
      .query({
        id: 'QRYSTART',
        statement: plainStatement('SELECT 1'),
        limits: { timeoutMs: 5_000 },
      })
      .catch((error: Error) => {
        throw new StartProblem(`ClickHouse at ${engine.url?.host} cannot be used: ${causeOf(error)}`);
      });
    return server;
  }
  const restarts = new Gauge({
    name: 'weir_engine_starts_total',
    help: 'How often the embedded engine was started',
    registers: [registry],
  });
  const host = await startEmbeddedHost({
    dataDirectory,
    memoryBytesMax: engine.memoryBytesMax,
    hostEntry,
    onEvent: (event) => {
      if (event.type === 'ready') restarts.inc();
      logHostEvent(log, event);
    },
  });
  return new ClickHouseEngine(host);
}

/** The message of a refusal, or of what lies under "not reachable". */
function causeOf(error: Error): string {
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}

function logHostEvent(log: Log, event: HostEvent): void {
  if (event.type === 'output') log.debug({ text: event.text.trim() }, 'engine output');
  else if (event.type === 'ready') log.info(event, 'engine ready');
  else
    log.warn(
      event,
      event.type === 'deaf' ? 'ending the engine to stop a query that ignores its time-out' : 'engine ended',
    );
}

async function openCatalogOf({ databaseUrl, dataDirectory }: Config): Promise<Catalog> {
  const database = databaseUrl
    ? ({ kind: 'postgres', url: databaseUrl.href } as const)
    : ({ kind: 'sqlite', path: join(dataDirectory, 'catalog.sqlite') } as const);
  return await openCatalog({ database, clock: systemClock }).catch((error: Error) => {
    throw new StartProblem(error.message, { cause: error });
  });
}

async function buildApp(config: Config, log: Log, registry: Registry, home: Engine, catalog: Catalog) {
  const { authorizeWebhook, ...authentication } = buildAuthentication(catalog);
  const nodeId = readNodeId(config.dataDirectory);
  const versions = new DataVersions();
  const budget = new ByteBudget(config.intake.queueBytesMax, systemClock);
  const {
    intake,
    acknowledged,
    stop: stopIntake,
  } = await buildIntake({
    limits: { ...config.intake, bodyBytesMax: config.http.bodyBytesMax },
    budget,
    nodeId,
    clock: systemClock,
    log,
    registry,
    engine: new DataPoolEngine(home, versions),
    catalog,
    authorize: authorizeWebhook,
    // A ClickHouse server is also read by others, who could not know what waits here.
    journalDirectory: config.engine.url ? undefined : journalOf(config),
    onAcknowledged: (dataPoolId) => versions.bump(dataPoolId),
  });
  const engine = new DataPoolEngine(home, versions, acknowledged);
  const provision = new Provision({ catalog, engine, cluster: config.engine.cluster, log });
  await provision.heal();
  const first = await firstStart(catalog, provision, config.bootstrap);
  const app = createApp({
    log,
    registry,
    checks: [
      { name: 'engine', ping: () => engine.ping() },
      { name: 'catalog', ping: () => catalog.ping() },
    ],
    requestPrincipal: authentication.requestPrincipal,
    ...config.http,
  });
  const publicUrl = () =>
    config.http.publicUrl?.href.replace(/\/$/, '') ??
    listeningUrl(config, app.server.address() as AddressInfo);
  const parsers = await loadParsers(parseWorkerEntry);
  const { query, history } = await startQueries({
    config,
    log,
    registry,
    engine,
    versions,
    catalog,
    parsers,
  });
  const { jobs, runner } = buildJobs({
    config,
    log,
    engine,
    versions,
    catalog,
    parsers,
    nodeId,
    intake,
  });
  addConsoleRoutes(app, { directory: consoleDirectory });
  addTokenRoutes(app, { ...authentication, budget });
  addGraphqlRoutes(app, {
    ...executableSchemas(
      schemaOf(),
      createResolvers({
        catalog,
        provision,
        parsers,
        publicUrl,
        query,
        history,
        jobs,
        tableSize: (pool) => tableSize(engine, pool),
        expiredRecords: (pool) => expiredRecords(engine, pool),
      }),
    ),
    requestPrincipal: authentication.requestPrincipal,
    budget,
    corsOrigins: config.http.corsOrigins,
  });
  app.addHook('onClose', () => history.close());
  app.addHook('onClose', () => parsers.pool?.close());
  addWebhookRoute(app, intake);
  await listen(app.listen.bind(app), config);
  log.info({ url: publicUrl() }, 'listening');
  if (first) process.stdout.write(welcome(publicUrl(), first));
  return { app, stopIntake, runner };
}

function buildAuthentication(catalog: Catalog) {
  const findCredentials = (id: string) => catalog.cached.application(id);
  const secretCheck = new SecretCheck(new FailureThrottle(systemClock));
  const authenticate = createAuthenticateApplication({ findCredentials, secretCheck });
  const keys = new SigningKeys(catalog.signingKeys, systemClock);
  const tokens = new Tokens({ keys, clock: systemClock, issuer, findCredentials });
  return {
    authenticate,
    keys,
    tokens,
    requestPrincipal: createRequestPrincipal(tokens, authenticate),
    authorizeWebhook: createWebhookBasicAuth(secretCheck),
  };
}

interface JobParts extends Omit<QueryParts, 'registry'> {
  readonly nodeId: string;
  readonly intake: Intake;
}

function buildJobs({ config, log, engine, versions, catalog, parsers, nodeId, intake }: JobParts) {
  const services: JobServices = {
    catalog,
    engine,
    parsers,
    clock: systemClock,
    log,
    changed: (dataPoolId) => versions.bump(dataPoolId),
    intakeSettled: async (by) => {
      await intake.settled();
      // What other nodes are doing is not known here, only how long they may be at it.
      if (by === 'all nodes' && config.databaseUrl)
        await delay(stalenessMaxMsDefault + config.intake.commitMsMax);
    },
    queryTimeoutMs: config.queryTimeoutMs,
    limits: defaultJobLimits,
  };
  const runner = new JobRunner({ ...services, nodeId });
  const jobs = new Jobs({
    ...services,
    cluster: config.engine.cluster,
    wake: () => runner.wake(),
    look: (jobId) => runner.look(jobId),
  });
  return { jobs, runner };
}

const journalOf = ({ dataDirectory }: Config) => join(dataDirectory, 'journal');

/** Left by a crash: what the embedded engine's owner acknowledged belongs into its tables, not into a server's. */
function refuseLeftEvents(directory: string): void {
  const requests = existsSync(directory) ? new Journal(directory).left.length : 0;
  if (requests === 0) return;
  throw new StartProblem(
    `${directory} holds ${requests} requests that were acknowledged and are not in the embedded engine's tables yet; start once without WEIR_CLICKHOUSE_URL, or use another WEIR_DATA_DIR`,
  );
}

interface QueryParts {
  readonly config: Config;
  readonly log: Log;
  readonly registry: Registry;
  readonly engine: Engine;
  readonly versions: DataVersions;
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
}

async function startQueries(parts: QueryParts): Promise<{ query: QueryServices; history: QueryHistory }> {
  const { config, log, registry, engine, versions, catalog, parsers } = parts;
  const history = new QueryHistory({
    engine,
    log,
    retentionDays: config.queryHistoryDays,
    cluster: config.engine.cluster,
  });
  await history.open();
  // With a shared catalog other nodes write, too, and their changes are not counted here.
  const remember = config.databaseUrl
    ? undefined
    : {
        versions,
        catalogGeneration: () => catalog.cached.generation,
        clock: systemClock,
      };
  const runner = new QueryRunner({
    engine,
    slots: querySlots(config.engine.url ? serverQueriesMax : embeddedQueriesMax, registry),
    clock: systemClock,
    timeoutMs: config.queryTimeoutMs,
    record: (info) => history.record(info),
    measures: queryMeasures(registry),
    results: remember && new AnswerCache(remember),
  });
  const answers = remember && new AnswerCache<{ query: QueryInfo }>(remember);
  const statements = new StatementCache();
  return { query: { catalog, parsers, clock: systemClock, runner, statements, answers }, history };
}

async function listen(
  start: (options: { host: string; port: number }) => Promise<string>,
  { http: { host, port } }: Config,
): Promise<void> {
  await start({ host, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new StartProblem(
        `Port ${port} on ${host} is in use by another process; set WEIR_PORT to a free one`,
      );
    if (error.code === 'EACCES')
      throw new StartProblem(`Listening on port ${port} is not permitted; set WEIR_PORT to one above 1023`);
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      throw new StartProblem(`WEIR_HOST: ${host} is not an address of this machine`);
    throw error;
  });
}

function listeningUrl({ http: { host, tls } }: Config, { port }: AddressInfo): string {
  const shown = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  return `${tls ? 'https' : 'http'}://${shown}:${port}`;
}
