import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { systemClock } from '../base/clock.js';
import { freeBytes } from '../base/free-bytes.js';
import type { SealedTexts } from '../base/sealed-texts.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Config } from '../config.js';
import { keptFreeBytes } from '../engine/embedded/host-files.js';
import { DiskFull } from '../engine/engine-error.js';
import { executableSchemas } from '../graphql/executable-schema.js';
import { createResolvers } from '../graphql/resolvers.js';
import { sdl } from '../graphql/schema.js';
import { dataPoolsRead } from '../graphql/subscription/data-pools-read.js';
import { createApp } from '../http/app.js';
import { addConsoleRoutes } from '../http/console-routes.js';
import { addExportDownloadRoutes } from '../http/export-download-routes.js';
import { addExportRoutes } from '../http/export-routes.js';
import { addGraphqlRoutes } from '../http/graphql-routes.js';
import { addLoadRoutes } from '../http/load-routes.js';
import { addTokenRoutes } from '../http/token-routes.js';
import type { Boosters } from '../jobs/boosters.js';
import type { Jobs } from '../jobs/jobs.js';
import type { S3Sources } from '../jobs/s3-sources.js';
import type { LiveQuestions } from '../live/live-questions.js';
import type { Damage } from '../provision/damage.js';
import type { Provision } from '../provision/data-sources.js';
import { oldParts } from '../provision/old-parts.js';
import { columnSizes, expiredRecords, tableSize } from '../provision/table-size.js';
import type { Quarantine } from '../quarantine/quarantine.js';
import { EventReceipts } from '../receipts/event-receipts.js';
import type { Receipts } from '../receipts/receipts.js';
import type { MaterializedViews } from '../views/materialized-views.js';
import { addWebhookRoute } from '../webhook/route.js';
import { addSegmentRoutes } from '../webhook/segment/routes.js';
import type { Authentication } from './build-authentication.js';
import type { BuiltExports } from './build-exports.js';
import type { BuiltIntake } from './build-intake.js';
import type { Queries } from './build-queries.js';
import type { BuiltUploads } from './build-uploads.js';
import type { IntakeRecords } from './open-intake-records.js';
import type { StageContext } from './stage-context.js';

export interface RouteParts extends IntakeRecords, BuiltIntake, Queries, BuiltUploads, BuiltExports {
  readonly catalog: Catalog;
  readonly sealedTexts: SealedTexts | undefined;
  readonly damage: Damage;
  readonly authentication: Authentication;
  readonly provision: Provision;
  readonly receipts: Receipts;
  readonly jobs: Jobs;
  readonly boosters: Boosters;
  readonly s3Sources: S3Sources;
  readonly quarantine: Quarantine;
  readonly views: MaterializedViews;
  readonly live: LiveQuestions;
}

export interface Routes {
  readonly app: FastifyInstance;
  /** Known once the app listens. */
  readonly publicUrl: () => string;
}

export function buildRoutes(
  { config, files, log, registry, onStop }: StageContext,
  parts: RouteParts,
): Routes {
  const { catalog, engine, authentication, budget, zstd, intake } = parts;
  const { requestPrincipal } = authentication;
  const checks = [
    { name: 'engine', ping: () => engine.ping() },
    { name: 'catalog', ping: () => catalog.ping() },
    ...(config.engine.url
      ? []
      : [{ name: 'intake', ping: async () => refuseFullDisk(config), isOptional: true }]),
  ];
  const app = createApp({ log, registry, checks, requestPrincipal, ...config.http });
  onStop(() => app.close());
  const publicUrl = () =>
    config.http.publicUrl?.href.replace(/\/$/, '') ??
    listeningUrl(config, app.server.address() as AddressInfo);
  const resolvers = createResolvers({
    ...parts,
    parsers: parts.query.parsers,
    publicUrl,
    intakeTotals: (dataSourceId, range) => parts.statistics.totals(dataSourceId, range),
    intakeMinutes: (dataSourceId, count, each) => parts.statistics.lastMinutes(dataSourceId, count, each),
    recentRefusals: (dataSourceId, size) => parts.refusals.list(dataSourceId, size),
    eventReceipts: new EventReceipts({ ...parts, parsers: parts.query.parsers }),
    // The parts of a cluster's tables are on other machines.
    oldParts: config.engine.cluster ? undefined : (pool, beforeMs) => oldParts(engine, pool, beforeMs),
    tableSize: (pool) => tableSize(engine, pool),
    columnSizes: (pool) => columnSizes(engine, pool, config.engine.cluster),
    expiredRecords: (pool) => expiredRecords(engine, pool),
  });
  const { corsOrigins } = config.http;
  const { graphiql } = addConsoleRoutes(app, { directory: files.consoleDirectory, corsOrigins });
  addTokenRoutes(app, { ...authentication, budget, zstd });
  const schemas = executableSchemas(sdl, resolvers);
  const access = { requestPrincipal, budget, zstd, corsOrigins };
  addGraphqlRoutes(app, {
    ...schemas,
    ...access,
    graphiql,
    recheckPrincipal: authentication.recheckPrincipal,
    live: parts.live,
    dataPoolsRead: (principal, field, input) => dataPoolsRead(catalog, principal, field, input),
  });
  addExportRoutes(app, { ...access, schema: schemas.schema, services: parts.query, ...config.exports });
  addExportDownloadRoutes(app, {
    follow: (link) => parts.exportJobs.follow(link),
    directory: parts.exportDirectory,
    corsOrigins,
  });
  addWebhookRoute(app, intake, publicUrl);
  const eventLimits = {
    eventsMax: config.intake.eventsPerRequestMax,
    eventBytesMax: config.http.bodyBytesMax,
  };
  addSegmentRoutes(app, { intake, publicUrl, corsOrigins, eventLimits, clock: systemClock });
  addLoadRoutes(app, {
    requestPrincipal,
    corsOrigins,
    uploads: parts.uploads,
    loadable: async (caller, nameOrId) => {
      const named = await catalog.dataPools.findByUniqueName(caller.environmentId, nameOrId);
      return await parts.jobs.loadable(caller, named?.id ?? nameOrId);
    },
    preview: (caller, type, body) => parts.previews.show(caller, type, body),
    findJob: (environmentId, id) => catalog.jobs.findById(environmentId, id),
  });
  return { app, publicUrl };
}

/** Below this the embedded engine stores nothing, and queries go on. */
function refuseFullDisk({ dataDirectory }: Config): void {
  if (freeBytes(dataDirectory) < keptFreeBytes) throw new DiskFull({});
}

function listeningUrl({ http: { host, tls } }: Config, { port }: AddressInfo): string {
  const shown = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  return `${tls ? 'https' : 'http'}://${shown}:${port}`;
}
