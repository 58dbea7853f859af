import { Worker } from 'node:worker_threads';
import type { OwnService } from './service.js';

/**
 * Pings a service every few milliseconds from a separate thread, which the test's own work does not delay, and measures the
 * slowest response: about as long as the service's event loop was blocked. Time for which a thread was ready to run and had no core
 * is not the service's: Linux counts it (`schedstat`), and it is taken off.
 */
export interface StallWatch {
  /** Stops the pings and returns milliseconds. */
  longestMs(): Promise<number>;
}

type ServiceUnderWatch = Pick<OwnService, 'url' | 'process'>;

const pingEveryMs = 10;

const pinger = `
const { parentPort, workerData } = require('node:worker_threads');
const http = require('node:http');
const fs = require('node:fs');
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;
let stopped = false;
const waitedMs = (path) => {
  try {
    return Number(fs.readFileSync(path, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
};
const starvedMs = () => waitedMs(workerData.schedstat) + waitedMs('/proc/thread-self/schedstat');
const ping = () => {
  const startedAt = performance.now();
  const starvedBefore = starvedMs();
  http.get(workerData.url, { agent }, (response) => {
    response.resume().on('end', () => {
      longest = Math.max(longest, performance.now() - startedAt - (starvedMs() - starvedBefore));
      if (stopped) return parentPort.postMessage(longest);
      setTimeout(ping, workerData.pingEveryMs);
    });
  });
};
http.get(workerData.url, { agent }, (response) => response.resume().on('end', () => {
  parentPort.postMessage('ready');
  ping();
}));
parentPort.on('message', () => { stopped = true; });
`;

export async function watchStalls({ url, process: { pid } }: ServiceUnderWatch): Promise<StallWatch> {
  const worker = new Worker(pinger, {
    eval: true,
    workerData: { url: `${url}/healthz`, schedstat: `/proc/${pid}/task/${pid}/schedstat`, pingEveryMs },
  });
  const next = () => new Promise<unknown>((resolve) => worker.once('message', resolve));
  await next();
  return {
    longestMs: async () => {
      const longest = next();
      worker.postMessage('stop');
      const milliseconds = Number(await longest);
      await worker.terminate();
      return milliseconds;
    },
  };
}
