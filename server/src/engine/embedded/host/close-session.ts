import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Session } from 'chdb';

const require = createRequire(import.meta.url);
// The package does not export it.
const { loadNative } = require(join(dirname(require.resolve('chdb')), 'dist', 'loader.js')) as {
  loadNative(): { CloseConnection(connection: unknown): void };
};
const native = loadNative();

/**
 * Closes a Session on which nothing runs. `Session.close` keeps its connection, of megabytes, until nothing runs on any other Session
 * either: while a client reads an export for an hour, failed queries would take all memory.
 */
export function closeSession(session: Session): void {
  const holder = session as unknown as { connection: unknown };
  const { connection } = holder;
  holder.connection = null;
  native.CloseConnection(connection);
  session.close();
}
