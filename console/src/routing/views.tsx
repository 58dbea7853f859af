import { lazy, type ReactNode, Suspense } from 'react';
import { ApplicationPage } from '../pages/applications/application-page.js';
import { ApplicationsPage } from '../pages/applications/applications-page.js';
import { NewApplicationPage } from '../pages/applications/new-application-page.js';
import { JobsPage } from '../pages/jobs/jobs-page.js';
import { MetricPage } from '../pages/metrics/metric-page.js';
import { MetricsPage } from '../pages/metrics/metrics-page.js';
import { NewMetricPage } from '../pages/metrics/new-metric-page.js';
import { NotFoundPage } from '../pages/not-found-page.js';
import { NotPermittedPage } from '../pages/not-permitted-page.js';
import { OverviewPage } from '../pages/overview/overview-page.js';
import { PoliciesPage } from '../pages/policies/policies-page.js';
import { PolicyPage } from '../pages/policies/policy-page.js';
import { PoolPage } from '../pages/pools/pool-page.js';
import { PoolsPage } from '../pages/pools/pools-page.js';
import { QuarantinePage } from '../pages/quarantine/quarantine-page.js';
import { NewSourcePage } from '../pages/sources/new-source-page.js';
import { SourcePage } from '../pages/sources/source-page.js';
import { SourcesPage } from '../pages/sources/sources-page.js';
import { QueriesPage } from '../pages/sql/queries-page.js';
import { NewViewPage } from '../pages/views/new-view-page.js';
import { ViewPage } from '../pages/views/view-page.js';
import { ViewsPage } from '../pages/views/views-page.js';
import type { May } from '../session/permissions.js';
import { Loading } from '../ui/states.js';
import { type Location, match } from './location.js';
import { neededAbility } from './needed-ability.js';

const ExplorePage = lazy(() => import('../pages/explore/explore-page.js'));
const SqlPage = lazy(() => import('../pages/sql/sql-page.js'));
const DocsPage = lazy(() => import('../docs/docs-page.js'));
const DashboardsPage = lazy(() => import('../pages/dashboards/dashboards-page.js'));
const DashboardPage = lazy(() => import('../pages/dashboards/dashboard-page.js'));

type View = (values: Readonly<Record<string, string>>, params: URLSearchParams) => ReactNode;

/** Every view by its path; the first match is shown. */
const views: readonly (readonly [pattern: string, view: View])[] = [
  ['/', () => <OverviewPage />],
  ['/sources', () => <SourcesPage />],
  ['/sources/new', () => <NewSourcePage />],
  ['/sources/:id', ({ id = '' }) => <SourcePage key={id} id={id} />],
  ['/sources/:id/quarantine', ({ id = '' }) => <QuarantinePage key={id} id={id} />],
  ['/pools', () => <PoolsPage />],
  ['/pools/:id', ({ id = '' }) => <PoolPage key={id} id={id} tab="records" />],
  ['/pools/:id/:tab', ({ id = '', tab = '' }) => <PoolPage key={id} id={id} tab={tab} />],
  ['/metrics', () => <MetricsPage />],
  ['/metrics/new', () => <NewMetricPage />],
  ['/metrics/:id', ({ id = '' }) => <MetricPage key={id} id={id} />],
  ['/views', () => <ViewsPage />],
  ['/views/new', () => <NewViewPage />],
  ['/views/:id', ({ id = '' }) => <ViewPage key={id} id={id} />],
  [
    '/explore',
    () => (
      <Suspense fallback={<Loading what="Explore" />}>
        <ExplorePage />
      </Suspense>
    ),
  ],
  [
    '/sql',
    () => (
      <Suspense fallback={<Loading what="the SQL editor" />}>
        <SqlPage />
      </Suspense>
    ),
  ],
  [
    '/dashboards',
    () => (
      <Suspense fallback={<Loading what="dashboards" />}>
        <DashboardsPage />
      </Suspense>
    ),
  ],
  [
    '/dashboards/:id',
    ({ id = '' }) => (
      <Suspense fallback={<Loading what="the dashboard" />}>
        <DashboardPage key={id} id={id} />
      </Suspense>
    ),
  ],
  [
    '/docs/:page',
    ({ page = '' }, params) => (
      <Suspense fallback={<Loading what="the docs" />}>
        <DocsPage key={page} page={page} at={params.get('at') ?? ''} />
      </Suspense>
    ),
  ],
  ['/queries', () => <QueriesPage />],
  ['/jobs', () => <JobsPage />],
  ['/policies', () => <PoliciesPage />],
  ['/policies/:id', ({ id = '' }) => <PolicyPage key={id} id={id} />],
  ['/applications', () => <ApplicationsPage />],
  ['/applications/new', () => <NewApplicationPage />],
  ['/applications/:id', ({ id = '' }) => <ApplicationPage key={id} id={id} />],
];

export function viewOf({ path, params }: Location, may: May): ReactNode {
  const needed = neededAbility(path);
  if (needed && !may(needed)) return <NotPermittedPage />;
  for (const [pattern, view] of views) {
    const values = match(pattern, path);
    if (values) return view(values, params);
  }
  return <NotFoundPage />;
}
