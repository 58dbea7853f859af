/**
 * The embedded engine's process. It owns the data directory and serves it on a private socket until its parent exits.
 * Then it exits immediately, so that a successor can lock the directory. That is always safe, because everything
 * acknowledged is on disk.
 */
import { chmodSync, rmSync } from 'node:fs';
import { Session } from 'chdb';
import { engineQueueWaitMsMax } from '../../clickhouse-engine.js';
import { failedReads, markFailedReads } from '../failed-reads-mark.js';
import { hostArguments } from '../host-arguments.js';
import { embeddedReaderRole, startFreeBytesMin } from '../host-files.js';
import type { HostMessage } from '../host-protocol.js';
import { closeSession } from './close-session.js';
import { DefinitionFolders } from './definition-folders.js';
import { DiskWatch } from './disk-watch.js';
import { createHostServer } from './host-server.js';
import { SessionPool } from './session-pool.js';
import { SpaceWatch } from './space-watch.js';

const privateSocketMode = 0o600;
const waitersMax = 256;

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The parent decides when to stop; a Ctrl-C in the terminal reaches the whole process group.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

const { enginePath, configFile, socketPath, readersMax, exportsMax, writersMax, controlMax } = hostArguments(
  process.argv,
);
const open = () => new Session(enginePath, { connectionArgs: [`--config-file=${configFile}`] });
const pool = (sessionsMax: number) =>
  new SessionPool({ open, sessionsMax, waitersMax, waitMsMax: engineQueueWaitMsMax });

const watch = new DiskWatch({
  open,
  close: closeSession,
  onFailed: (failed) => {
    const end = () => process.kill(process.pid, 'SIGKILL');
    try {
      if (failed.reads > 0) markFailedReads(enginePath);
    } finally {
      process.send?.(failed satisfies HostMessage, end);
    }
  },
});
const space = new SpaceWatch({
  directory: enginePath,
  freeBytesMin: startFreeBytesMin,
  run: async (statement) => {
    const session = open();
    await session.queryAsync(statement).finally(() => closeSession(session));
  },
});
const definitions = new DefinitionFolders(enginePath);
const server = createHostServer({
  readers: pool(readersMax),
  exports: pool(exportsMax),
  writers: pool(writersMax),
  control: pool(controlMax),
  readerRole: embeddedReaderRole,
  written: async () => {
    definitions.sync();
    await watch.check();
  },
  // An engine that cannot count has no memory left; it is asked again soon.
  read: () => watch.check().catch(() => undefined),
});
// The first Session loads the data directory. The process is ready once that Session answers.
await open().queryAsync('SELECT 1');
// Without a cause that can be removed, every start would fail.
if (failedReads(enginePath)) await watch.ignoreReads();
await watch.check();
await space.check();
rmSync(socketPath, { force: true });
const mask = process.umask(0o177);
server.listen(socketPath, () => {
  process.umask(mask);
  chmodSync(socketPath, privateSocketMode);
  watch.start();
  space.start();
  process.send?.('ready' satisfies HostMessage);
});
