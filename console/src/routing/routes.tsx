import { createRootRoute, createRoute, type RouteComponent, useParams } from '@tanstack/react-router';
import type { FC } from 'react';
import { App } from '../app.js';
import { ApplicationPage } from '../pages/applications/application-page.js';
import { ApplicationsPage } from '../pages/applications/applications-page.js';
import { NewApplicationPage } from '../pages/applications/new-application-page.js';
import { LaterDashboardPage } from '../pages/dashboards/later-dashboard-page.js';
import { viewNames } from '../pages/explore/explore-view.js';
import { JobsPage } from '../pages/jobs/jobs-page.js';
import { MetricPage } from '../pages/metrics/metric-page.js';
import { MetricsPage } from '../pages/metrics/metrics-page.js';
import { NewMetricPage } from '../pages/metrics/new-metric-page.js';
import { NotFoundPage } from '../pages/not-found-page.js';
import { OverviewPage } from '../pages/overview/overview-page.js';
import { PoolPage } from '../pages/pools/pool-page.js';
import { PoolsPage } from '../pages/pools/pools-page.js';
import { NewSourcePage } from '../pages/sources/new-source-page.js';
import { SourcePage } from '../pages/sources/source-page.js';
import { SourcesPage } from '../pages/sources/sources-page.js';
import { QueriesPage } from '../pages/sql/queries-page.js';
import { NewViewPage } from '../pages/views/new-view-page.js';
import { ViewPage } from '../pages/views/view-page.js';
import { ViewsPage } from '../pages/views/views-page.js';
import type { Ability } from '../session/permissions.js';
import { loadedLater } from '../ui/loaded-later.js';
import { Loading } from '../ui/states.js';
import type { Texts } from './search.js';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What an Application needs to see the page; undefined for everyone's. */
    readonly needs?: Ability | undefined;
  }
}

const texts =
  <const Name extends string>(names: readonly Name[]) =>
  (search: Texts<string>): Texts<Name> =>
    Object.fromEntries(names.map((name) => [name, search[name]])) as Texts<Name>;

const root = createRootRoute({
  component: App,
  notFoundComponent: NotFoundPage,
  validateSearch: texts(['refresh']),
});

interface RouteOptions<Name> {
  readonly needs?: Ability;
  /** The names of its parameters after the question mark. */
  readonly search?: readonly Name[];
}

const route = <const To extends string, const Name extends string = never>(
  path: To,
  component: RouteComponent,
  { needs, search = [] }: RouteOptions<Name> = {},
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    staticData: { needs },
    validateSearch: texts(search),
  });

/** The page of another ID keeps no state of this one. */
const byId = (Page: FC<{ id: string }>): RouteComponent =>
  function PageById() {
    const { id = '' } = useParams({ strict: false });
    return <Page key={id} id={id} />;
  };

const laterPage = <Props extends object>(what: string, load: () => Promise<{ default: FC<Props> }>) =>
  loadedLater(load, <Loading what={what} />);
const ExplorePage = laterPage('Explore', () => import('../pages/explore/explore-page.js'));
const SqlPage = laterPage('the SQL editor', () => import('../pages/sql/sql-page.js'));
const DocsPage = laterPage('the docs', () => import('../docs/docs-page.js'));
const EnvironmentPage = laterPage(
  'the Environment',
  () => import('../pages/environment/environment-page.js'),
);
const DashboardsPage = laterPage('dashboards', () => import('../pages/dashboards/dashboards-page.js'));
const PoliciesPage = laterPage('access policies', () => import('../pages/policies/policies-page.js'));
const PolicyPage = laterPage('the access policy', () => import('../pages/policies/policy-page.js'));
const QuarantinePage = laterPage('the quarantine', () => import('../pages/quarantine/quarantine-page.js'));

/** The tab is a child without a component, so that the page stays when another tab is chosen. */
const pool = route('/pools/$id', byId(PoolPage), {
  needs: 'readCatalog',
  search: ['range', 'filter', 'filters', 'order', 'sort', 'size', 'time', 'zone', 'week'],
});
const poolTab = createRoute({ getParentRoute: () => pool, path: '$tab' });

export const routeTree = root.addChildren([
  route('/', OverviewPage, { search: ['source', ...viewNames] }),
  route('/sources', SourcesPage, { needs: 'administer' }),
  route('/sources/new', NewSourcePage, { needs: 'administer', search: ['type', 'source', ...viewNames] }),
  route('/sources/$id', byId(SourcePage), { needs: 'administer' }),
  route('/sources/$id/quarantine', byId(QuarantinePage), {
    needs: 'administer',
    search: ['column', 'reason', 'search'],
  }),
  route('/pools', PoolsPage, { needs: 'readCatalog' }),
  pool.addChildren([poolTab]),
  route('/metrics', MetricsPage, { needs: 'readCatalog' }),
  route('/metrics/new', NewMetricPage, {
    needs: 'administer',
    search: ['pool', 'agg', 'column', 'expression', 'filter'],
  }),
  route('/metrics/$id', byId(MetricPage), { needs: 'readCatalog' }),
  route('/views', ViewsPage, { needs: 'administer' }),
  route('/views/new', NewViewPage, { needs: 'administer' }),
  route('/views/$id', byId(ViewPage), { needs: 'administer' }),
  route('/explore', ExplorePage, { needs: 'queryMetrics', search: viewNames }),
  route('/sql', SqlPage, { needs: 'readRecords', search: ['q', 'dialect', 'saved'] }),
  route('/dashboards', DashboardsPage, { needs: 'queryMetrics' }),
  route('/dashboards/$id', byId(LaterDashboardPage), {
    needs: 'queryMetrics',
    search: ['edit', 'range', 'zone', 'filter'],
  }),
  route('/docs/$page', DocsPage, { search: ['at'] }),
  route('/queries', QueriesPage, { needs: 'readCatalog', search: ['type', 'status'] }),
  route('/jobs', JobsPage, { needs: 'readCatalog' }),
  route('/policies', PoliciesPage, { needs: 'administer' }),
  route('/policies/$id', byId(PolicyPage), { needs: 'administer' }),
  route('/applications', ApplicationsPage, { needs: 'manageApplications' }),
  route('/applications/new', NewApplicationPage, { needs: 'manageApplications' }),
  route('/applications/$id', byId(ApplicationPage), { needs: 'manageApplications' }),
  route('/environment', EnvironmentPage, { needs: 'administer' }),
]);
