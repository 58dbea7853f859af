import type { EventConnection } from './event-connection.js';
import { responseData } from './graphql-request.js';
import { nextWaitMs, type RetryOptions, refusedOrLost } from './retry.js';
import { orAborted, wait } from './wait.js';
import { WeirError } from './weir-error.js';

export interface SubscribeOptions {
  /** Ends the subscription; the loop over it then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called when answers stop because of an outage. They continue by themselves when it is over. */
  readonly onInterrupted?: (error: WeirError) => void;
}

/**
 * The answers to a subscription. Connects again after an outage, for as long as it takes, and with a new token when the old one
 * has expired. A slow consumer gets the newest answer.
 */
export async function* subscribe(
  connection: EventConnection,
  query: string,
  variables: unknown,
  { signal, onInterrupted }: SubscribeOptions,
  retry: RetryOptions | undefined,
): AsyncGenerator<unknown> {
  let failures = 0;
  for (;;) {
    signal?.throwIfAborted();
    const inbox = new Inbox();
    const starting = connection.start(asSubscription(query), variables, inbox);
    try {
      await orAborted(starting, signal);
      for (;;) {
        const response = await orAborted(inbox.take(), signal);
        if (response === undefined) return;
        const data = responseData(response);
        failures = 0;
        yield data;
      }
    } catch (error) {
      if (!(error instanceof WeirError) || !mayPass(error, failures)) throw error;
      if (failures === 0) onInterrupted?.(error);
      failures += 1;
      await wait(nextWaitMs(error.retryAfterMs, failures, retry), signal);
    } finally {
      starting.then(
        (end) => end(),
        () => undefined,
      );
    }
  }
}

/** A token that is refused is replaced, but the next one should not be refused too. */
const mayPass = (error: WeirError, failures: number) =>
  refusedOrLost(error) || (error.code === 'UNAUTHENTICATED' && failures === 0);

/** Documents of queries can be subscribed to: the fields are the same. */
const asSubscription = (query: string) => query.replace(/^\s*query\b/, 'subscription');

/** Holds the newest response until it is taken. */
class Inbox {
  #response: unknown;
  #error: WeirError | undefined;
  #isEnded = false;
  #wake = () => {};

  next(response: unknown): void {
    this.#response = response;
    this.#wake();
  }

  end(error: WeirError | undefined): void {
    this.#isEnded = true;
    this.#error = error;
    this.#wake();
  }

  /** Undefined at the end. */
  async take(): Promise<unknown> {
    while (this.#response === undefined && !this.#isEnded)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const response = this.#response;
    this.#response = undefined;
    if (response === undefined && this.#error) throw this.#error;
    return response;
  }
}
