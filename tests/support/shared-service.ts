import { join } from 'node:path';
import { systemClock } from '../../server/src/base/clock.js';
import { scopes } from '../../server/src/base/scope.js';
import { hashSecret } from '../../server/src/base/secret-hash.js';
import { defaultTier } from '../../server/src/base/tier.js';
import { type Catalog, openCatalog } from '../../server/src/catalog/catalog.js';
import { asApplication, clientSecret, type OwnService, type Service, startService } from './service.js';
import { createWebhook } from './webhook.js';

/**
 * A service takes seconds to start, an Environment milliseconds. So the files that one worker runs, one after the other, share
 * a service, and each has an Environment of its own, which is like the one of a first start.
 */
export interface OpenOptions {
  /** Services are shared by those that need the same settings. */
  readonly env?: Record<string, string>;
}

/** So that a failure can be understood, and so that tests with a bucket of their own need no other service. */
const settings = { WEIR_LOG_LEVEL: 'debug', WEIR_ALLOW_PRIVATE_ENDPOINTS: 'true' };

interface SharedService {
  readonly service: OwnService;
  readonly catalog: Catalog;
}

/** Each takes several hundred megabytes. */
const servicesMax = 3;

const shared = new Map<string, Promise<SharedService>>();
let hash: Promise<string> | undefined;
let environments = 0;

/** A new Environment of the service that this worker's tests share, with the Application and the webhook of a first start. */
export async function openService({ env = {} }: OpenOptions = {}): Promise<Service> {
  const { service, catalog } = await sharedService(env);
  hash ??= hashSecret(clientSecret);
  environments += 1;
  const environment = await catalog.environments.create(
    { uniqueName: `test${environments}`, description: 'Created at the first start' },
    'weir',
  );
  const application = await catalog.applications.create(
    environment.id,
    {
      uniqueName: 'default',
      description: 'Created at the first start',
      scopes,
      tier: defaultTier,
      secretHash: await hash,
    },
    'weir',
  );
  const [outFrom, logFrom] = [service.out().length, service.log.length];
  const opened: Service = {
    ...asApplication(service.url, application.id, clientSecret),
    directory: service.directory,
    enginePid: service.enginePid,
    out: () => service.out().slice(outFrom),
    get log() {
      return service.log.slice(logFrom);
    },
  };
  await createWebhook(opened, [], {}, { uniqueName: 'events' });
  return opened;
}

async function sharedService(env: Record<string, string>): Promise<SharedService> {
  const key = JSON.stringify(Object.entries(env).sort());
  const found = shared.get(key);
  // The one that was used last is the last of the map.
  shared.delete(key);
  const [oldest] = shared.size === servicesMax ? shared : [];
  if (oldest) {
    shared.delete(oldest[0]);
    const { service, catalog } = await oldest[1];
    await catalog.close();
    await service.discard();
  }
  // A service that a test has brought down fails that test, and not all that follow.
  const isUp = found !== undefined && (await found).service.process.exitCode === null;
  const opening = isUp ? found : start(env);
  shared.set(key, opening);
  return await opening;
}

async function start(env: Record<string, string>): Promise<SharedService> {
  const service = await startService({ env: { ...settings, ...env } });
  const path = join(service.directory, 'catalog.sqlite');
  const catalog = await openCatalog({ database: { kind: 'sqlite', path }, clock: systemClock });
  return { service, catalog };
}
