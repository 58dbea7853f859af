import { WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import { requireScopes } from '../base/require-scopes.js';
import type { Scope } from '../base/scope.js';

/**
 * The scopes that each field needs, by type: any one scope of a rule is enough. A type that is not listed is reached
 * only through fields that are.
 */
type Rule = readonly Scope[];

const admin: Rule = ['admin'];
const applications: Rule = ['application:admin'];
const metricQuery: Rule = ['metric:query', 'admin'];
const statistics: Rule = ['metric:stats', 'data_pool:query', 'admin'];
const records: Rule = ['data_pool:query', 'admin'];
const anyQuery: Rule = ['metric:query', 'metric:stats', 'data_pool:query', 'admin'];
const anyScope: Rule = [...anyQuery, 'application:admin', 'data_pool:load'];

interface TypeRules {
  readonly otherwise: Rule;
  readonly fields: Readonly<Record<string, Rule>>;
}

const rules: Readonly<Record<string, TypeRules>> = {
  Query: {
    otherwise: admin,
    fields: {
      environment: anyScope,
      application: applications,
      applicationByName: applications,
      applications,
      dataPool: anyQuery,
      dataPoolByName: anyQuery,
      dataPools: anyQuery,
      metric: anyQuery,
      metricByName: anyQuery,
      metrics: anyQuery,
      counter: metricQuery,
      counters: metricQuery,
      timeSeries: metricQuery,
      leaderboard: metricQuery,
      metricReport: metricQuery,
      topValues: statistics,
      dataGrid: records,
      recordsByUniqueId: records,
      sqlV1: records,
      describeSqlV1: records,
      queryInfo: anyQuery,
      queries: anyQuery,
      exportJob: anyQuery,
      exportJobs: anyQuery,
      dashboard: metricQuery,
      dashboardByName: metricQuery,
      dashboards: metricQuery,
      tileAnswer: anyQuery,
      savedQuery: records,
      savedQueryByName: records,
      savedQueries: records,
    },
  },
  Mutation: {
    otherwise: admin,
    fields: {
      createApplication: applications,
      modifyApplication: applications,
      rotateApplicationSecret: applications,
      deleteApplication: applications,
      deleteApplicationByName: applications,
      createExportJob: anyQuery,
      deleteExportJob: anyQuery,
    },
  },
  DataPool: {
    otherwise: admin,
    fields: {
      id: anyQuery,
      uniqueName: anyQuery,
      columns: anyQuery,
      timestamp: anyQuery,
      uniqueId: anyQuery,
      freshness: statistics,
    },
  },
  Metric: {
    otherwise: admin,
    fields: {
      id: anyQuery,
      uniqueName: anyQuery,
      description: anyQuery,
      type: anyQuery,
      dataPool: anyQuery,
      dimensions: anyQuery,
      timestamp: anyQuery,
      format: anyQuery,
    },
  },
  Application: { otherwise: anyScope, fields: { dataPoolAccessPolicies: admin } },
  DataPoolAccessPolicy: { otherwise: admin, fields: { applications } },
  DataPoolAccess: { otherwise: admin, fields: { application: applications } },
  Dimension: { otherwise: anyQuery, fields: { stats: statistics } },
};

/**
 * What a token that shows one dashboard may read: what viewers see, but not how it is computed. Types whose fields are all
 * for viewers, or that are reached through other fields only, are not listed.
 */
const viewedFields: Readonly<Record<string, readonly string[]>> = {
  Query: ['dashboard', 'tileAnswer'],
  Dashboard: ['id', 'uniqueName', 'description', 'timeRange', 'timeZone', 'tiles'],
  MetricTile: ['metricId', 'metric', 'kind', 'chart', 'granularity', 'dimensions', 'rowLimit', 'sort'],
  Metric: ['id', 'uniqueName', 'format'],
  SqlTile: ['dialect', 'chart'],
  QueryInfo: [],
};

/** What tokens with policy values may do although only `admin` can: a share link keeps their policy values. */
const tenantFields: Readonly<Record<string, readonly string[]>> = { Mutation: ['createShareLink'] };

/** The types with a check on every field. */
export const guardedTypes: readonly string[] = [
  ...new Set([...Object.keys(rules), ...Object.keys(viewedFields)]),
];

/** The scopes, any one of which is enough; undefined for a type without rules. */
export function scopesFor(typeName: string, fieldName: string): Rule | undefined {
  const type = rules[typeName];
  return type && (type.fields[fieldName] ?? type.otherwise);
}

export function requireScope(principal: Principal, typeName: string, fieldName: string): void {
  if (principal.viewing) {
    if (viewedFields[typeName]?.includes(fieldName)) return;
    throw new WeirError(
      'FORBIDDEN',
      `${typeName}.${fieldName} cannot be read with a token for one dashboard`,
    );
  }
  const needed = scopesFor(typeName, fieldName);
  if (!needed) return;
  const { withheld } = principal;
  if (tenantFields[typeName]?.includes(fieldName) && needed.some((scope) => withheld?.has(scope))) return;
  requireScopes(principal, needed, `${typeName}.${fieldName}`);
}
