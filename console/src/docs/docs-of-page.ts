import { href } from '../routing/href.js';

/** A page of the docs, and a heading in it. */
export interface DocsPlace {
  readonly page: string;
  /** As GitHub names its anchor. */
  readonly heading?: string;
}

/** The docs that explain the pages at a path, a regular expression, and below it; the first match counts. */
export const docsOfPages: readonly (readonly [pattern: string, place: DocsPlace])[] = [
  ['/sources/[^/]+/quarantine', { page: 'console', heading: 'the-quarantine' }],
  ['/sources', { page: 'intake' }],
  ['/pools/[^/]+/load', { page: 'loading' }],
  ['/pools/[^/]+/jobs', { page: 'jobs' }],
  ['/pools/[^/]+/boosters', { page: 'boosters' }],
  ['/pools/[^/]+/syncs', { page: 'object-storage' }],
  ['/pools', { page: 'console', heading: 'filters' }],
  ['/metrics', { page: 'api', heading: 'metrics' }],
  ['/views', { page: 'materialized-views' }],
  ['/explore', { page: 'console', heading: 'charts' }],
  ['/dashboards', { page: 'console', heading: 'dashboards' }],
  ['/sql', { page: 'sql' }],
  ['/queries', { page: 'api', heading: 'limits-of-queries-and-responses' }],
  ['/jobs', { page: 'jobs' }],
  ['/policies', { page: 'access-policies' }],
  ['/applications', { page: 'api', heading: 'managing-applications' }],
  ['/environment', { page: 'api', heading: 'weeks' }],
];

const whole: DocsPlace = { page: 'console' };

export function docsHref(path: string): string {
  const found = docsOfPages.find(([pattern]) => new RegExp(`^${pattern}(/|$)`).test(path));
  return placeHref(found?.[1] ?? whole);
}

export const placeHref = ({ page, heading }: DocsPlace) => href('/docs/$page', { page, at: heading });

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
