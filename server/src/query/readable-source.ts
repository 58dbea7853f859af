import { conflict, WeirError } from '../base/errors.js';
import { yieldToEventLoop } from '../base/in-slices.js';
import type { Principal } from '../base/principal.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Column } from '../catalog/column.js';
import type { AccessPolicy, DataPool } from '../catalog/definitions.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import { quoteIdentifier } from '../sql/identifier.js';
import { seenRecords } from '../sql/job-records.js';
import type { Sql } from '../sql/sql-text.js';
import { readsClock } from '../sql/term/walk-term.js';
import type { Values } from '../sql/values.js';
import { bindPolicy } from './bind-policy.js';
import { type BoundPolicy, printVisiblePart, shownColumn, visiblePart } from './policy-rows.js';

/**
 * What a Principal may read of a Data Pool. Everything that reads goes through here: this is where access
 * policies attach, and no query names a table in any other way.
 */
export interface ReadableSource {
  readonly dataPool: DataPool;
  /** The columns that may be read; for whoever asks, there are no others. */
  readonly columns: readonly Column[];
  /** Whether which records may be read depends on the time of asking. */
  readonly readsClock: boolean;
  /** Whether access policies choose what is read: then nothing may tell what they say or hide. */
  readonly limited: boolean;
  /** Whether it is all rows and all columns. */
  readonly whole: boolean;
  /** What to select from. */
  from(printing: Printing): Sql;
}

/**
 * How a statement is written: as it runs, over tables with its values bound; or as `QueryInfo.sql` shows it,
 * over Data Pools with its values written out, which `sqlV1` runs again.
 */
export interface Printing {
  readonly values: Values;
  readonly mode: 'run' | 'show';
  /** Told of every source that the statement reads, where it is to run. */
  readonly onRead?: (source: ReadableSource) => void;
}

export interface SourceOptions {
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
}

/** The policies are looked up only where access control asks for them. */
export async function findSource(
  { catalog, parsers }: SourceOptions,
  principal: Principal,
  dataPool: DataPool,
): Promise<ReadableSource> {
  const { environmentId, applicationId } = principal;
  const policies = dataPool.accessControlEnabled
    ? await catalog.cached.accessPolicies(environmentId, applicationId, dataPool.id)
    : [];
  return readableSource(parsers, principal, dataPool, policies);
}

/** `policies` are those for this Data Pool that the Principal's Application has. */
async function readableSource(
  parsers: SqlParsers,
  principal: Principal,
  dataPool: DataPool,
  policies: readonly AccessPolicy[],
): Promise<ReadableSource> {
  if (dataPool.status !== 'LIVE') {
    throw conflict(`Data Pool "${dataPool.uniqueName}" is ${dataPool.status} and cannot be queried`);
  }
  if (!dataPool.accessControlEnabled) return wholeSource(dataPool);
  if (policies.length === 0) {
    throw new WeirError(
      'FORBIDDEN',
      `Application ${principal.applicationId} has no access policy for Data Pool "${dataPool.uniqueName}"`,
    );
  }
  const bound: BoundPolicy[] = [];
  for (const policy of policies) {
    await yieldToEventLoop();
    bound.push(bindPolicy(parsers, principal, dataPool, policy));
  }
  const part = visiblePart(dataPool, bound);
  const source: ReadableSource = {
    dataPool,
    columns: part.columns.map(shownColumn),
    readsClock: bound.some(({ filter }) => filter !== null && readsClock(filter)),
    limited: true,
    whole:
      part.rows === null &&
      part.columns.length === dataPool.columns.length &&
      part.columns.every(({ shownWhere }) => shownWhere === null),
    // Shown by the Data Pool's name alone: whoever runs it again meets their own policies there.
    from: ({ mode, values, onRead }) => {
      onRead?.(source);
      return mode === 'show' ? quoteIdentifier(dataPool.id) : printVisiblePart(dataPool, part, values);
    },
  };
  return source;
}

function wholeSource(dataPool: DataPool): ReadableSource {
  const source: ReadableSource = {
    dataPool,
    columns: dataPool.columns,
    readsClock: false,
    limited: false,
    whole: true,
    from: ({ mode, onRead }) => {
      onRead?.(source);
      return mode === 'show' ? quoteIdentifier(dataPool.id) : seenRecords(dataPool);
    },
  };
  return source;
}

export function sourceColumn({ columns, dataPool }: ReadableSource, name: string, where: string): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (column) return column;
  throw new WeirError('BAD_REQUEST', `${where}: Data Pool "${dataPool.uniqueName}" has no column "${name}"`);
}
