import { badInput, WeirError } from '../base/errors.js';
import type { Scope } from '../base/scope.js';
import type { AssignedPolicy } from '../catalog/access-policies.js';
import type { AccessPolicy, Application, DataPool } from '../catalog/definitions.js';
import { pageSizeMax } from '../catalog/page.js';
import { quoteIdentifier } from '../sql/identifier.js';
import { joinSql, sql } from '../sql/sql-text.js';
import { placeholdersOf } from '../sql/text/placeholders.js';
import type { Caller } from './caller.js';
import { type DashboardTiles, dashboardsReading, type EmptiedCounts, emptiedOf } from './emptied-tiles.js';
import type { QueryServices } from './operation.js';
import { type ReadableSource, sourceUnder } from './readable-source.js';
import { written } from './written-statement.js';

/** A change that is not made: who would see what of a Data Pool after it. */
export interface AccessChange {
  /** By default as it is. */
  readonly accessControlEnabled?: boolean | undefined;
  readonly assign?: PolicyAssignment | undefined;
  readonly unassign?: PolicyAssignment | undefined;
}

export interface PolicyAssignment {
  readonly policy: AccessPolicy;
  readonly applicationId: string;
}

/** SOME are the records that policies show, which can be all or none. */
export type AccessLevel = 'ALL' | 'SOME' | 'NONE';

export interface ApplicationAccess {
  readonly application: Application;
  readonly before: AccessLevel;
  readonly after: AccessLevel;
  /** After the change. Null if it depends on the token's policy values, or was not counted. */
  readonly recordCount: string | null;
  /** The policy values that its tokens need. */
  readonly policyValues: readonly string[];
  readonly dashboards: EmptiedCounts;
  readonly shareLinks: EmptiedCounts;
}

export interface AccessPreview {
  readonly dataPool: DataPool;
  readonly accessControlEnabled: boolean;
  readonly recordCount: string | null;
  /** Those that get access control with it, because materialized views fill them from it. */
  readonly alsoProtected: readonly DataPool[];
  readonly applications: readonly ApplicationAccess[];
  readonly isComplete: boolean;
}

const queryScopes: readonly Scope[] = ['admin', 'data_pool:query', 'metric:query', 'metric:stats'];
const assignmentsMax = 1_000;
const shareLinksMax = 1_000;
/** Sets of policies whose records are counted, in one statement. */
const countedMax = 20;

/**
 * Looks at the newest Applications, dashboards and share links up to a number of each, and counts records with one statement,
 * within the time of a query.
 */
export async function previewAccess(
  services: QueryServices,
  caller: Caller,
  dataPool: DataPool,
  change: AccessChange,
): Promise<AccessPreview> {
  const { catalog } = services;
  const { environmentId } = dataPool;
  const enabled = change.accessControlEnabled ?? dataPool.accessControlEnabled;
  const turnsOn = enabled && !dataPool.accessControlEnabled;
  const filled = turnsOn ? await catalog.materializedViews.filledFrom(dataPool) : [];
  const alsoProtected = filled.filter(({ accessControlEnabled }) => !accessControlEnabled);
  const pools = [dataPool, ...alsoProtected];
  const ids = pools.map(({ id }) => id);
  const assignments = await catalog.accessPolicies.assignmentsFor(environmentId, ids, assignmentsMax);
  const page = await catalog.applications.list(environmentId, { first: pageSizeMax });
  const links = await catalog.shareLinks.active(environmentId, shareLinksMax);
  const reading = await dashboardsReading(services, caller.principal, pools);
  const before = new Access(assignments, new Set(ids.filter(() => dataPool.accessControlEnabled)));
  const after = new Access(changed(assignments, dataPool, change), new Set(ids.filter(() => enabled)));
  const readers = page.items.filter(({ scopes }) => scopes.some((scope) => queryScopes.includes(scope)));
  const counts = await countRecords(
    services,
    caller,
    dataPool,
    readers
      .filter((reader) => after.level(reader, dataPool.id) === 'SOME')
      .map(({ id }) => after.policies(id, dataPool.id)),
  );
  const countOf = (reader: Application): string | null => {
    const level = after.level(reader, dataPool.id);
    if (level === 'SOME') return counts.of(after.policies(reader.id, dataPool.id));
    return level === 'ALL' ? counts.all : '0';
  };
  return {
    dataPool,
    accessControlEnabled: enabled,
    recordCount: counts.all,
    alsoProtected,
    applications: readers.map((application) => {
      const { id } = application;
      const own = links.filter(({ applicationId }) => applicationId === id);
      return {
        application,
        before: before.level(application, dataPool.id),
        after: after.level(application, dataPool.id),
        recordCount: countOf(application),
        policyValues:
          after.level(application, dataPool.id) === 'SOME' ? valuesOf(after.policies(id, dataPool.id)) : [],
        dashboards: emptiedOf(reading.dashboards, {
          scopes: application.scopes,
          before: (pool) => before.level(application, pool) !== 'NONE',
          after: (pool) => after.level(application, pool) !== 'NONE',
        }),
        shareLinks: own
          .map((link) => {
            // Its tokens never have the scope admin.
            const viewer = { id, scopes: link.scopes };
            return emptiedOf(tilesOf(reading.dashboards, link), {
              scopes: link.scopes,
              before: (pool) => before.level(viewer, pool) !== 'NONE',
              after: (pool) => after.level(viewer, pool) !== 'NONE',
            });
          })
          .reduce(added, { wholly: 0, partly: 0 }),
      };
    }),
    isComplete:
      !page.hasNextPage &&
      assignments.length < assignmentsMax &&
      links.length < shareLinksMax &&
      reading.isComplete &&
      counts.isComplete,
  };
}

