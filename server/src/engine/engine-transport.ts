import { tooManyRowsOrBytes } from './engine-error.js';
import type { Settings } from './query-settings.js';

/** Where the engine runs, and the way there: a server's HTTP interface, or the socket of a process of Weir's own. */
export interface EngineTransport {
  /** The roles that statements run as. */
  readonly readerRole: string;
  readonly writerRole: string;
  /** The cores of its machine, where they are known. */
  readonly cores?: number;
  /** Rejects with DeadlinePassed, or with whatever cut the way; what the engine refuses is an answer. */
  send(call: EngineCall, deadlineMs: number): Promise<EngineAnswer>;
  /** Must not wait behind queries. */
  ping(deadlineMs: number): Promise<EngineAnswer>;
  /** Called when a query ignores both its time limit and being killed. */
  endUnresponsiveQuery(queryId: string): void;
  close(): Promise<void>;
}

/** One statement with all that it runs under. */
export interface EngineCall {
  readonly role: string;
  readonly settings: Settings;
  /** In the engine's notation. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What it is known by while it runs. */
  readonly name?: string | undefined;
  readonly text: string;
  /** Of an INSERT. */
  readonly rows?: Buffer;
  /** Of a result. */
  readonly format?: 'JSONCompact';
  /** A longer answer is refused as one with too many bytes, before all of it has come. */
  readonly answerBytesMax?: number | undefined;
}

export interface EngineAnswer {
  /** The engine's number of the failure that the body tells of; null when there was none. */
  readonly engineCode: number | null;
  /** Text in UTF-8, not decoded: a result may be large. */
  readonly body: Buffer;
}

/** In place of an answer that is longer than the call allows; the words are those of the engine's own limit. */
export class AnswerTooLong extends Error {
  readonly clickhouseCode = tooManyRowsOrBytes;

  constructor(bytesMax: number) {
    super(`Limit for result exceeded, max bytes: ${bytesMax}`);
  }
}

export class DeadlinePassed extends Error {
  constructor(deadlineMs: number) {
    super(`No answer within ${deadlineMs} ms`);
  }
}
