/**
 * Asks `/healthz` without pause, on a thread of its own so that work in the fuzzer's thread does not count. Time
 * for which the service's main thread or this one was ready to run and had no core is not the service's
 * fault: Linux counts it (`schedstat`), and it is taken off.
 */
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { url, pid, pauseMs } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const nanosecondsPerMs = 1e6;

/** Milliseconds that a thread has waited for a core; 0 where that is not known. */
function waitedMs(path) {
  try {
    return Number(readFileSync(path, 'utf8').split(' ')[1]) / nanosecondsPerMs;
  } catch {
    return 0;
  }
}

const servicePath = `/proc/${pid}/task/${pid}/schedstat`;
const ownPath = '/proc/thread-self/schedstat';

function ask() {
  return new Promise((resolve) => {
    get(`${url}/healthz`, { agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200));
    }).on('error', () => resolve(false));
  });
}

for (;;) {
  const startedAt = performance.now();
  const waitedBefore = waitedMs(servicePath) + waitedMs(ownPath);
  const isAnswered = await ask();
  const tookMs = performance.now() - startedAt;
  const starvedMs = waitedMs(servicePath) + waitedMs(ownPath) - waitedBefore;
  const endedAt = performance.timeOrigin + performance.now();
  parentPort.postMessage({ isAnswered, tookMs, stalledMs: Math.max(0, tookMs - starvedMs), endedAt });
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
