import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { unavailable, WeirError } from '../base/errors.js';
import type {
  Engine,
  EngineCell,
  InsertRequest,
  QueryRequest,
  QueryResult,
  ResultColumn,
  Statement,
} from './engine.js';
import { engineError } from './engine-error.js';
import { DeadlinePassed, exchange } from './exchange.js';
import { encodeParameter } from './parameters.js';
import { commandSettings, insertSettings, querySettings, type Settings } from './query-settings.js';

/**
 * The one implementation of the engine: ClickHouse's HTTP interface. Where it runs — a server, a
 * cluster, or a child process on a private socket — is the home's affair.
 *
 * It speaks through undici rather than the official client: the hot path is one request and one
 * `JSON.parse`, and the client's own layers cost more than a trivial query does.
 */
export interface EngineHome {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The roles that statements run as. */
  readonly readerRole: string;
  readonly writerRole: string;
  /** Called when a query ignores both its time limit and being killed. */
  endDeafQuery(queryId: string): void;
  close(): Promise<void>;
}

/** A query may wait for a place in the engine this long before it starts. */
export const engineQueueWaitMsMax = 5_000;
/** How long past its limit a query may go on before its home is told that it is deaf. */
export const deafGraceMs = 2_000;
const commandTimeoutMsDefault = 60_000;
const pingTimeoutMs = 2_000;
const killTimeoutMs = 2_000;
const killRepeatMs = 100;

interface JsonCompact {
  readonly meta: readonly ResultColumn[];
  readonly data: readonly (readonly EngineCell[])[];
  readonly statistics: { readonly rows_read: number; readonly bytes_read: number };
}

export class ClickHouseEngine implements Engine {
  readonly #home: EngineHome;
  /** Queries whose clients have gone away, until they end. */
  readonly #abandoned = new Set<string>();
  #killing = false;

  constructor(home: EngineHome) {
    this.#home = home;
  }

  async query(request: QueryRequest): Promise<QueryResult> {
    const { id, statement, limits, signal, asWriter } = request;
    if (signal?.aborted) throw new WeirError('QUERY_CANCELLED', 'The query was cancelled before it began');
    const role = asWriter ? this.#home.writerRole : this.#home.readerRole;
    const search = urlParameters(role, querySettings(limits), statement.parameters);
    search.set('log_comment', id);
    search.set('default_format', 'JSONCompact');
    search.set('wait_end_of_query', '1');
    const deadlineMs = engineQueueWaitMsMax + limits.timeoutMs + deafGraceMs;
    const sent = this.#send(`/?${search}`, statement.text, deadlineMs, id);
    const stopWatching = signal && this.#cancelOnAbort(signal, id, sent);
    try {
      const text = await sent;
      const body = JSON.parse(text) as JsonCompact;
      return {
        columns: body.meta,
        rows: body.data,
        bytes: Buffer.byteLength(text),
        statistics: {
          recordsProcessed: body.statistics.rows_read,
          bytesProcessed: body.statistics.bytes_read,
        },
      };
    } finally {
      stopWatching?.();
    }
  }

  async insert({ id, table, rows, timeoutMs }: InsertRequest): Promise<void> {
    const search = urlParameters(this.#home.writerRole, insertSettings, {});
    if (id !== undefined) search.set('log_comment', id);
    search.set('query', `INSERT INTO ${table} FORMAT JSONEachRow`);
    await this.#send(`/?${search}`, rows, timeoutMs);
  }

  async command(statement: Statement, timeoutMs = commandTimeoutMsDefault): Promise<void> {
    const search = urlParameters(this.#home.writerRole, commandSettings, statement.parameters);
    await this.#send(`/?${search}`, statement.text, timeoutMs);
  }

  cancel(queryId: string): Promise<void> {
    return this.#kill([queryId]);
  }

  async ping(): Promise<void> {
    await this.#send('/ping', '', pingTimeoutMs);
  }

  close(): Promise<void> {
    return this.#home.close();
  }

  #cancelOnAbort(signal: AbortSignal, queryId: string, sent: Promise<unknown>): () => void {
    const abandon = () => {
      this.#abandoned.add(queryId);
      if (!this.#killing) this.#killAbandoned();
    };
    const stop = () => {
      signal.removeEventListener('abort', abandon);
      this.#abandoned.delete(queryId);
    };
    signal.addEventListener('abort', abandon, { once: true });
    sent.then(stop, stop);
    return stop;
  }

  /**
   * A kill that arrives before the engine has registered the query finds nothing: repeated until all have ended. One
   * statement for all of them, one at a time: when hundreds go away at once, kills for each would be all that the
   * engine does.
   */
  async #killAbandoned(): Promise<void> {
    this.#killing = true;
    // Those who go away together are told of one after the other.
    await Promise.resolve();
    while (this.#abandoned.size > 0) {
      // The queries' own promises carry the outcome; a kill that fails is tried again until they settle.
      await this.#kill([...this.#abandoned], killTimeoutMs).catch(() => undefined);
      await setTimeoutPromise(killRepeatMs);
    }
    this.#killing = false;
  }

  async #kill(ids: readonly string[], timeoutMs?: number): Promise<void> {
    const text = "KILL QUERY WHERE has({ids:Array(String)}, Settings['log_comment']) ASYNC";
    await this.command({ text, parameters: { ids } }, timeoutMs);
  }

  async #send(path: string, body: string | Buffer, deadlineMs: number, queryId?: string): Promise<string> {
    const { dispatcher, origin, headers } = this.#home;
    try {
      const answer = await exchange(dispatcher, { origin, path, method: 'POST', headers, body }, deadlineMs);
      if (answer.statusCode === 200) return answer.text;
      throw engineError(Number(answer.headers['x-clickhouse-exception-code'] ?? 0), answer.text);
    } catch (error) {
      if (error instanceof WeirError) throw error;
      if (!(error instanceof DeadlinePassed))
        throw unavailable('The engine is not reachable', { cause: error });
      if (queryId === undefined) throw unavailable('The engine did not answer in time', { cause: error });
      this.#home.endDeafQuery(queryId);
      throw new WeirError('QUERY_TIMED_OUT', 'The query ran longer than its time-out and was stopped', {
        cause: error,
      });
    }
  }
}

function urlParameters(
  role: string,
  settings: Settings,
  parameters: Statement['parameters'],
): URLSearchParams {
  const search = new URLSearchParams({ role });
  for (const [name, value] of Object.entries(settings)) search.set(name, String(value));
  for (const [name, value] of Object.entries(parameters)) search.set(`param_${name}`, encodeParameter(value));
  return search;
}
