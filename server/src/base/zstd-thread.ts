import { Worker } from 'node:worker_threads';
import { unavailable } from './errors.js';

export interface ZstdRequest {
  readonly data: Uint8Array;
  readonly bytesMax: number;
}

/** The decompressed bytes, or why there are none. */
export type ZstdOutcome = Uint8Array<ArrayBuffer> | 'invalid' | 'too_large';

/** Bodies that wait for the thread or are in it. A body may be small and still take a tenth of a second. */
const waitingMax = 64;

/**
 * Decompresses zstd, which Node 20 cannot, in a worker thread: the decoder is WebAssembly, needs a tenth of a second
 * for 10 MB and cannot be interrupted. Bodies are decompressed one at a time, so what this takes beyond the budget is the
 * memory of one body. The thread starts with the first one.
 */
export class ZstdThread {
  readonly #workerEntry: string;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(workerEntry: string) {
    this.#workerEntry = workerEntry;
  }

  async decompress(request: ZstdRequest): Promise<ZstdOutcome> {
    if (this.#waiting >= waitingMax) {
      throw unavailable('Too many bodies are waiting to be decompressed', {
        details: { reason: 'overload' },
      });
    }
    this.#waiting += 1;
    const outcome = this.#last
      .then(() => this.#run(request))
      .finally(() => {
        this.#waiting -= 1;
      });
    // The next body waits for the end of this one, not for its outcome.
    this.#last = outcome.catch(() => undefined);
    return await outcome;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #run(request: ZstdRequest): Promise<ZstdOutcome> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start();
      const worker = this.#worker;
      const failed = (cause: unknown) => {
        // The next body starts another thread.
        this.#worker = undefined;
        reject(unavailable('The body could not be decompressed; try again shortly', { cause }));
      };
      worker.once('error', failed).once('exit', failed);
      worker.once('message', (outcome: ZstdOutcome) => {
        worker.off('error', failed).off('exit', failed);
        resolve(outcome);
      });
      worker.postMessage(request);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#workerEntry);
    worker.unref();
    // Without a listener, an error between two bodies would end the process.
    worker.on('error', () => {
      this.#worker = undefined;
    });
    return worker;
  }
}
