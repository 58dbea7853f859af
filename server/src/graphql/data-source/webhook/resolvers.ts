import { badInput, badRequest } from '../../../base/errors.js';
import { hashSecret } from '../../../base/secret-hash.js';
import type { DataSource } from '../../../catalog/definitions.js';
import { type WebhookPreset, webhookPresets } from '../../../catalog/webhook-presets.js';
import type { BasicAuth } from '../../../catalog/webhook-source.js';
import { newWebhookSource } from '../../../provision/webhook-source.js';
import type {
  CreateWebhookDataSourceInput,
  HttpBasicAuthInput,
  idOrUniqueName,
  PartialWebhookConnectionSettingsInput,
  Resolvers,
} from '../../generated/resolver-types.js';
import type { DataSourceResolverOptions } from '../resolver-options.js';
import { tableSettingsOf } from '../table-settings-input.js';
import { signatureOf } from './signature-input.js';

interface WebhookResolverOptions extends DataSourceResolverOptions {
  readonly find: (environmentId: string, input: idOrUniqueName) => Promise<DataSource>;
}

export function createWebhookResolvers({
  catalog,
  provision,
  sealedTexts,
  publicUrl,
  find,
}: WebhookResolverOptions) {
  /** Before the setting is saved, so that no event is ever without a place. */
  const setUpQuarantine = async ({ environmentId, id }: DataSource): Promise<void> => {
    const dataPool = await catalog.dataPools.findByDataSource(environmentId, id);
    if (dataPool?.status === 'LIVE') await provision.setUpQuarantine(dataPool);
  };
  return {
    Mutation: {
      createWebhookDataSource: async (_parent, { input }, { principal }) => ({
        dataSource: await provision.createDataSource(
          principal.environmentId,
          newWebhookSource({
            ...(await webhookOf(input)),
            signature: signatureOf(input.connectionSettings.signature, presetOf(input), sealedTexts),
          }),
          principal.applicationId,
        ),
      }),
      modifyWebhookDataSource: async (_parent, { input }, { principal }) => {
        const dataSource = await find(principal.environmentId, input.idOrUniqueName);
        if (dataSource.type !== 'WEBHOOK')
          throw badRequest(`Data Source "${dataSource.uniqueName}" is a ${dataSource.type}, not a webhook`);
        const { connectionSettings = {} } = input;
        const { errorHandling } = connectionSettings;
        const basicAuth = await changedBasicAuth(connectionSettings);
        const signature =
          connectionSettings.signatureEnabled === false
            ? null
            : signatureOf(connectionSettings.signature, dataSource.settings.signature, sealedTexts);
        const changes = {
          uniqueName: input.uniqueName || undefined,
          description: input.description,
          settings: {
            ...(basicAuth !== undefined && { basicAuth }),
            ...(signature !== undefined && { signature }),
            ...(errorHandling !== undefined && { errorHandling }),
          },
        };
        if (errorHandling === 'QUARANTINE') await setUpQuarantine(dataSource);
        return {
          dataSource: await catalog.dataSources.update(
            principal.environmentId,
            dataSource.id,
            changes,
            principal.applicationId,
          ),
        };
      },
    },
    WebhookConnectionSettings: {
      webhookUrl: ({ dataSource }) => `${publicUrl()}/v1/${dataSource.settings.webhookKey}`,
      basicAuth: ({ dataSource }) =>
        dataSource.settings.basicAuth && {
          username: dataSource.settings.basicAuth.username,
          password: null,
        },
      signature: ({ dataSource }) => {
        const { signature } = dataSource.settings;
        if (!signature) return null;
        const { sealedSecrets, ...shown } = signature;
        return { ...shown, secretCount: sealedSecrets.length };
      },
      errorHandling: ({ dataSource }) => dataSource.settings.errorHandling ?? 'REJECT_BATCH',
      columns: ({ dataPool }) =>
        (dataPool?.columns ?? []).flatMap(({ jsonProperty, precision = null, scale = null, ...column }) =>
          jsonProperty === null ? [] : [{ ...column, jsonProperty, precision, scale }],
        ),
      timestamp: ({ dataPool }) => dataPool?.timestamp ?? '',
      uniqueId: ({ dataPool }) => dataPool?.uniqueId ?? null,
      tableSettings: ({ dataPool }) => dataPool?.tableSettings ?? null,
      accessControlEnabled: ({ dataPool }) => dataPool?.accessControlEnabled ?? false,
    },
  } satisfies Resolvers;
}

const presetOf = ({
  connectionSettings: { preset },
}: CreateWebhookDataSourceInput): WebhookPreset | undefined => preset && webhookPresets[preset];

async function webhookOf(input: CreateWebhookDataSourceInput) {
  const { connectionSettings: settings } = input;
  const preset = settings.columns ? undefined : presetOf(input);
  return {
    uniqueName: input.uniqueName || undefined,
    description: input.description,
    basicAuth: await basicAuthOf(settings.basicAuth),
    errorHandling: settings.errorHandling,
    settings: {
      columns:
        settings.columns?.map(({ name, type, nullable, jsonProperty, precision, scale }) => ({
          name,
          type: type === 'CLICKHOUSE' ? ('COLUMNSTORE' as const) : type,
          nullable: nullable ?? false,
          jsonProperty: jsonProperty || undefined,
          precision,
          scale,
        })) ??
        preset?.columns ??
        [],
      timestamp: settings.timestamp || preset?.timestamp,
      uniqueId: settings.uniqueId || preset?.uniqueId,
      accessControlEnabled: settings.accessControlEnabled,
      tableSettings: tableSettingsOf(settings.tableSettings),
    },
  };
}

/** Both blank means no basic authentication; only one of them is an error. */
async function basicAuthOf(input: HttpBasicAuthInput | undefined): Promise<BasicAuth | null> {
  const { username, password } = input ?? {};
  if (!username && !password) return null;
  if (!username || !password)
    throw badInput('basicAuth', 'give both username and password, or leave both blank for no authentication');
  if (username.includes(':')) throw badInput('basicAuth', 'username must not contain a colon');
  return { username, passwordHash: await hashSecret(password) };
}

async function changedBasicAuth({
  basicAuth,
  basicAuthEnabled,
}: PartialWebhookConnectionSettingsInput): Promise<BasicAuth | null | undefined> {
  if (basicAuthEnabled === false) return null;
  return basicAuth && (await basicAuthOf(basicAuth));
}
