import { type Principal, readerKey } from '../base/principal.js';
import type { Scope } from '../base/scope.js';
import type { HistoryFilter } from '../sql/query-history.js';
import type { QueryType } from './query-info.js';

/** The scopes that allow each kind of query. Without one of them, a caller sees no such query and not its SQL. */
const scopesByType: Readonly<Record<QueryType, readonly Scope[]>> = {
  METRIC: ['metric:query', 'admin'],
  REPORT: ['metric:query', 'admin'],
  STATS: ['metric:stats', 'data_pool:query', 'admin'],
  TOP_VALUES: ['metric:stats', 'data_pool:query', 'admin'],
  RECORDS: ['data_pool:query', 'admin'],
  RECORDS_BY_UNIQUE_ID: ['data_pool:query', 'admin'],
  SQL: ['data_pool:query', 'admin'],
};

/**
 * The part of the query history that a Principal may see. With the scope admin, all of the Environment. Otherwise only
 * queries of its Application with the same policy values (or none, if it has none), of the kinds that its scopes allow:
 * others who share the Application may be other people. Queries with its admin tokens, which read more, are not among them.
 */
export function visibleQueries(
  principal: Principal,
): Pick<HistoryFilter, 'environmentId' | 'createdBy' | 'reader' | 'types'> {
  const { environmentId, applicationId, scopes } = principal;
  if (scopes.has('admin')) return { environmentId };
  const types = Object.entries(scopesByType)
    .filter(([, needed]) => needed.some((scope) => scopes.has(scope)))
    .map(([type]) => type);
  return {
    environmentId,
    createdBy: applicationId,
    reader: readerKey(principal),
    types,
  };
}
