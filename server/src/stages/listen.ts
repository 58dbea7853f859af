import { welcome } from '../http/welcome.js';
import type { FirstStart } from '../provision/first-start.js';
import type { Routes } from './build-routes.js';
import { listeningProblem } from './listening-problem.js';
import type { StageContext } from './stage-context.js';

/** Opens the port and prints the address and, at the first start, the first credentials. */
export async function listen(
  { config, log }: StageContext,
  { app, publicUrl }: Routes,
  first: FirstStart | undefined,
): Promise<void> {
  const { host, port } = config.http;
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw listeningProblem(error, config.http);
  });
  log.info({ url: publicUrl() }, 'listening');
  if (first) process.stdout.write(welcome(publicUrl(), first));
  else log.info(`Open ${publicUrl()} in your browser and sign in`);
}
