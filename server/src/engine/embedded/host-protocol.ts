import type { EngineCall } from '../engine-transport.js';

/** The description of a request frame. The body is the statement, or the rows of an INSERT. */
export type HostRequest = HostStatement | HostPing;

export interface HostStatement extends Omit<EngineCall, 'text' | 'rows'> {
  readonly id: number;
  /** The INSERT statement, when the body is its rows. */
  readonly insert?: string;
  /** The pipe that the result is written to, in `fileFormat`. */
  readonly output?: string;
  readonly fileFormat?: string;
}

export interface HostPing {
  readonly id: number;
  readonly ping: true;
}

/** The description of an answer frame. The body is the result or the error message. */
export interface HostAnswer {
  readonly id: number;
  readonly engineCode: number | null;
}

/** A statement that had to wait for a Session runs from now on, so its deadline starts again. The body is empty. */
export interface HostBegin {
  readonly id: number;
  readonly begins: true;
}

/** How often the disk has failed the engine; never when the engine could not find out. */
export interface FailedDiskAccess {
  readonly writes: number;
  readonly reads: number;
}

/** What the engine's process tells its parent: that it serves, or that the disk has failed and it ends itself. */
export type HostMessage = 'ready' | FailedDiskAccess;
