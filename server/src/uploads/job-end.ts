import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from '../catalog/job.js';

const firstLookMs = 20;
const lookMsMax = 100;
const slower = 1.5;

/** The job once it has ended; undefined when the signal ends the wait. The job does not depend on who waits for it. */
export async function jobEnd(
  find: () => Promise<Job | undefined>,
  signal: AbortSignal,
): Promise<Job | undefined> {
  for (let waitMs = firstLookMs; !signal.aborted; waitMs = Math.min(waitMs * slower, lookMsMax)) {
    const job = await find();
    if (!job || hasEnded(job)) return job;
    await delay(waitMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

export const hasEnded = ({ status }: Job) => status === 'SUCCEEDED' || status === 'FAILED';
