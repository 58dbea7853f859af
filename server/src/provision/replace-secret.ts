import { newSecret } from '../base/ids.js';
import { hashSecret } from '../base/secret-hash.js';
import { StartProblem } from '../base/start-problem.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Application } from '../catalog/definitions.js';
import type { ApplicationWithNewSecret } from './applications.js';
import { isFirstApplication } from './first-start.js';

/**
 * Gives an Application a new secret and deletes the earlier ones, for an operator who has the catalog but no secret. The
 * Application is the first one, or has this ID or unique name.
 */
export async function replaceSecret(catalog: Catalog, wanted?: string): Promise<ApplicationWithNewSecret> {
  const application = choose(await catalog.applications.listEverywhere(), wanted);
  const secret = newSecret();
  const { environmentId, id } = application;
  const hash = await hashSecret(secret);
  await catalog.applicationSecrets.rotate(environmentId, id, hash, false).catch((error: Error) => {
    const reason = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    throw new StartProblem(`The secret was not replaced: ${error.message}${reason}. Try again.`, {
      cause: error,
    });
  });
  return { application, secret };
}

function choose(applications: readonly Application[], wanted: string | undefined): Application {
  const found = applications.filter((application) =>
    wanted === undefined
      ? isFirstApplication(application)
      : application.id === wanted || application.uniqueName === wanted,
  );
  const [first, second] = found;
  if (first && !second) return first;
  const problem =
    wanted === undefined
      ? 'The first Application no longer exists'
      : second
        ? `Several Applications have the unique name "${wanted}"`
        : `There is no Application with the ID or unique name "${wanted}"`;
  const others = (second ? found : applications).map(({ id, uniqueName }) => `  ${id}  ${uniqueName}`);
  throw new StartProblem(
    others.length === 0
      ? `${problem}, and there is no other. Start Weir, which creates the first one.`
      : [`${problem}. Name one of these by its ID:`, ...others].join('\n'),
  );
}
