import { Worker } from 'node:worker_threads';

/**
 * Pings a service every few milliseconds from a separate thread, which the test's own work does not delay, and measures the
 * slowest response: about as long as the service's event loop was blocked.
 */
export interface StallWatch {
  /** Stops the pings and returns milliseconds. */
  longestMs(): Promise<number>;
}

const pingEveryMs = 10;

const pinger = `
const { parentPort, workerData } = require('node:worker_threads');
const http = require('node:http');
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;
let stopped = false;
const ping = () => {
  const startedAt = performance.now();
  http.get(workerData.url, { agent }, (response) => {
    response.resume().on('end', () => {
      longest = Math.max(longest, performance.now() - startedAt);
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

export async function watchStalls(serviceUrl: string): Promise<StallWatch> {
  const worker = new Worker(pinger, {
    eval: true,
    workerData: { url: `${serviceUrl}/healthz`, pingEveryMs },
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
