import { Worker } from 'node:worker_threads';
import type { Finding } from './verdict.js';

/** The event loop answers `/healthz` at once, whatever else is being asked. */
export interface HealthPoll {
  readonly isAnswered: boolean;
  readonly tookMs: number;
  /** Without the time for which a thread had no core. */
  readonly stalledMs: number;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
}

const pollPauseMs = 10;

export class StallOracle {
  readonly #worker: Worker;
  readonly #stalls: HealthPoll[] = [];
  longest: HealthPoll = { isAnswered: true, tookMs: 0, stalledMs: 0, endedAt: 0 };
  polls = 0;

  constructor(url: string, pid: number, limitMs: number) {
    this.#worker = new Worker(new URL('./health-poller.mjs', import.meta.url), {
      workerData: { url, pid, pauseMs: pollPauseMs },
    });
    this.#worker.on('message', (poll: HealthPoll) => {
      this.polls += 1;
      if (poll.stalledMs > this.longest.stalledMs) this.longest = poll;
      if (isStall(poll, limitMs)) this.#stalls.push(poll);
    });
  }

  /** The next poll that has not begun yet: once it is answered, the service has dealt with all that came before. */
  async next(): Promise<HealthPoll> {
    const under = new Promise<HealthPoll>((resolve) => this.#worker.once('message', resolve));
    const first = await under;
    return await new Promise((resolve) => {
      this.#worker.once('message', (second: HealthPoll) =>
        resolve(second.stalledMs > first.stalledMs ? second : first),
      );
    });
  }

  /** The stalls since the last call. */
  take(): HealthPoll[] {
    return this.#stalls.splice(0);
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

export const isStall = ({ isAnswered, stalledMs }: HealthPoll, limitMs: number): boolean =>
  !isAnswered || stalledMs > limitMs;

export const stallFinding = ({ isAnswered, stalledMs, tookMs }: HealthPoll, limitMs: number): Finding => ({
  oracle: 'stall',
  kind: isAnswered ? 'the event loop stalled' : '/healthz was not answered',
  message: `/healthz took ${Math.round(tookMs)} ms, ${Math.round(stalledMs)} of them not for want of a core; at most ${limitMs} ms are allowed`,
});
