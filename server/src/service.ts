import { Registry } from 'prom-client';
import { createLog, type Log } from './base/log.js';
import type { Config } from './config.js';
import { buildAuthentication } from './stages/build-authentication.js';
import { buildExports } from './stages/build-exports.js';
import { buildIntake } from './stages/build-intake.js';
import { buildJobs } from './stages/build-jobs.js';
import { buildLive } from './stages/build-live.js';
import { buildQueries } from './stages/build-queries.js';
import { buildRoutes } from './stages/build-routes.js';
import { buildUploads } from './stages/build-uploads.js';
import { buildViews } from './stages/build-views.js';
import { listen } from './stages/listen.js';
import { openIntakeRecords } from './stages/open-intake-records.js';
import { openStores } from './stages/open-stores.js';
import { provisionData } from './stages/provision-data.js';
import type { BuiltFiles, StageContext } from './stages/stage-context.js';

export interface Service {
  readonly log: Log;
  /** Finishes running requests, then closes everything. */
  stop(): Promise<void>;
}

/** The stages of the startup, from the bottom up. The shutdown closes what they opened in reverse order. */
export async function startService(config: Config, files: BuiltFiles): Promise<Service> {
  const log = createLog(config.logLevel);
  const closers: (() => unknown)[] = [];
  const onStop = (close: () => unknown) => void closers.push(close);
  // What cannot be closed, for example because the catalog is unavailable, must not keep the rest from being closed.
  const tryToClose = async (close: () => unknown) => {
    try {
      await close();
    } catch (error) {
      log.warn({ err: error }, 'a part of the service could not be closed properly');
    }
  };
  const stop = async () => {
    for (const close of closers.reverse()) await tryToClose(close);
  };
  const context: StageContext = { config, files, log, registry: new Registry(), onStop };
  try {
    const stores = await openStores(context);
    const { catalog } = stores;
    const authentication = buildAuthentication(catalog, config.http.publicUrl);
    const records = await openIntakeRecords(context, stores);
    const intake = await buildIntake(context, stores, authentication.authorizeWebhook, records);
    const { provision, first } = await provisionData(context, catalog, intake.engine);
    const queries = await buildQueries(context, stores, intake.engine);
    const { runner, schedules, ...work } = await buildJobs(context, stores, intake, provision, queries);
    const uploads = await buildUploads(context, catalog, work);
    const exports = buildExports(context, stores, queries, work);
    const { views, follower } = buildViews(context, stores, intake, provision, queries);
    const live = buildLive(context, stores, intake.engine);
    const { sealedTexts, damage } = stores;
    const parts = {
      catalog,
      sealedTexts,
      damage,
      authentication,
      ...records,
      ...intake,
      provision,
      ...queries,
      ...work,
      ...uploads,
      ...exports,
      views,
      live,
    };
    const routes = buildRoutes(context, parts);
    await runner.publishLeftRows();
    await listen(context, routes, first);
    const { exportJobs } = exports;
    const working = [...schedules, runner, exportJobs, ...(follower ? [follower] : [])];
    onStop(() => Promise.all(working.map((part) => tryToClose(() => part.stop()))));
    // Not awaited, so that the service can be stopped as soon as it listens.
    void runner.start();
    for (const schedule of schedules) schedule.start();
    exportJobs.start();
    void follower?.start();
    return { log, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
