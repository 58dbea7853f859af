import { answerOf, type Fetch, failure, request } from './http.js';
import { serverEvents } from './server-events.js';
import { WeirError } from './weir-error.js';

/** Takes what the service sends to one operation. */
export interface OperationSink {
  next(response: unknown): void;
  /** The error is undefined if the service completed the operation. */
  end(error: WeirError | undefined): void;
}

export interface EventConnectionOptions {
  readonly url: string;
  readonly fetch: Fetch;
  /** Repeats work once with a new token if the service refuses the first. */
  readonly withToken: <T>(work: (token: string) => Promise<T>, signal: AbortSignal | undefined) => Promise<T>;
}

/** The service sends something at least every 12 s. */
const silenceMsMax = 40_000;
const unusedMsMax = 1_000;

interface OpenConnection {
  /** Names the connection in requests that start and end operations on it. */
  readonly streamToken: string;
  readonly abort: AbortController;
}

/**
 * One connection for all subscriptions of a client, by graphql-sse's "single connection mode": browsers open only six
 * connections to a server over HTTP/1.1. It is open while there are subscriptions.
 */
export class EventConnection {
  readonly #options: EventConnectionOptions;
  readonly #operations = new Map<string, OperationSink>();
  #opening: Promise<OpenConnection> | undefined;
  #lastId = 0;
  #ending = 0;

  constructor(options: EventConnectionOptions) {
    this.#options = options;
  }

  /** Starts an operation. Returns a function that ends it. */
  async start(query: string, variables: unknown, sink: OperationSink): Promise<() => void> {
    this.#lastId += 1;
    const operationId = String(this.#lastId);
    this.#operations.set(operationId, sink);
    try {
      this.#opening ??= this.#open();
      const { streamToken } = await this.#opening;
      const body = JSON.stringify({ query, variables, extensions: { operationId } });
      await this.#send('POST', '', streamToken, body);
    } catch (error) {
      this.#operations.delete(operationId);
      this.#closeIfUnused();
      throw error;
    }
    return () => void this.#end(operationId);
  }

  async #end(operationId: string): Promise<void> {
    const opening = this.#opening;
    if (!this.#operations.has(operationId) || !opening) return;
    this.#operations.delete(operationId);
    this.#ending += 1;
    try {
      const { streamToken } = await opening;
      await this.#send('DELETE', `?operationId=${operationId}`, streamToken);
    } catch {
      // The connection is lost, and the operation with it.
    }
    this.#ending -= 1;
    this.#closeIfUnused();
  }

  /** Not while an operation is being ended: the service would not know the connection any more. */
  get #isUsed(): boolean {
    return this.#operations.size > 0 || this.#ending > 0;
  }

  #closeIfUnused(): void {
    const opening = this.#opening;
    if (this.#isUsed || !opening) return;
    // A page that replaces its subscriptions keeps the connection.
    setTimeout(() => {
      if (this.#isUsed || this.#opening !== opening) return;
      this.#opening = undefined;
      opening.then(
        ({ abort }) => abort.abort(),
        () => undefined,
      );
    }, unusedMsMax);
  }

  async #open(): Promise<OpenConnection> {
    try {
      const abort = new AbortController();
      const streamToken = await this.#send('PUT', '');
      const body = await this.#connect(streamToken, abort.signal);
      void this.#read(body, abort);
      return { streamToken, abort };
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  async #connect(streamToken: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const { url, fetch, withToken } = this.#options;
    return await withToken(
      (token) =>
        request(
          fetch,
          `${url}/graphql/stream`,
          { headers: { ...headersOf(token, streamToken), accept: 'text/event-stream' }, signal },
          async (response) => {
            if (!response.ok || !response.body) throw failure(await answerOf(response));
            return response.body;
          },
        ),
      undefined,
    );
  }

  async #send(method: string, search: string, streamToken?: string, body?: string): Promise<string> {
    const { url, fetch, withToken } = this.#options;
    const send = (token: string) =>
      request(
        fetch,
        `${url}/graphql/stream${search}`,
        {
          method,
          headers: { ...headersOf(token, streamToken), ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body }),
        },
        async (response) => {
          if (!response.ok) throw failure(await answerOf(response));
          return await response.text();
        },
      );
    return await withToken(send, undefined);
  }

  async #read(body: ReadableStream<Uint8Array>, abort: AbortController): Promise<void> {
    const silent = () => abort.abort();
    let timer = setTimeout(silent, silenceMsMax);
    const onBytes = () => {
      clearTimeout(timer);
      timer = setTimeout(silent, silenceMsMax);
    };
    let cause: unknown;
    try {
      for await (const { event, data } of serverEvents(body, onBytes)) this.#take(event, data);
    } catch (error) {
      cause = error;
    }
    clearTimeout(timer);
    this.#lost(cause);
  }

  #take(event: string, data: string): void {
    const { id, payload } = JSON.parse(data) as { id: string; payload?: unknown };
    const sink = this.#operations.get(id);
    if (event === 'next') sink?.next(payload);
    else if (sink) {
      this.#operations.delete(id);
      this.#closeIfUnused();
      sink.end(undefined);
    }
  }

  #lost(cause: unknown): void {
    this.#opening = undefined;
    const sinks = [...this.#operations.values()];
    this.#operations.clear();
    const error = new WeirError('NETWORK_ERROR', 'The connection to the service was closed', { cause });
    for (const sink of sinks) sink.end(error);
  }
}

const headersOf = (token: string, streamToken: string | undefined) => ({
  authorization: `Bearer ${token}`,
  ...(streamToken !== undefined && { 'x-graphql-event-stream-token': streamToken }),
});
