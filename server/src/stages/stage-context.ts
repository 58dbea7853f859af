import type { Registry } from 'prom-client';
import type { Log } from '../base/log.js';
import type { Config } from '../config.js';

/** What every stage of the start is given, beside what earlier stages made. */
export interface StageContext {
  readonly config: Config;
  readonly log: Log;
  readonly registry: Registry;
  /** Registers how to close what a stage opened: called in reverse order at the stop, or when a later stage fails. */
  readonly onStop: (close: () => unknown) => void;
}
