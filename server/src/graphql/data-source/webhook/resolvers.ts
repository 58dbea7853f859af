import { newSignature } from '../../../auth/signature/new-signature.js';
import { badRequest } from '../../../base/errors.js';
import { hashSecret } from '../../../base/secret-hash.js';
import type { DataSource } from '../../../catalog/definitions.js';
import type { BasicAuth } from '../../../catalog/webhook-source.js';
import { newWebhookSource } from '../../../provision/webhook-source.js';
import type {
  CreateWebhookDataSourceInput,
  HmacSignatureInput,
  HttpBasicAuthInput,
  idOrUniqueName,
  PartialWebhookConnectionSettingsInput,
  Resolvers,
  WebhookSignatureInput,
} from '../../generated/resolver-types.js';
import type { DataSourceResolverOptions } from '../resolver-options.js';
import { tableSettingsOf } from '../table-settings-input.js';

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
  const signatureOf = (input: WebhookSignatureInput | undefined) =>
    input && newSignature({ ...input, hmac: input.hmac && notBlank(input.hmac) }, sealedTexts);
  return {
    Mutation: {
      createWebhookDataSource: async (_parent, { input }, { principal }) => ({
        dataSource: await provision.createDataSource(
          principal.environmentId,
          newWebhookSource({
            ...(await webhookOf(input)),
            signature: signatureOf(input.connectionSettings.signature),
          }),
          principal.applicationId,
        ),
      }),
      modifyWebhookDataSource: async (_parent, { input }, { principal }) => {
        const dataSource = await find(principal.environmentId, input.idOrUniqueName);
        if (dataSource.type !== 'WEBHOOK')
          throw badRequest(`Data Source "${dataSource.uniqueName}" is a ${dataSource.type}, not a webhook`);
        const { connectionSettings = {} } = input;
        const basicAuth = await changedBasicAuth(connectionSettings);
        const signature =
          connectionSettings.signatureEnabled === false ? null : signatureOf(connectionSettings.signature);
        const changes = {
          uniqueName: input.uniqueName || undefined,
          description: input.description,
          settings: {
            ...(basicAuth !== undefined && { basicAuth }),
            ...(signature !== undefined && { signature }),
          },
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
      columns: ({ dataPool }) =>
        (dataPool?.columns ?? []).flatMap(({ jsonProperty, ...column }) =>
          jsonProperty === null ? [] : [{ ...column, jsonProperty }],
        ),
      timestamp: ({ dataPool }) => dataPool?.timestamp ?? '',
      uniqueId: ({ dataPool }) => dataPool?.uniqueId ?? null,
      tableSettings: ({ dataPool }) => dataPool?.tableSettings ?? null,
      accessControlEnabled: ({ dataPool }) => dataPool?.accessControlEnabled ?? false,
    },
  } satisfies Resolvers;
}

async function webhookOf(input: CreateWebhookDataSourceInput) {
  const { connectionSettings: settings } = input;
  return {
    uniqueName: input.uniqueName || undefined,
    description: input.description,
    basicAuth: await basicAuthOf(settings.basicAuth),
    settings: {
      columns: (settings.columns ?? []).map(({ name, type, nullable, jsonProperty }) => ({
        name,
        type: type === 'CLICKHOUSE' ? ('COLUMNSTORE' as const) : type,
        nullable: nullable ?? false,
        jsonProperty: jsonProperty || undefined,
      })),
      timestamp: settings.timestamp || undefined,
      uniqueId: settings.uniqueId || undefined,
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
    throw badRequest('basicAuth: give both username and password, or leave both blank for no authentication');
  if (username.includes(':')) throw badRequest('basicAuth: username must not contain a colon');
  return { username, passwordHash: await hashSecret(password) };
}

async function changedBasicAuth({
  basicAuth,
  basicAuthEnabled,
}: PartialWebhookConnectionSettingsInput): Promise<BasicAuth | null | undefined> {
  if (basicAuthEnabled === false) return null;
  return basicAuth && (await basicAuthOf(basicAuth));
}

/** An empty string where a text is optional is no text. */
const notBlank = (input: HmacSignatureInput): HmacSignatureInput => ({
  ...input,
  signedContent: input.signedContent || undefined,
  timestampHeader: input.timestampHeader || undefined,
  idHeader: input.idHeader || undefined,
});
