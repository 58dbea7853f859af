import type { Readable } from 'node:stream';
import { tooManyRowsOrBytes } from './engine-error.js';
import type { Settings } from './query-settings.js';

/** Carries statements to the engine: over a server's HTTP interface, or over the socket of the embedded process. */
export interface EngineTransport {
  /** The roles that statements run as. */
  readonly readerRole: string;
  readonly writerRole: string;
  /** Absent where the engine cannot read the service's files. */
  readonly loaderRole?: string;
  /** The cores of the engine's machine, if known. */
  readonly cores?: number;
  /** Rejects with DeadlinePassed or a connection error. An error reported by the engine is an answer. */
  send(call: EngineCall, deadlineMs: number): Promise<EngineAnswer>;
  /** Sends a query and streams its result in a file format. */
  stream(call: StreamedCall, deadlineMs: number): Promise<StreamedAnswer>;
  /** Does not wait behind queries. */
  ping(deadlineMs: number): Promise<EngineAnswer>;
  /** Called when a query exceeds its time limit and ignores KILL. */
  endUnresponsiveQuery(queryId: string): void;
  close(): Promise<void>;
}

/** One statement with its role, settings and parameters. */
export interface EngineCall {
  readonly role: string;
  readonly settings: Settings;
  /** In the engine's notation. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Identifies the statement while it runs. */
  readonly name?: string | undefined;
  readonly text: string;
  /** The rows of an INSERT. */
  readonly rows?: Buffer;
  /** The format of the result. */
  readonly format?: 'JSONCompact';
  /** A longer answer is refused before it is received completely. */
  readonly answerBytesMax?: number | undefined;
}

export interface StreamedCall extends Omit<EngineCall, 'rows' | 'format' | 'answerBytesMax'> {
  /** The engine's name of the file format. */
  readonly format: string;
}

export interface StreamedAnswer {
  /** Ends after an answer without an error. After any other, the caller destroys it. */
  readonly bytes: Readable;
  /** Resolves with an error as soon as the engine reports one, otherwise when everything is written. */
  readonly answer: Promise<EngineAnswer>;
}

export interface EngineAnswer {
  /** The engine's error code, with the message in the body; null on success. */
  readonly engineCode: number | null;
  /** Text in UTF-8, not decoded: a result may be large. */
  readonly body: Buffer;
}

/** Replaces an answer that is longer than the call allows. The message is that of the engine's own limit. */
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
