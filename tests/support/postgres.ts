import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

const binariesRoot = '/usr/lib/postgresql';
const startWaitMaxMs = 30_000;
const startAttemptsMax = 3;

export interface PostgresCluster {
  /** The superuser's URL of the database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

async function binariesDirectory(): Promise<string> {
  const versions = await readdir(binariesRoot).catch(() => []);
  const newest = versions
    .map(Number)
    .filter(Number.isFinite)
    .sort((a, b) => b - a)[0];
  if (newest === undefined) {
    throw new Error(
      `PostgreSQL is missing: no ${binariesRoot}/<version>/bin. Run: node scripts/install-test-packages.mjs`,
    );
  }
  return join(binariesRoot, String(newest), 'bin');
}

/** PostgreSQL refuses to run as root; Debian's packages create a user for it. */
function asServerUser(command: readonly string[]): [string, string[]] {
  const full = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : [...command];
  return [full[0] as string, full.slice(1)];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

/**
 * The shell stops the server when its standard input ends: on `stop()`, and also when the test run is killed, so that no
 * server is left behind. A shell gives background processes an empty input, hence descriptor 3. The server ignores the
 * signal while it starts, hence the loop.
 */
const keeper = `
directory=$1; shift
exec 3<&0
"$@" >"$directory/server.log" 2>&1 3<&- &
server=$!
(cat <&3 >/dev/null; while kill -INT $server 2>/dev/null; do sleep 0.1; done) &
wait $server
rm -rf "$directory"
`;

async function initialise(binaries: string, password: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'weir-postgres-'));
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, password);
  if (process.getuid?.() === 0) await run('chown', ['-R', 'postgres', directory]);
  await chmod(directory, 0o700);
  const [file, args] = asServerUser([
    join(binaries, 'initdb'),
    '--pgdata',
    join(directory, 'data'),
    '--username',
    'weir',
    '--pwfile',
    passwordFile,
    '--auth',
    'scram-sha-256',
    '--encoding',
    'UTF8',
    '--no-locale',
    '--no-sync',
  ]);
  await run(file, args, { cwd: '/' });
  return directory;
}

function startServer(binaries: string, directory: string, port: number): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    shared_buffers: '32MB',
  };
  const server = [join(binaries, 'postgres'), '-D', join(directory, 'data')];
  for (const [name, value] of Object.entries(settings)) server.push('-c', `${name}=${value}`);
  const [file, args] = asServerUser(['sh', '-c', keeper, 'sh', directory, ...server]);
  // A separate process group, so that Ctrl-C does not reach it directly.
  return spawn(file, args, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<boolean> {
  const deadline = Date.now() + startWaitMaxMs;
  while (child.exitCode === null && Date.now() < deadline) {
    if (await answers(url)) return true;
    await delay(50);
  }
  return false;
}

async function stopServer(child: ChildProcess, directory: string): Promise<void> {
  if (child.exitCode === null) {
    const exited = once(child, 'exit');
    child.stdin?.end();
    await exited;
  }
  await rm(directory, { recursive: true, force: true });
}

/** Starts a private PostgreSQL from Debian's binaries, in a temporary directory, on a free loopback port. */
export async function startPostgres(): Promise<PostgresCluster> {
  const binaries = await binariesDirectory();
  const password = randomBytes(12).toString('hex');
  let log = '';
  // Another process may take the port before the server starts.
  for (let attempt = 0; attempt < startAttemptsMax; attempt += 1) {
    const directory = await initialise(binaries, password);
    const port = await freePort();
    const url = `postgres://weir:${password}@127.0.0.1:${port}/postgres`;
    const child = startServer(binaries, directory, port);
    if (await untilReady(child, url)) return { url, stop: () => stopServer(child, directory) };
    log = await readFile(join(directory, 'server.log'), 'utf8').catch(() => log);
    await stopServer(child, directory);
  }
  throw new Error(`PostgreSQL did not start for the tests:\n${log}`);
}
