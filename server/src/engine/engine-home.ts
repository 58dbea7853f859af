import type { Settings } from './query-settings.js';

/** Where the engine runs, and the way there: a server's HTTP interface, or the socket of a process of Weir's own. */
export interface EngineHome {
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
  endDeafQuery(queryId: string): void;
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
}

export interface EngineAnswer {
  /** The engine's number of the failure that the text tells of; null when there was none. */
  readonly engineCode: number | null;
  readonly text: string;
}

export class DeadlinePassed extends Error {
  constructor(deadlineMs: number) {
    super(`No answer within ${deadlineMs} ms`);
  }
}
