import { newSecret } from '../base/ids.js';
import { scopes } from '../base/scope.js';
import { hashSecret } from '../base/secret-hash.js';
import { defaultTier } from '../base/tier.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Application, WebhookDataSource } from '../catalog/definitions.js';
import type { Provision } from './data-sources.js';
import { type NewWebhookSource, newWebhookSource } from './webhook-source.js';

/** What the first start created: shown once, because the secret cannot be read again. */
export interface FirstStart {
  readonly clientId: string;
  /** Undefined when it was preset: the operator knows it, and it stays out of the output. */
  readonly generatedSecret: string | undefined;
  readonly dataSource: WebhookDataSource;
}

export interface PresetCredentials {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
}

const actor = 'weir';

/** Whether the first start created it. Its name may have changed since. */
export const isFirstApplication = ({ createdBy }: Application) => createdBy === actor;

const firstDataSourceName = 'events';

const firstDataSource: NewWebhookSource = {
  uniqueName: firstDataSourceName,
  description: 'A first webhook: post anything to it',
  basicAuth: null,
  settings: { columns: [] },
};

/**
 * Gives an empty catalog an Environment, an Application with all scopes, and a webhook Data Source called `events`, so that
 * a newcomer's first event needs no configuration. Undefined when there is already an Application.
 */
export async function firstStart(
  catalog: Catalog,
  provision: Provision,
  preset: PresetCredentials,
): Promise<FirstStart | undefined> {
  const environment = await findOrCreate(
    async () => (await catalog.environments.list({ first: 1 })).items[0],
    () =>
      catalog.environments.create(
        { uniqueName: 'default', description: 'Created at the first start' },
        actor,
      ),
  );
  const hasApplication = async () =>
    (await catalog.applications.list(environment.id, { first: 1 })).items.length > 0;
  if (await hasApplication()) return undefined;
  const dataSource = await findOrCreate(
    () => catalog.dataSources.findByUniqueName(environment.id, firstDataSourceName),
    () => provision.createDataSource(environment.id, newWebhookSource(firstDataSource), actor),
  );
  const clientSecret = preset.clientSecret ?? newSecret();
  // Last, so that everything else exists once the credentials do.
  const input = {
    id: preset.clientId,
    uniqueName: 'default',
    description: 'Created at the first start',
    scopes,
    tier: defaultTier,
    secretHash: await hashSecret(clientSecret),
  };
  const application = await catalog.applications
    .create(environment.id, input, actor)
    .catch(async (error: unknown) => {
      // Another node that starts at the same time has created it, and shows its credentials.
      if (await hasApplication()) return undefined;
      throw error;
    });
  if (!application) return undefined;
  const generatedSecret = preset.clientSecret === undefined ? clientSecret : undefined;
  return { clientId: application.id, generatedSecret, dataSource: dataSource as WebhookDataSource };
}

/** Looks again after a failure: another node that starts at the same time may have created it. */
async function findOrCreate<T>(find: () => Promise<T | undefined>, create: () => Promise<T>): Promise<T> {
  const found = await find();
  if (found) return found;
  try {
    return await create();
  } catch (error) {
    const created = await find();
    if (created) return created;
    throw error;
  }
}
