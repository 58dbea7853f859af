import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { metricsToken } from './service-metrics.js';

/** A process of the service's build. `startService` starts one that is to run; this is also for those that are not. */
export interface ServiceProcess {
  readonly process: ChildProcess;
  /** Everything that it has written. */
  out(): string;
  /** The lines that it has logged, parsed. */
  readonly log: readonly Record<string, unknown>[];
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

const entry = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
/** Only ends what hangs. */
const startMsMax = 120_000;

/** Of this worker, with those that have ended. */
export const launchedServices = new Set<ServiceProcess>();
// Vitest ends a worker by SIGTERM, which by itself would leave the processes that the worker has started.
process.once('SIGTERM', () => process.exit());
process.once('exit', () => {
  for (const { process } of launchedServices) process.kill('SIGKILL');
});

/** Starts a process with these variables and no others but the token for its metrics. */
export function launch(variables: Record<string, string>): ServiceProcess {
  const env = { WEIR_METRICS_TOKEN: metricsToken, ...variables };
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'] });
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
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  const launched = { process: child, out: () => text, log, ended };
  launchedServices.add(launched);
  return launched;
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
      reject(new Error(`The service ended with ${code} at its start: ${out()}`));
    });
  });
}
