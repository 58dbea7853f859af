import type { Ability } from '../session/permissions.js';

/** What the pages below a path need; the longest path that matches decides. Other pages are for everyone. */
const needs: readonly (readonly [path: string, ability: Ability])[] = [
  ['/sources', 'administer'],
  ['/pools', 'readCatalog'],
  ['/metrics/new', 'administer'],
  ['/metrics', 'readCatalog'],
  ['/views', 'administer'],
  ['/explore', 'queryMetrics'],
  ['/dashboards', 'queryMetrics'],
  ['/sql', 'readRecords'],
  ['/queries', 'readCatalog'],
  ['/jobs', 'readCatalog'],
  ['/policies', 'administer'],
  ['/applications', 'manageApplications'],
];

export function neededAbility(path: string): Ability | undefined {
  const matching = needs.filter(([own]) => path === own || path.startsWith(`${own}/`));
  return matching.sort(([one], [other]) => other.length - one.length)[0]?.[1];
}
