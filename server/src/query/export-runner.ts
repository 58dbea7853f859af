import { finished, PassThrough, type Readable } from 'node:stream';
import { unavailable, WeirError } from '../base/errors.js';
import type { FairSlots } from '../base/fair-slots.js';
import { shareOwner } from '../base/principal.js';
import { tiers } from '../base/tier.js';
import type { startDeadline } from '../engine/deadline.js';
import type { Engine, FileFormat, QueryResult } from '../engine/engine.js';
import { EngineEnded } from '../engine/engine-error.js';
import type { EngineBans } from './engine-bans.js';
import { watchTurn } from './place-turn.js';
import { isQueryFailure, shownFailure } from './query-failure.js';
import { QueryRecords, type QueryRecordsOptions } from './query-records.js';
import { nothingProcessed, type QueryRequest, type StartedQuery } from './query-request.js';

export interface ExportRunnerOptions extends QueryRecordsOptions {
  readonly engine: Engine;
  /** Apart from those of queries, so that exports, which can take an hour, never delay a query. */
  readonly slots: FairSlots;
  readonly timeoutMs: number;
  /** For turns. */
  readonly startTimer?: typeof startDeadline;
  /** Absent where nothing is refused. */
  readonly bans?: EngineBans;
}

export interface RunningExport {
  readonly queryId: string;
  /** Ends after the whole file, or fails. Destroying it cancels the query. */
  readonly bytes: Readable;
  /** Whether somebody else waits for its place. */
  readonly isWanted: () => boolean;
  /** Ends it, so that its place goes to who waits. */
  readonly leave: (reason: string) => void;
}

/** `QueryInfo.resultingBytes` is a GraphQL Int. */
const shownBytesMax = 2 ** 31 - 1;

/**
 * Runs exports: like `QueryRunner`, but the result is a file that is streamed while the query runs. The query lasts until the
 * file has been read, has failed, or is destroyed, and is recorded then.
 */
export class ExportRunner {
  readonly #options: ExportRunnerOptions;
  readonly #records: QueryRecords;
  readonly #running = new Set<Readable>();
  readonly #stopping = new AbortController();

  constructor(options: ExportRunnerOptions) {
    this.#options = options;
    this.#records = new QueryRecords(options);
  }

  /**
   * Resolves with the first bytes, so that most failures are rejections. An export that does not give way keeps its place
   * although others wait.
   */
  start(request: QueryRequest, format: FileFormat, givesWay: boolean): Promise<RunningExport> {
    const started = this.#records.start(request);
    const { engine, slots, timeoutMs, bans, startTimer } = this.#options;
    const { principal, run } = request;
    const owner = shareOwner(principal);
    const stopping = this.#stopping.signal;
    const left = new AbortController();
    const signal = AbortSignal.any([...(request.signal ? [request.signal] : []), stopping, left.signal]);
    let stopWatching: (() => void) | undefined;
    return new Promise((resolve, reject) => {
      slots
        .use(owner, signal, async (slot) => {
          bans?.check(owner);
          const leave = (reason: string) => {
            slot.leave();
            left.abort(new WeirError('QUERY_CANCELLED', reason));
          };
          if (givesWay) stopWatching = watchTurn(slot, leave, startTimer);
          const written = await engine.export({
            id: started.id,
            statement: run.statement,
            limits: { timeoutMs, ...tiers[principal.tier] },
            format,
            signal,
          });
          const bytes = this.#follow(written, request, started);
          resolve({ queryId: started.id, bytes, isWanted: () => slot.lead() !== undefined, leave });
          await new Promise((closed) => bytes.once('close', closed));
        })
        .catch((error: unknown) => {
          const failure = isQueryFailure(error) ? this.#failed(error, request, started) : error;
          reject(stopping.aborted ? serviceStops() : failure);
        })
        .finally(() => stopWatching?.());
    });
  }

  /** Breaks off all exports, also those that have not sent a byte yet. */
  stop(): void {
    for (const bytes of this.#running) bytes.destroy(serviceStops());
    this.#stopping.abort();
  }

  #follow(written: Readable, request: QueryRequest, started: StartedQuery): Readable {
    const file = new PassThrough();
    // Its reader sees the failure, but may not listen yet.
    file.on('error', () => undefined);
    this.#running.add(file);
    let length = 0;
    written.on('data', (chunk: Buffer) => {
      length += chunk.length;
    });
    written.pipe(file);
    finished(written, (error) => {
      if (error) file.destroy(this.#failed(error, request, started));
      else this.#records.finish(request, started, 'COMPLETED', fileOf(length));
    });
    file.once('close', () => {
      this.#running.delete(file);
      written.destroy();
    });
    return file;
  }

  #failed(error: Error, request: QueryRequest, started: StartedQuery): WeirError {
    // After its first byte, too.
    if (error instanceof EngineEnded) this.#options.bans?.note(shareOwner(request.principal));
    const failure = asFailure(error);
    const status = failure.code === 'QUERY_TIMED_OUT' ? 'TIMED_OUT' : 'ERROR';
    return shownFailure(failure, request, this.#records.finish(request, started, status));
  }
}

const serviceStops = () => unavailable('The service is stopping');

function asFailure(error: NodeJS.ErrnoException): WeirError {
  if (error instanceof WeirError) return error;
  return error.code === 'ERR_STREAM_PREMATURE_CLOSE'
    ? new WeirError('QUERY_CANCELLED', 'The query was cancelled', { cause: error })
    : unavailable('The engine did not finish the file', { cause: error });
}

/** How much was written. The engine does not say how many records that are. */
const fileOf = (length: number): QueryResult => ({
  columns: [],
  rows: [],
  statistics: nothingProcessed,
  bytes: Math.min(length, shownBytesMax),
});
