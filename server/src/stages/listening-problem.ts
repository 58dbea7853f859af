import { createServer } from 'node:net';
import { StartProblem } from '../base/start-problem.js';
import type { Config } from '../config.js';

type Address = Pick<Config['http'], 'host' | 'port'>;

/** Why the service cannot listen, in words for its operator, if the cause is known. */
export function listeningProblem(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartProblem(
        `Port ${port} on ${host} is in use by another process; set WEIR_PORT to a free one`,
      );
    case 'EACCES':
      return new StartProblem(`Listening on port ${port} is not permitted; set WEIR_PORT to one above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartProblem(`WEIR_HOST: ${host} is not an address of this machine`);
    default:
      return error;
  }
}

/** Listens for a moment, because the engine takes seconds to start, and a new one's data would be left behind. */
export async function requireFreePort(address: Address): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listeningProblem(error, address)));
    server.listen(address, () => server.close(() => resolve()));
  });
}
