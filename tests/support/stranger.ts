import { join } from 'node:path';
import { systemClock } from '../../server/src/base/clock.js';
import { newSecret } from '../../server/src/base/ids.js';
import { scopes } from '../../server/src/base/scope.js';
import { hashSecret } from '../../server/src/base/secret-hash.js';
import { openCatalog } from '../../server/src/catalog/catalog.js';
import { basic, type Service } from './service.js';

/** The credentials of an Application of another Environment, which has every scope. */
export async function strangerTo(
  { directory }: Pick<Service, 'directory'>,
  uniqueName = newSecret(),
): Promise<string> {
  const catalog = await openCatalog({
    database: { kind: 'sqlite', path: join(directory, 'catalog.sqlite') },
    clock: systemClock,
  });
  const environment = await catalog.environments.create({ uniqueName }, 'test');
  const secret = newSecret();
  const stranger = await catalog.applications.create(
    environment.id,
    { uniqueName: 'stranger', scopes, tier: 'P1_X_SMALL', secretHash: await hashSecret(secret) },
    'test',
  );
  await catalog.close();
  return basic(stranger.id, secret);
}
