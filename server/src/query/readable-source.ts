import { conflict, WeirError } from '../base/errors.js';
import { inTurn } from '../base/in-slices.js';
import { type Principal, readsWithoutPolicy, shareOwner } from '../base/principal.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Column } from '../catalog/column.js';
import type { AccessPolicy, DataPool } from '../catalog/definitions.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import { quoteIdentifier } from '../sql/identifier.js';
import { seenRecords } from '../sql/job-records.js';
import { recordIdKey } from '../sql/shown-record-id.js';
import type { Sql } from '../sql/sql-text.js';
import { columnsOf, readsClock } from '../sql/term/walk-term.js';
import type { Values } from '../sql/values.js';
import { bindPolicy } from './bind-policy.js';
import { type BoundPolicy, printVisiblePart, shownColumn, visiblePart } from './policy-rows.js';

/**
 * The part of a Data Pool that a Principal may read. All reads go through here: this is where access policies apply, and no
 * query names a table in any other way.
 */
export interface ReadableSource {
  readonly dataPool: DataPool;
  /** The readable columns. For the caller, no others exist. */
  readonly columns: readonly Column[];
  /** Whether the readable records depend on the current time. */
  readonly readsClock: boolean;
  /** Whether access policies restrict the source. Then nothing may reveal what they contain or hide. */
  readonly limited: boolean;
  /** Whether all rows and columns are readable. */
  readonly whole: boolean;
  /** The columns that access policies read to decide what is readable. Callers must not learn them. */
  readonly decidedBy: ReadonlySet<string>;
  /** The columns that access policies hide in some records. */
  readonly masked: ReadonlySet<string>;
  /** What to select from. */
  from(printing: Printing): Sql;
}

/**
 * How a statement is printed: to run, over tables with bound values; or for `QueryInfo.sql`, over Data Pools with literal
 * values, so that `sqlV1` can run it again.
 */
export interface Printing {
  readonly values: Values;
  readonly mode: 'run' | 'show';
  /** Called for every source that the statement reads, when it is printed to run. */
  readonly onRead?: (source: ReadableSource) => void;
}

export interface SourceOptions {
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
}

/** Looks up policies only if access control is on. */
export async function findSource(
  { catalog, parsers }: SourceOptions,
  principal: Principal,
  dataPool: DataPool,
): Promise<ReadableSource> {
  const { environmentId, applicationId } = principal;
  const policies = dataPool.accessControlEnabled
    ? await catalog.cached.accessPolicies(environmentId, applicationId, dataPool.id)
    : [];
  return await sourceUnder({ catalog, parsers }, principal, dataPool, policies);
}

/** What a caller whose Application has these policies for the Data Pool may read of it. */
export async function sourceUnder(
  { catalog, parsers }: SourceOptions,
  principal: Principal,
  dataPool: DataPool,
  policies: readonly AccessPolicy[],
): Promise<ReadableSource> {
  if (dataPool.status !== 'LIVE') {
    throw conflict(`Data Pool "${dataPool.uniqueName}" is ${dataPool.status} and cannot be queried`);
  }
  if (!dataPool.accessControlEnabled) return wholeSource(dataPool);
  if (policies.length === 0) {
    if (readsWithoutPolicy(principal)) return wholeSource(dataPool);
    throw new WeirError(
      'FORBIDDEN',
      `Application ${principal.applicationId} has no access policy for Data Pool "${dataPool.uniqueName}"`,
    );
  }
  const bound: BoundPolicy[] = [];
  const owner = shareOwner(principal);
  for (const policy of policies)
    bound.push(await inTurn(owner, () => bindPolicy(parsers, principal, dataPool, policy)));
  const part = visiblePart(dataPool, bound);
  const key = recordIdKey(await catalog.serviceSecrets.obtain('record_id'));
  const source: ReadableSource = {
    dataPool,
    columns: part.columns.map(shownColumn),
    readsClock: bound.some(({ filter }) => filter !== null && readsClock(filter)),
    limited: true,
    whole:
      part.rows === null &&
      part.columns.length === dataPool.columns.length &&
      part.columns.every(({ shownWhere }) => shownWhere === null),
    // Shown only by the Data Pool's name: when the SQL runs again, the policies of that caller apply.
    decidedBy: new Set(bound.flatMap(({ filter }) => (filter === null ? [] : [...columnsOf(filter)]))),
    masked: new Set(
      part.columns.flatMap(({ column, shownWhere }) => (shownWhere === null ? [] : [column.name])),
    ),
    from: ({ mode, values, onRead }) => {
      onRead?.(source);
      return mode === 'show' ? quoteIdentifier(dataPool.id) : printVisiblePart(dataPool, part, key, values);
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
    decidedBy: new Set(),
    masked: new Set(),
    from: ({ mode, onRead }) => {
      onRead?.(source);
      return mode === 'show' ? quoteIdentifier(dataPool.id) : seenRecords(dataPool);
    },
  };
  return source;
}

/** The column that time ranges refer to, by default the Data Pool's timestamp. Its name is not told if it is hidden. */
export function timestampColumn(source: ReadableSource, name = source.dataPool.timestamp): Column {
  const column = source.columns.find((candidate) => candidate.name === name);
  if (column) return column;
  throw new WeirError(
    'BAD_REQUEST',
    `Access policies hide the timestamp of Data Pool "${source.dataPool.uniqueName}"; list it in their columns`,
  );
}

export function sourceColumn({ columns, dataPool }: ReadableSource, name: string, where: string): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (column) return column;
  throw new WeirError('BAD_REQUEST', `${where}: Data Pool "${dataPool.uniqueName}" has no column "${name}"`);
}
