import type { ApplicationScope } from '@weir/client';
import { useSessionState } from './session.js';

const anyQuery = ['metric:query', 'metric:stats', 'data_pool:query', 'admin'];

/** What an Application may do, with the scopes of which one is enough. The service has the same rules and checks them. */
const abilities = {
  administer: ['admin'],
  manageApplications: ['application:admin'],
  /** Lists of Data Pools, Metrics, queries and exports. */
  readCatalog: anyQuery,
  queryMetrics: ['metric:query', 'admin'],
  /** The most frequent values of a column. */
  readStatistics: ['metric:stats', 'data_pool:query', 'admin'],
  readRecords: ['data_pool:query', 'admin'],
  loadFiles: ['data_pool:load', 'admin'],
} as const satisfies Record<string, readonly string[]>;

export type Ability = keyof typeof abilities;

export type May = (ability: Ability) => boolean;

export const mayWith =
  (scopes: readonly string[]): May =>
  (ability) =>
    abilities[ability].some((scope) => scopes.includes(scope));

/** Whether the signed-in Application may do something. What it may not do is neither shown nor asked for. */
export function useMay(): May {
  return mayWith(useSessionState().session?.scopes ?? []);
}

const enumOf = (scope: string) => scope.replace(':', '_').toUpperCase();

/** Whether the signed-in Application may give a scope to another, or change an Application that has it. */
export function useMayGive(): (scope: ApplicationScope) => boolean {
  const own = (useSessionState().session?.scopes ?? []).map(enumOf);
  return (scope) => own.includes(scope) || (scope !== 'APPLICATION_ADMIN' && own.includes('ADMIN'));
}
