import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The service as it is run: its own process, from its build, on a free port. */
export interface Service {
  readonly url: string;
  readonly process: ChildProcess;
  /** From the start of the process to the first `/readyz` that says so. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
/** What `npm start` runs, flags included. */
const [, ...startArguments] = (
  JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { start: string } }
).scripts.start.split(' ');

export const clientId = 'APP01BENCHBENCHBENCHBENCHBEN0';
export const clientSecret = 'bench-secret-bench-secret';

export async function startService(
  dataDirectory: string,
  port: number,
  env: Record<string, string> = {},
): Promise<Service> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, startArguments, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      WEIR_DATA_DIR: dataDirectory,
      WEIR_PORT: String(port),
      WEIR_LOG_LEVEL: 'warn',
      // Otherwise a table would change while it is measured.
      WEIR_AUTO_REBUILD: 'false',
      WEIR_BOOTSTRAP_CLIENT_ID: clientId,
      WEIR_BOOTSTRAP_CLIENT_SECRET: clientSecret,
      ...env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    url,
    process: child,
    readyMs: performance.now() - startedAt,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Resident memory of a process and its children. */
export function memoryBytes(pid: number): number {
  return processes()
    .filter(([own, parent]) => own === pid || parent === pid)
    .reduce((sum, [, , kibibytes = 0]) => sum + kibibytes * 1024, 0);
}

export const childrenOf = (pid: number): number[] =>
  processes().flatMap(([own = 0, parent]) => (parent === pid ? [own] : []));

/** Every process: its ID, its parent's, and its resident memory in KiB. */
function processes(): number[][] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' });
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
}
