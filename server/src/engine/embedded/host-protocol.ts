import type { EngineCall } from '../engine-transport.js';

/** What the description of a frame to the engine's process holds; the body is the statement, or the rows of an INSERT. */
export type HostRequest = HostStatement | HostPing;

export interface HostStatement extends Omit<EngineCall, 'text' | 'rows'> {
  readonly id: number;
  /** Where the body is its rows. */
  readonly insert?: string;
}

export interface HostPing {
  readonly id: number;
  readonly ping: true;
}

/** Of a frame back; the body is the result, or the message of the failure. */
export interface HostAnswer {
  readonly id: number;
  readonly engineCode: number | null;
}
