import { StartProblem } from '../base/start-problem.js';
import { welcome } from '../http/welcome.js';
import type { FirstStart } from '../provision/first-start.js';
import type { Routes } from './build-routes.js';
import type { StageContext } from './stage-context.js';

/** Opens the port and prints the address and, at the first start, the first credentials. */
export async function listen(
  { config, log }: StageContext,
  { app, publicUrl }: Routes,
  first: FirstStart | undefined,
): Promise<void> {
  const { host, port } = config.http;
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new StartProblem(
        `Port ${port} on ${host} is in use by another process; set WEIR_PORT to a free one`,
      );
    if (error.code === 'EACCES')
      throw new StartProblem(`Listening on port ${port} is not permitted; set WEIR_PORT to one above 1023`);
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      throw new StartProblem(`WEIR_HOST: ${host} is not an address of this machine`);
    throw error;
  });
  log.info({ url: publicUrl() }, 'listening');
  if (first) process.stdout.write(welcome(publicUrl(), first));
  else log.info(`Open ${publicUrl()} in your browser and sign in`);
}
