import { metricKinds } from '@weir/client';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { href } from '../../routing/href.js';
import { type May, useMay } from '../../session/permissions.js';
import { Page } from '../../ui/page.js';
import { type PagePosition, Pager, pageArguments } from '../../ui/pager.js';
import { Answered, Empty } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';
import { metricsDocument } from './metric-documents.js';
import { formulaOf, isWholeMetric, type ShownMetric } from './metric-kinds.js';

const pageSize = 50;

const adminColumns: readonly TableColumn<ShownMetric>[] = [
  {
    header: 'Computes',
    cell: (metric) => isWholeMetric(metric) && <span className="mono">{formulaOf(metric)}</span>,
  },
  { header: 'Filter', cell: ({ settings }) => <span className="mono">{settings?.filterSql || '—'}</span> },
];

const readerColumns: readonly TableColumn<ShownMetric>[] = [
  { header: 'Type', cell: ({ type }) => metricKinds[type].label },
];

const exploreColumn: TableColumn<ShownMetric> = {
  header: 'Explore',
  cell: ({ id, uniqueName }) => (
    <a href={href('/explore', { metric: id })} aria-label={`Explore ${uniqueName}`}>
      Explore
    </a>
  ),
};

const columnsFor = (may: May): readonly TableColumn<ShownMetric>[] => [
  { header: 'Name', cell: ({ id, uniqueName }) => <a href={href('/metrics/$id', { id })}>{uniqueName}</a> },
  {
    header: 'Data Pool',
    cell: ({ dataPool }) => <a href={href('/pools/$id', { id: dataPool.id })}>{dataPool.uniqueName}</a>,
  },
  ...(may('administer') ? adminColumns : readerColumns),
  ...(may('queryMetrics') ? [exploreColumn] : []),
];

export function MetricsPage() {
  const [position, setPosition] = useState<PagePosition>({});
  const may = useMay();
  const answer = useOperation(metricsDocument(may), pageArguments(position, pageSize), {
    keepPrevious: true,
  });
  return (
    <Page
      title="Metrics"
      lead="Named aggregations over a Data Pool, ready to query by name."
      actions={
        may('administer') && (
          <a className="button primary" href={href('/metrics/new')}>
            New Metric
          </a>
        )
      }
    >
      <Answered answer={answer} what="Metrics">
        {({ metrics }) =>
          !metrics || metrics.nodes.length === 0 ? (
            <Empty title="No Metrics yet">
              {may('administer') && <p>Create a Metric, or try out an aggregation in Explore first.</p>}
              <div className="row">
                {may('administer') && (
                  <a className="button primary" href={href('/metrics/new')}>
                    New Metric
                  </a>
                )}
                {may('queryMetrics') && (
                  <a className="button" href={href('/explore')}>
                    Explore
                  </a>
                )}
              </div>
            </Empty>
          ) : (
            <>
              <Table label="Metrics" columns={columnsFor(may)} rows={metrics.nodes} rowKey={({ id }) => id} />
              <Pager pageInfo={metrics.pageInfo} onMove={setPosition} />
            </>
          )
        }
      </Answered>
    </Page>
  );
}
