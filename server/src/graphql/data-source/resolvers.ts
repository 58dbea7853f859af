import { badRequest, notFound } from '../../base/errors.js';
import { hashSecret } from '../../base/secret-hash.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { BasicAuth, DataSource } from '../../catalog/definitions.js';
import type { Provision } from '../../provision/webhook-data-source.js';
import { connectionOf } from '../connection.js';
import { exactlyOne } from '../exactly-one.js';
import type {
  CreateWebhookDataSourceInput,
  HttpBasicAuthInput,
  idOrUniqueName,
  ModifyWebhookDataSourceInput,
  Resolvers,
} from '../generated/resolver-types.js';
import { engineTypename } from './table-engine.js';
import { tableSettingsOf } from './table-settings-input.js';

export interface DataSourceResolverOptions {
  readonly catalog: Catalog;
  readonly provision: Provision;
  readonly publicUrl: () => string;
}

export function createDataSourceResolvers({ catalog, provision, publicUrl }: DataSourceResolverOptions) {
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

  return {
    Query: {
      dataSource: (_parent, { id }, { principal }) => byId(principal.environmentId, id),
      dataSourceByName: (_parent, { uniqueName }, { principal }) =>
        byName(principal.environmentId, uniqueName),
      dataSources: async (_parent, page, { principal }) =>
        connectionOf(await catalog.dataSources.list(principal.environmentId, page)),
    },
    Mutation: {
      createWebhookDataSource: async (_parent, { input }, { principal }) => ({
        dataSource: await provision.createWebhookDataSource(
          principal.environmentId,
          await newDataSource(input),
          principal.applicationId,
        ),
      }),
      modifyWebhookDataSource: async (_parent, { input }, { principal }) => {
        const dataSource = await find(principal.environmentId, input.idOrUniqueName);
        const changes = {
          uniqueName: input.uniqueName ?? undefined,
          description: input.description,
          basicAuth: await changedBasicAuth(input),
        };
        return {
          dataSource: await catalog.dataSources.update(
            principal.environmentId,
            dataSource.id,
            changes,
            principal.applicationId,
          ),
        };
      },
      deleteDataSource: async (_parent, { id, cascade }, { principal }) =>
        remove(await byId(principal.environmentId, id), cascade ?? false),
      deleteDataSourceByName: async (_parent, { uniqueName, cascade }, { principal }) =>
        remove(await byName(principal.environmentId, uniqueName), cascade ?? false),
    },
    DataSource: {
      error: ({ statusReason }) => (statusReason === null ? null : { code: null, message: statusReason }),
      connectionSettings: async (dataSource) => ({
        dataSource,
        dataPool: await catalog.dataPools.findByDataSource(dataSource.environmentId, dataSource.id),
      }),
    },
    ConnectionSettings: { __resolveType: () => 'WebhookConnectionSettings' as const },
    WebhookConnectionSettings: {
      webhookUrl: ({ dataSource }) => `${publicUrl()}/v1/${dataSource.webhookKey}`,
      basicAuth: ({ dataSource }) =>
        dataSource.basicAuth && { username: dataSource.basicAuth.username, password: null },
      columns: ({ dataPool }) =>
        (dataPool?.columns ?? []).flatMap(({ jsonProperty, ...column }) =>
          jsonProperty === null ? [] : [{ ...column, jsonProperty }],
        ),
      timestamp: ({ dataPool }) => dataPool?.timestamp ?? '',
      uniqueId: ({ dataPool }) => dataPool?.uniqueId ?? null,
      tableSettings: ({ dataPool }) => dataPool?.tableSettings ?? null,
      accessControlEnabled: ({ dataPool }) => dataPool?.accessControlEnabled ?? false,
    },
    TableEngine: { __resolveType: engineTypename },
  } satisfies Resolvers;
}

async function newDataSource(input: CreateWebhookDataSourceInput) {
  const { connectionSettings: settings } = input;
  return {
    uniqueName: input.uniqueName ?? undefined,
    description: input.description,
    basicAuth: await basicAuthOf(settings.basicAuth),
    settings: {
      columns: (settings.columns ?? []).map(({ name, type, nullable, jsonProperty }) => ({
        name,
        type: type === 'CLICKHOUSE' ? ('COLUMNSTORE' as const) : type,
        nullable: nullable ?? false,
        jsonProperty: jsonProperty ?? undefined,
      })),
      timestamp: settings.timestamp ?? undefined,
      uniqueId: settings.uniqueId ?? undefined,
      accessControlEnabled: settings.accessControlEnabled ?? undefined,
      tableSettings: tableSettingsOf(settings.tableSettings),
    },
  };
}

/** Both blank is none; one of them alone is a mistake. */
async function basicAuthOf(input: HttpBasicAuthInput | null | undefined): Promise<BasicAuth | null> {
  const { username, password } = input ?? {};
  if (!username && !password) return null;
  if (!username || !password)
    throw badRequest('basicAuth: username and password go together; leave both blank for none');
  if (username.includes(':')) throw badRequest('basicAuth: a username cannot contain a colon');
  return { username, passwordHash: await hashSecret(password) };
}

async function changedBasicAuth({
  connectionSettings,
}: ModifyWebhookDataSourceInput): Promise<BasicAuth | null | undefined> {
  if (connectionSettings?.basicAuthEnabled === false) return null;
  if (!connectionSettings?.basicAuth) return undefined;
  return await basicAuthOf(connectionSettings.basicAuth);
}
