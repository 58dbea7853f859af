import { notFound } from '../../base/errors.js';
import type { Booster } from '../../catalog/booster.js';
import type { Catalog } from '../../catalog/catalog.js';
import { type Boosters, shownStatus } from '../../jobs/boosters.js';
import type { QueryHistory } from '../../query/query-history.js';
import { suggestBoosters } from '../../query/suggested-boosters.js';
import type { SqlParsers } from '../../sql/compiler/parsers.js';
import { connectionOf } from '../connection.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { metricLookups } from '../metric/metric-lookups.js';

export interface BoosterResolverOptions {
  readonly catalog: Catalog;
  readonly boosters: Boosters;
  readonly history: QueryHistory;
  readonly parsers: SqlParsers;
}

export function createBoosterResolvers(options: BoosterResolverOptions) {
  const { catalog, boosters, history, parsers } = options;
  const jobOf = ({ environmentId, jobId }: Booster) => catalog.jobs.findById(environmentId, jobId);
  const metricOf = ({ environmentId, metricId }: Booster) =>
    catalog.metrics.findById(environmentId, metricId);
  const { dimension } = metricLookups(catalog);
  return {
    Query: {
      booster: async (_parent, { id }, { principal }) => {
        const booster = await catalog.boosters.findById(principal.environmentId, id);
        if (!booster) throw notFound('Booster', id);
        return booster;
      },
    },
    Mutation: {
      createBooster: async (_parent, { input }, { principal }) => ({
        booster: await boosters.create(
          principal,
          input.metric,
          input.dimensions.map(({ columnName }) => columnName),
        ),
      }),
      deleteBooster: async (_parent, { id }, { principal }) => {
        await boosters.delete(principal, id);
        return id;
      },
    },
    Metric: {
      boosters: async ({ environmentId, id }, page) =>
        connectionOf(await catalog.boosters.listByMetric(environmentId, id, page)),
    },
    Booster: {
      environment: async ({ environmentId }) => {
        const environment = await catalog.environments.findById(environmentId);
        if (!environment) throw notFound('Environment', environmentId);
        return environment;
      },
      metric: async (booster) => (await metricOf(booster)) ?? null,
      dimensions: async (booster) => {
        const metric = await metricOf(booster);
        return metric ? await Promise.all(booster.dimensions.map((name) => dimension(metric, name))) : [];
      },
      status: async (booster) => shownStatus(booster, await jobOf(booster)),
      progress: async (booster) => (await jobOf(booster))?.progress ?? 0,
      error: async (booster) => (await jobOf(booster))?.error ?? null,
      recordCount: async (booster) => (await boosters.size(booster)).recordCount,
      diskSizeInBytes: async (booster) => (await boosters.size(booster)).diskSizeInBytes,
    },
    DataPool: {
      suggestedBoosters: async (dataPool) => {
        const { environmentId, id } = dataPool;
        const metrics = await catalog.metrics.ofDataPool(environmentId, id);
        const known = {
          parsers,
          dataPool,
          metrics,
          boosters: await catalog.boosters.ofDataPool(environmentId, id),
        };
        const reads = await history.metricReads(
          environmentId,
          metrics.map((metric) => metric.id),
        );
        return suggestBoosters(known, reads);
      },
    },
    SuggestedBooster: {
      dimensions: ({ metric, dimensions }) => Promise.all(dimensions.map((name) => dimension(metric, name))),
      queries: ({ queries }) => String(queries),
      savedRecords: ({ savedRecords }) => String(savedRecords),
    },
    BoosterJob: {
      task: ({ work }) => (work.kind === 'BUILD_BOOSTER' ? 'BUILD' : 'DROP'),
      booster: async ({ environmentId, work }) =>
        (await catalog.boosters.findById(environmentId, work.boosterId)) ?? null,
    },
  } satisfies Resolvers;
}
