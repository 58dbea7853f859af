import { WeirError } from '../base/errors.js';

/**
 * Lets identical concurrent queries share one execution. A client that disconnects leaves the others running; the execution
 * is cancelled when the last client has left.
 */
interface Execution<T> {
  readonly result: Promise<T>;
  readonly cancel: AbortController;
  waiting: number;
}

export class SharedExecutions<T> {
  /** At most one per running request. */
  readonly #running = new Map<string, Execution<T>>();

  async run(
    key: string,
    signal: AbortSignal | undefined,
    execute: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) throw cancelled();
    const execution = this.#running.get(key) ?? this.#start(key, execute);
    execution.waiting += 1;
    return await this.#wait(key, execution, signal);
  }

  #start(key: string, execute: (signal: AbortSignal) => Promise<T>): Execution<T> {
    const cancel = new AbortController();
    const execution: Execution<T> = { result: execute(cancel.signal), cancel, waiting: 0 };
    this.#running.set(key, execution);
    const done = () => this.#forget(key, execution);
    execution.result.then(done, done);
    return execution;
  }

  #wait(key: string, execution: Execution<T>, signal: AbortSignal | undefined): Promise<T> {
    if (signal === undefined) return execution.result;
    return new Promise((resolve, reject) => {
      const leave = () => {
        execution.waiting -= 1;
        if (execution.waiting > 0) return reject(cancelled());
        // The last client gets the engine's outcome. No other may join an execution that is being cancelled.
        this.#forget(key, execution);
        execution.cancel.abort();
      };
      signal.addEventListener('abort', leave, { once: true });
      const settle = () => signal.removeEventListener('abort', leave);
      execution.result.then(
        (result) => {
          settle();
          resolve(result);
        },
        (error: unknown) => {
          settle();
          reject(error);
        },
      );
    });
  }

  #forget(key: string, execution: Execution<T>): void {
    if (this.#running.get(key) === execution) this.#running.delete(key);
  }
}

const cancelled = () => new WeirError('QUERY_CANCELLED', 'The query was cancelled');
