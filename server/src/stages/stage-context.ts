import type { Registry } from 'prom-client';
import type { Log } from '../base/log.js';
import type { Config } from '../config.js';

/** Passed to every stage of the startup, in addition to the results of earlier stages. */
export interface StageContext {
  readonly config: Config;
  readonly log: Log;
  readonly registry: Registry;
  /** Registers how to close what a stage opened. Called in reverse order at shutdown or when a later stage fails. */
  readonly onStop: (close: () => unknown) => void;
}
