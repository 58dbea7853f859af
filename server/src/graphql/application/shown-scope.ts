import type { Scope } from '../../base/scope.js';
import type { ApplicationScope } from '../generated/resolver-types.js';

const scopeNames: Readonly<Record<ApplicationScope, Scope>> = {
  ADMIN: 'admin',
  APPLICATION_ADMIN: 'application:admin',
  DATA_POOL_LOAD: 'data_pool:load',
  DATA_POOL_QUERY: 'data_pool:query',
  METRIC_QUERY: 'metric:query',
  METRIC_STATS: 'metric:stats',
};
const shownScopes = Object.fromEntries(
  Object.entries(scopeNames).map(([shown, scope]) => [scope, shown]),
) as Readonly<Record<Scope, ApplicationScope>>;

export const scopeOf = (shown: ApplicationScope): Scope => scopeNames[shown];
export const shownScope = (scope: Scope): ApplicationScope => shownScopes[scope];
