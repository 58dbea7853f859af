import type { Clock } from '../base/clock.js';
import type { Catalog } from '../catalog/catalog.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import type { AnswerCache } from './answer-cache.js';
import type { QueryInfo } from './query-info.js';
import type { QueryRunner } from './query-runner.js';
import type { StatementCache } from './statement-cache.js';

/** Dependencies of every query operation. */
export interface QueryServices {
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
  readonly clock: Clock;
  readonly runner: QueryRunner;
  readonly statements: StatementCache;
  /** Absent when other processes write to the same tables. */
  readonly answers?: AnswerCache<{ readonly query: QueryInfo }> | undefined;
}
