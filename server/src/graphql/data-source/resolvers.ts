import { notFound } from '../../base/errors.js';
import { pageDirection } from '../../base/page-direction.js';
import type { DataSource } from '../../catalog/definitions.js';
import { refusalSlots } from '../../sql/recent-refusals.js';
import { connectionOf } from '../connection.js';
import { exactlyOne } from '../exactly-one.js';
import type { idOrUniqueName, Resolvers } from '../generated/resolver-types.js';
import { scopeOf } from '../query/query-inputs.js';
import { dataSourceKinds } from './kinds.js';
import type { DataSourceResolverOptions } from './resolver-options.js';
import { createS3Resolvers } from './s3/resolvers.js';
import { engineTypename } from './table-engine.js';
import { createWebhookResolvers } from './webhook/resolvers.js';

const refusalsMax = refusalSlots.senders + refusalSlots.strangers;
const refusalPage = { default: refusalsMax, min: 1, max: refusalsMax };

export function createDataSourceResolvers(options: DataSourceResolverOptions) {
  const { catalog, provision, intakeTotals, intakeMinutes, recentRefusals } = options;
  const byId = async (environmentId: string, id: string): Promise<DataSource> => {
    const dataSource = await catalog.dataSources.findById(environmentId, id);
    if (!dataSource) throw notFound('Data Source', id);
    return dataSource;
  };
  const byName = async (environmentId: string, name: string): Promise<DataSource> => {
    const dataSource = await catalog.dataSources.findByUniqueName(environmentId, name);
    if (!dataSource) throw notFound('Data Source', name);
    return dataSource;
  };
  const find = (environmentId: string, input: idOrUniqueName): Promise<DataSource> => {
    const { field, value } = exactlyOne('idOrUniqueName', input, ['id', 'uniqueName']);
    return field === 'id' ? byId(environmentId, value) : byName(environmentId, value);
  };
  const remove = async (dataSource: DataSource, cascade: boolean): Promise<string> => {
    await provision.deleteDataSource(dataSource, { cascade });
    return dataSource.id;
  };

  const webhook = createWebhookResolvers({ ...options, find });
  const s3 = createS3Resolvers({ ...options, find });

  return {
    Query: {
      dataSource: (_parent, { id }, { principal }) => byId(principal.environmentId, id),
      dataSourceByName: (_parent, { uniqueName }, { principal }) =>
        byName(principal.environmentId, uniqueName),
      dataSources: async (_parent, page, { principal }) =>
        connectionOf(await catalog.dataSources.list(principal.environmentId, page)),
    },
    Mutation: {
      ...webhook.Mutation,
      ...s3.Mutation,
      deleteDataSource: async (_parent, { id, cascade }, { principal }) =>
        remove(await byId(principal.environmentId, id), cascade ?? false),
      deleteDataSourceByName: async (_parent, { uniqueName, cascade }, { principal }) =>
        remove(await byName(principal.environmentId, uniqueName), cascade ?? false),
    },
    DataSource: {
      ...s3.DataSource,
      error: ({ statusReason }) => (statusReason === null ? null : { code: null, message: statusReason }),
      connectionSettings: async (dataSource) => ({
        dataSource,
        dataPool: await catalog.dataPools.findByDataSource(dataSource.environmentId, dataSource.id),
      }),
      intake: async ({ id, environmentId }, range) =>
        intakeTotals(id, {
          ...scopeOf(range),
          weekStart: range.weekStart ?? (await catalog.cached.weekStart(environmentId)),
        }),
      intakeByMinute: ({ id }, { last, minutesEach }) => intakeMinutes(id, last ?? 60, minutesEach ?? 1),
      recentRefusals: ({ id }, page) => recentRefusals(id, pageDirection(page, refusalPage).size),
    },
    ConnectionSettings: {
      __resolveType: ({ dataSource }) => dataSourceKinds[dataSource.type].settingsType,
    },
    WebhookConnectionSettings: webhook.WebhookConnectionSettings,
    S3ConnectionSettings: s3.S3ConnectionSettings,
    MaterializedViewConnectionSettings: {
      materializedView: async ({ dataPool }) =>
        (dataPool &&
          (await catalog.materializedViews.findByDestination(dataPool.environmentId, dataPool.id))) ??
        null,
    },
    TableEngine: { __resolveType: engineTypename },
  } satisfies Resolvers;
}
