import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The service as `npm start` runs it, in a process and a data directory of its own. */
export interface BrowserService {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What it wrote to its log and its terminal. */
  output(): string;
  stop(): Promise<void>;
}

const entry = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const startMsMax = 60_000;
const pollMs = 100;

export async function startBrowserService(): Promise<BrowserService> {
  const directory = await mkdtemp(join(tmpdir(), 'weir-browser-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const clientId = 'APP01BR0WSERTEST0000000000000';
  const clientSecret = 'a-secret-for-the-browser-tests';
  const child = spawn(process.execPath, [entry], {
    env: {
      ...process.env,
      WEIR_PORT: String(port),
      WEIR_DATA_DIR: directory,
      WEIR_LOG_LEVEL: 'debug',
      WEIR_BOOTSTRAP_CLIENT_ID: clientId,
      WEIR_BOOTSTRAP_CLIENT_SECRET: clientSecret,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  child.stdout.on('data', (chunk) => output.push(String(chunk)));
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  await untilReady(url, child, output);
  return {
    url,
    clientId,
    clientSecret,
    output: () => output.join(''),
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

async function untilReady(url: string, child: ChildProcess, output: readonly string[]): Promise<void> {
  const deadline = Date.now() + startMsMax;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break;
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  child.kill('SIGKILL');
  throw new Error(`The service did not become ready:\n${output.join('')}`);
}
