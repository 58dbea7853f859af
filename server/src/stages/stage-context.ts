import type { Registry } from 'prom-client';
import type { Log } from '../base/log.js';
import type { Config } from '../config.js';

/** Files of the build that the service starts or serves. The entry file knows where they are. */
export interface BuiltFiles {
  readonly engineHost: string;
  readonly parseWorker: string;
  readonly zstdWorker: string;
  readonly consoleDirectory: string;
}

/** Passed to every stage of the startup, in addition to the results of earlier stages. */
export interface StageContext {
  readonly config: Config;
  readonly files: BuiltFiles;
  readonly log: Log;
  readonly registry: Registry;
  /** Registers how to close what a stage opened. Called in reverse order at shutdown or when a later stage fails. */
  readonly onStop: (close: () => unknown) => void;
}
