import type { Readable } from 'node:stream';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { unavailable, WeirError } from '../base/errors.js';
import { brokenPartOf } from './broken-part.js';
import { startDeadline } from './deadline.js';
import type { Engine, EngineExport, EngineQuery, InsertRequest, QueryResult, Statement } from './engine.js';
import { EngineEnded, EngineUnreachable, engineError } from './engine-error.js';
import {
  DeadlinePassed,
  type EngineAnswer,
  type EngineCall,
  type EngineTransport,
} from './engine-transport.js';
import { engineFormats } from './file-formats.js';
import { firstBytes } from './first-bytes.js';
import { bytesOfRows, readJsonCompact } from './json-compact.js';
import { encodeParameters } from './parameters.js';
import { commandSettings, insertSettings, querySettings } from './query-settings.js';

/** How long a query may wait for a free slot in the engine. */
export const engineQueueWaitMsMax = 5_000;
/** How long a query waits for an engine that restarts: under a second usually, several on a slow or busy machine. */
const restartWaitMsMax = 15_000;
/** How long a query may exceed its limit before its transport is asked to end it. */
export const unresponsiveGraceMs = 2_000;
const commandTimeoutMsDefault = 60_000;
const pingTimeoutMs = 2_000;
const killTimeoutMs = 2_000;
const killRepeatMs = 100;
const readyRepeatMs = 50;
/** How often a read is retried after the engine ended unexpectedly: the query itself may be the cause. */
const rerunsMax = 1;

/**
 * The only implementation of the engine: builds the calls to ClickHouse and interprets its answers. The transport knows
 * where ClickHouse runs (a server, a cluster, or a child process) and how to reach it.
 */
export class ClickHouseEngine implements Engine {
  readonly #transport: EngineTransport;
  readonly #onBrokenPart: ((path: string) => void) | undefined;
  /** Queries whose clients have disconnected, until they end. */
  readonly #abandoned = new Set<string>();
  #killing = false;
  /** True after the engine was ended because of one query, until it answers again: other lost queries are not the cause. */
  #endedForQuery = false;
  #readiness: Promise<boolean> | undefined;

  /** `onBrokenPart` is called with the folder of a part in which a statement met damage. */
  constructor(transport: EngineTransport, onBrokenPart?: (path: string) => void) {
    this.#transport = transport;
    this.#onBrokenPart = onBrokenPart;
  }

