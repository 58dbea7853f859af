import { useMemo } from 'react';
import { isReadable, usePools } from '../../api/use-pools.js';
import { useWholeList } from '../../api/use-whole-list.js';
import { allConditions, filterConditions } from '../../filters/column-filter.js';
import { usePreferences } from '../../preferences/preferences.js';
import { href } from '../../routing/href.js';
import { changeView } from '../../routing/navigate.js';
import { useView } from '../../routing/use-view.js';
import { useMay } from '../../session/permissions.js';
import { ListEnd } from '../../ui/list-end.js';
import { Page } from '../../ui/page.js';
import { Segments } from '../../ui/segments.js';
import { Answered, Empty, Loading } from '../../ui/states.js';
import { AddToDashboard } from '../dashboards/add-to-dashboard.js';
import { tileOfView } from '../dashboards/tile-of-view.js';
import { metricsDocument } from '../metrics/metric-documents.js';
import { ExploreControls } from './explore-controls.js';
import { ExploreResultPanel } from './explore-result.js';
import { type ExploreView, readView, viewKinds, viewParams } from './explore-view.js';
import { originOf } from './records-behind.js';
import { SourceFields } from './source-fields.js';

export default function ExplorePage() {
  const { search } = useView();
  const { timeZone: preferred } = usePreferences();
  const view = useMemo(() => readView(search), [search]);
  const set = (changes: Partial<ExploreView>) => changeView('/explore', viewParams({ ...view, ...changes }));
  const may = useMay();
  const pools = usePools();
  const metrics = useWholeList(metricsDocument(may), 'metrics');
  const timeZone = view.zone || preferred;
  // Only what the Application's access policies let it read.
  const shownPools = (pools.data?.dataPools?.nodes ?? []).filter(isReadable);
  const shownMetrics = (metrics.data?.metrics?.nodes ?? []).filter(({ dataPool }) =>
    shownPools.some(({ id }) => id === dataPool.id),
  );
  const metric = shownMetrics.find(({ id }) => id === view.metric);
  const poolId = metric?.dataPool.id ?? view.pool;
  const tile = metric && tileOfView(view, metric.uniqueName);
  const pool = shownPools.find(({ id }) => id === poolId);
  return (
    <Page
      title="Explore"
      lead="Query any Metric. The URL contains the whole view, so you can share it as a link."
      actions={
        may('administer') && view.metric === '' && view.pool !== '' ? (
          <a
            className="button"
            href={href('/metrics/new', {
              pool: view.pool,
              agg: view.agg,
              column: view.column,
              expression: view.expression,
              filter: allConditions([view.filter, ...filterConditions(view.filters)]),
            })}
          >
            Save as a Metric
          </a>
        ) : (
          tile && <AddToDashboard tile={tile} />
        )
      }
    >
      <section className="panel stack">
        <Segments
          label="View"
          options={viewKinds}
          value={view.view}
          onChange={(kind) => set({ view: kind as ExploreView['view'] })}
        />
        <Answered answer={pools} what="Data Pools">
          {() =>
            metrics.isPending ? (
              <Loading what="Metrics" />
            ) : (
              <SourceFields view={view} set={set} pools={shownPools} metrics={shownMetrics} />
            )
          }
        </Answered>
        <ListEnd list={metrics.data?.metrics} what="Metrics" />
        <ListEnd list={pools.data?.dataPools} what="Data Pools" />
        <ExploreControls view={view} set={set} pool={pool} timeZone={timeZone} metrics={shownMetrics} />
      </section>
      {pools.data?.dataPools?.nodes.length === 0 ? (
        <Empty title="Nothing to explore yet">
          {may('administer') && (
            <a className="button primary" href={href('/sources/new')}>
              Start here
            </a>
          )}
        </Empty>
      ) : (
        <ExploreResultPanel
          view={view}
          timeZone={timeZone}
          name={metric?.uniqueName}
          origin={may('readRecords') ? originOf(view, metric, pool) : undefined}
          onZoom={(range, gran) => set({ range, gran })}
          isFormReady={!pools.isPending && !metrics.isPending}
        />
      )}
    </Page>
  );
}
