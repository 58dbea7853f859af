import type { Clock } from '../base/clock.js';
import type { Catalog } from '../catalog/catalog.js';
import type { SqlParsers } from '../sql/expression/parsers.js';
import type { QueryRunner } from './query-runner.js';

/** What every query operation is built with. */
export interface QueryServices {
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
  readonly clock: Clock;
  readonly runner: QueryRunner;
}