  async query(request: EngineQuery): Promise<QueryResult> {
    if (!request.survivesRestart) return await this.#query(request);
    const endsAt = performance.now() + request.limits.timeoutMs;
    for (let reruns = 0; ; ) {
      const timeoutMs = Math.max(1, endsAt - performance.now());
      try {
        return await this.#query({ ...request, limits: { ...request.limits, timeoutMs } });
      } catch (error) {
        if (!(error instanceof EngineUnreachable)) throw error;
        if (error.mayHaveRun && !this.#endedForQuery) reruns += 1;
        if (reruns > rerunsMax || !(await this.#ready(endsAt, request.signal))) throw error;
      }
    }
  }

  async #query(request: EngineQuery): Promise<QueryResult> {
    const { id, statement, limits, signal, asWriter, admit } = request;
    if (signal?.aborted) throw new WeirError('QUERY_CANCELLED', 'The query was cancelled before it ran');
    const { readerRole, writerRole, cores } = this.#transport;
    const call: EngineCall = {
      role: this.#roleOf(statement, asWriter ? writerRole : readerRole),
      settings: querySettings(statement, limits, cores),
      parameters: encodeParameters(statement.parameters),
      name: id,
      text: statement.text,
      format: 'JSONCompact',
      answerBytesMax: limits.resultBytesMax,
    };
    const deadlineMs = engineQueueWaitMsMax + limits.timeoutMs + unresponsiveGraceMs;
    const sent = this.#answerTo(this.#transport.send(call, deadlineMs), id);
    const stopWatching = signal && this.#cancelOnAbort(signal, id, sent);
    try {
      const body = await sent;
      const { meta, data, totals, statistics } = await readJsonCompact(body, {
        cellsMax: limits.resultCellsMax,
        admit,
        signal,
      });
      return {
        columns: meta,
        // The last row is that of WITH TOTALS.
        rows: totals === undefined ? data : [...data, totals],
        bytes: bytesOfRows(body),
        statistics: { recordsProcessed: statistics.rows_read, bytesProcessed: statistics.bytes_read },
      };
    } finally {
      stopWatching?.();
    }
  }

  /** The engine waits while nobody reads, and may not notice a kill then: closing the stream is what ends its wait. */
  async export({ id, statement, limits, signal, format }: EngineExport): Promise<Readable> {
    if (signal?.aborted) throw new WeirError('QUERY_CANCELLED', 'The query was cancelled before it ran');
    const { readerRole, cores } = this.#transport;
    const { name, settings } = engineFormats[format];
    const call = {
      role: readerRole,
      settings: { ...querySettings(statement, limits, cores), ...settings },
      parameters: encodeParameters(statement.parameters),
      name: id,
      text: statement.text,
      format: name,
    };
    const { timeoutMs } = limits;
    const { bytes, answer } = await this.#transport.stream(call, timeoutMs + 2 * unresponsiveGraceMs);
    const stopDeadline = startDeadline(timeoutMs, () => bytes.destroy(timedOut()));
    const cancel = () =>
      bytes.destroy(
        signal?.reason instanceof WeirError
          ? signal.reason
          : new WeirError('QUERY_CANCELLED', 'The query was cancelled'),
      );
    signal?.addEventListener('abort', cancel, { once: true });
    // The reader of the stream gets its failure. Without a reader, it must not be an uncaught exception.
    bytes.on('error', () => undefined);
    // It may have aborted while the stream was opened.
    if (signal?.aborted) cancel();
    let isAnswered = false;
    const written = this.#answerTo(answer, id);
    written
      .catch((error: Error) => bytes.destroy(error))
      .finally(() => {
        isAnswered = true;
        this.#abandoned.delete(id);
      });
    bytes.once('close', () => {
      stopDeadline();
      signal?.removeEventListener('abort', cancel);
      if (bytes.readableEnded) return;
      // Not left to the repeated kills alone: those end with the answer, and a server's answer ends with the stream.
      this.cancel(id).catch(() => undefined);
      if (!isAnswered) this.#abandon(id);
    });
    await firstBytes(bytes, written).catch((error: unknown) => {
      throw error instanceof WeirError ? error : new EngineUnreachable(error);
    });
    return bytes;
  }

  async insert({ id, table, rows, timeoutMs }: InsertRequest): Promise<void> {
    const call = {
      role: this.#transport.writerRole,
      settings: insertSettings,
      parameters: {},
      name: id,
      text: `INSERT INTO ${table} FORMAT JSONEachRow`,
      rows,
    };
    await this.#answerTo(this.#transport.send(call, timeoutMs));
  }

  async command(statement: Statement, timeoutMs = commandTimeoutMsDefault): Promise<void> {
    const call = {
      role: this.#roleOf(statement, this.#transport.writerRole),
      settings: commandSettings,
      parameters: encodeParameters(statement.parameters),
      text: statement.text,
    };
    await this.#answerTo(this.#transport.send(call, timeoutMs));
  }

  cancel(queryId: string, timeoutMs?: number): Promise<void> {
    return this.#kill([queryId], timeoutMs);
  }

  endFor(queryId: string): void {
    this.#endedForQuery = true;
    this.#transport.endUnresponsiveQuery(queryId);
  }

  async ping(): Promise<void> {
    await this.#answerTo(this.#transport.ping(pingTimeoutMs));
    this.#endedForQuery = false;
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #roleOf({ readsFile }: Statement, usual: string): string {
    if (!readsFile) return usual;
    const { loaderRole } = this.#transport;
    if (loaderRole === undefined)
      throw new WeirError('BAD_REQUEST', 'Files can be loaded only with the embedded engine');
    return loaderRole;
  }

  #cancelOnAbort(signal: AbortSignal, queryId: string, sent: Promise<unknown>): () => void {
    const abandon = () => this.#abandon(queryId);
    const stop = () => {
      signal.removeEventListener('abort', abandon);
      this.#abandoned.delete(queryId);
    };
    signal.addEventListener('abort', abandon, { once: true });
    sent.then(stop, stop);
    return stop;
  }

  #abandon(queryId: string): void {
    this.#abandoned.add(queryId);
    if (!this.#killing) this.#killAbandoned();
  }

  /**
   * Repeats the kill until all queries have ended, because a kill that arrives before the engine has registered a query
   * has no effect. One statement kills all of them, one statement at a time: when hundreds of clients disconnect at once,
   * separate kills would keep the engine busy.
   */
  async #killAbandoned(): Promise<void> {
    this.#killing = true;
    // Collects the queries of clients that disconnect together.
    await Promise.resolve();
    while (this.#abandoned.size > 0) {
      // The queries' own promises carry the outcome; a failed kill is retried until they settle.
      await this.#kill([...this.#abandoned], killTimeoutMs).catch(() => undefined);
      await setTimeoutPromise(killRepeatMs);
    }
    this.#killing = false;
  }

  async #kill(ids: readonly string[], timeoutMs?: number): Promise<void> {
    const text = "KILL QUERY WHERE has({ids:Array(String)}, Settings['log_comment']) ASYNC";
    await this.command({ text, parameters: { ids }, tables: [] }, timeoutMs);
  }

  async #answerTo(sent: Promise<EngineAnswer>, queryId?: string): Promise<Buffer> {
    const { engineCode, body } = await sent.catch((error: unknown) => {
      throw this.#unanswered(error, queryId);
    });
    if (engineCode === null) return body;
    const message = body.toString('utf8');
    const broken = brokenPartOf(engineCode, message);
    if (broken !== undefined) this.#onBrokenPart?.(broken);
    throw engineError(engineCode, message);
  }

  /** Resolves to true once the engine answers, or to false when time runs out first. */
  async #ready(endsAt: number, signal: AbortSignal | undefined): Promise<boolean> {
    const giveUpAt = Math.min(endsAt, performance.now() + restartWaitMsMax);
    while (performance.now() < giveUpAt) {
      // All waiting queries share one ping.
      this.#readiness ??= this.#pingOnce();
      // For a client that has disconnected, the next attempt throws the error.
      if ((await this.#readiness) || signal?.aborted) return true;
    }
    return false;
  }

  async #pingOnce(): Promise<boolean> {
    try {
      await this.ping();
      return true;
    } catch {
      await setTimeoutPromise(readyRepeatMs);
      return false;
    } finally {
      this.#readiness = undefined;
    }
  }

  #unanswered(error: unknown, queryId: string | undefined): WeirError {
    if (error instanceof WeirError) return error;
    if (!(error instanceof DeadlinePassed)) return new EngineUnreachable(error);
    if (queryId === undefined) return unavailable('The engine did not answer in time', { cause: error });
    this.endFor(queryId);
    return new EngineEnded(error);
  }
}

const timedOut = (cause?: unknown) =>
  new WeirError('QUERY_TIMED_OUT', 'The query ran longer than its time-out and was stopped', { cause });