const added = (one: EmptiedCounts, other: EmptiedCounts): EmptiedCounts => ({
  wholly: one.wholly + other.wholly,
  partly: one.partly + other.partly,
});

function tilesOf(
  dashboards: readonly DashboardTiles[],
  { dashboardId, tileId }: { readonly dashboardId: string; readonly tileId: string | null },
) {
  return dashboards
    .filter((dashboard) => dashboard.dashboardId === dashboardId)
    .map(({ tiles }) => ({ tiles: tiles.filter(({ id }) => tileId === null || id === tileId) }));
}

/** Who may read which Data Pools. */
class Access {
  readonly #assignments: readonly AssignedPolicy[];
  readonly #enabled: ReadonlySet<string>;

  constructor(assignments: readonly AssignedPolicy[], enabled: ReadonlySet<string>) {
    this.#assignments = assignments;
    this.#enabled = enabled;
  }

  policies(applicationId: string, dataPoolId: string): readonly AccessPolicy[] {
    return this.#assignments.flatMap((assigned) =>
      assigned.applicationId === applicationId && assigned.policy.dataPoolId === dataPoolId
        ? [assigned.policy]
        : [],
    );
  }

  level({ id, scopes }: Pick<Application, 'id' | 'scopes'>, dataPoolId: string): AccessLevel {
    if (!this.#enabled.has(dataPoolId)) return 'ALL';
    if (this.policies(id, dataPoolId).length > 0) return 'SOME';
    return scopes.includes('admin') ? 'ALL' : 'NONE';
  }
}

function changed(
  assignments: readonly AssignedPolicy[],
  dataPool: DataPool,
  { assign, unassign }: AccessChange,
): readonly AssignedPolicy[] {
  for (const [field, given] of Object.entries({ assign, unassign }))
    if (given && given.policy.dataPoolId !== dataPool.id)
      throw badInput(field, `access policy "${given.policy.uniqueName}" is for another Data Pool`);
  const isSame = (one: AssignedPolicy, other: PolicyAssignment | undefined) =>
    one.applicationId === other?.applicationId && one.policy.id === other.policy.id;
  const kept = assignments.filter((each) => !isSame(each, unassign) && !isSame(each, assign));
  return assign ? [...kept, assign] : kept;
}

const valuesOf = (policies: readonly AccessPolicy[]) => [
  ...new Set(policies.flatMap(({ filterSql }) => placeholdersOf(filterSql ?? ''))),
];

const keyOf = (policies: readonly AccessPolicy[]) =>
  policies
    .map(({ id }) => id)
    .sort()
    .join();

interface RecordCounts {
  readonly all: string | null;
  readonly isComplete: boolean;
  of(policies: readonly AccessPolicy[]): string | null;
}

/** One statement counts all records, and those that each set of policies shows without policy values. */
async function countRecords(
  services: QueryServices,
  { principal, signal, allowance }: Caller,
  dataPool: DataPool,
  sets: readonly (readonly AccessPolicy[])[],
): Promise<RecordCounts> {
  const distinct = new Map(sets.filter((set) => valuesOf(set).length === 0).map((set) => [keyOf(set), set]));
  const counted = [...distinct].slice(0, countedMax);
  const withoutCounts: RecordCounts = { all: null, isComplete: false, of: () => null };
  if (dataPool.status !== 'LIVE') return withoutCounts;
  const reader = { ...principal, scopes: new Set<Scope>(), policyValues: {} };
  const sources: ReadableSource[] = [
    await sourceUnder(services, reader, { ...dataPool, accessControlEnabled: false }, []),
  ];
  for (const [, set] of counted)
    sources.push(await sourceUnder(services, reader, { ...dataPool, accessControlEnabled: true }, set));
  try {
    const { result } = await services.runner.read({
      principal,
      signal,
      allowance,
      type: 'STATS',
      ...written((printing) => {
        const columns = sources.map(
          (source, index) =>
            sql`(SELECT count() FROM ${source.from(printing)}) AS ${quoteIdentifier(`_weir_count${index}`)}`,
        );
        return sql`SELECT ${joinSql(columns)}`;
      }),
    });
    const [all = null, ...shown] = (result.rows[0] ?? []).map(String);
    const bySet = new Map(counted.map(([key], index) => [key, shown[index] ?? null]));
    return {
      all,
      isComplete: distinct.size <= countedMax,
      of: (policies) => bySet.get(keyOf(policies)) ?? null,
    };
  } catch (error) {
    if (error instanceof WeirError && error.code === 'QUERY_TIMED_OUT') return withoutCounts;
    throw error;
  }
}
