import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The built service in a separate process. */
export interface ServiceProcess {
  readonly process: ChildProcess;
  /** Its complete output. */
  out(): string;
  /** The lines that it has logged, parsed. */
  readonly log: readonly Record<string, unknown>[];
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

const entry = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
/** Only for a start that hangs. */
const startMsMax = 120_000;

/** The WEIR_METRICS_TOKEN of every service under test. */
export const metricsToken = 'only-tests-read-these-metrics';

/** The content of `/metrics`. */
export async function scrape({ url }: { readonly url: string }): Promise<string> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  if (!response.ok) throw new Error(`/metrics answered ${response.status}`);
  return await response.text();
}

/**
 * The longest stall of the service's event loop since `/metrics` was last read. Call it once before the measurement, to
 * reset it, and once after.
 */
export async function longestStallMs(service: { readonly url: string }): Promise<number> {
  const [, seconds] = /^weir_event_loop_delay_seconds_max (\S+)$/m.exec(await scrape(service)) ?? [];
  if (seconds === undefined) throw new Error('/metrics has no weir_event_loop_delay_seconds_max');
  return Number(seconds) * 1000;
}

const running = new Set<ChildProcess>();
// Leaves no process running when a test run ends early.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts the process with only these variables and the token for its metrics. */
export function launch(variables: Record<string, string>): ServiceProcess {
  const env = { WEIR_METRICS_TOKEN: metricsToken, ...variables };
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const log: Record<string, unknown>[] = [];
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('{')) log.push(JSON.parse(line) as Record<string, unknown>);
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return { code: code as number | null, signal: signal as NodeJS.Signals | null };
  });
  return { process: child, out: () => text, log, ended };
}

/** Its address, once it listens. */
export function listening({ process: child, log, out, ended }: ServiceProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The service did not start: ${out()}`));
    }, startMsMax);
    child.stdout?.on('data', () => {
      const url = log.find(({ msg }) => msg === 'listening')?.['url'];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(String(url));
    });
    ended.then(({ code }) => {
      clearTimeout(timer);
      reject(new Error(`The service exited with ${code} during startup: ${out()}`));
    });
  });
}
