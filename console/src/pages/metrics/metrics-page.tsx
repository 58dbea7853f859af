import { metricsQuery } from '@weir/client';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { href } from '../../routing/location.js';
import { Page } from '../../ui/page.js';
import { type PagePosition, Pager, pageArguments } from '../../ui/pager.js';
import { Answered, Empty } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';
import { formulaOf, type ShownMetric } from './metric-kinds.js';

const pageSize = 50;

const columns: readonly TableColumn<ShownMetric>[] = [
  { header: 'Name', cell: ({ id, uniqueName }) => <a href={href(`/metrics/${id}`)}>{uniqueName}</a> },
  { header: 'Computes', cell: (metric) => <span className="mono">{formulaOf(metric)}</span> },
  {
    header: 'Data Pool',
    cell: ({ dataPool }) => <a href={href(`/pools/${dataPool.id}`)}>{dataPool.uniqueName}</a>,
  },
  { header: 'Filter', cell: ({ settings }) => <span className="mono">{settings.filterSql || '—'}</span> },
  {
    header: 'Explore',
    cell: ({ id, uniqueName }) => (
      <a href={href('/explore', { metric: id })} aria-label={`Explore ${uniqueName}`}>
        Explore
      </a>
    ),
  },
];

export function MetricsPage() {
  const [position, setPosition] = useState<PagePosition>({});
  const answer = useOperation(metricsQuery, pageArguments(position, pageSize), { keepPrevious: true });
  return (
    <Page
      title="Metrics"
      lead="Named aggregations over a Data Pool, ready to query by name."
      actions={
        <a className="button primary" href="#/metrics/new">
          New Metric
        </a>
      }
    >
      <Answered answer={answer} what="Metrics">
        {({ metrics }) =>
          !metrics || metrics.nodes.length === 0 ? (
            <Empty title="No Metrics yet">
              <p>Create a Metric, or try out an aggregation in Explore first.</p>
              <div className="row">
                <a className="button primary" href="#/metrics/new">
                  New Metric
                </a>
                <a className="button" href="#/explore">
                  Explore
                </a>
              </div>
            </Empty>
          ) : (
            <>
              <Table label="Metrics" columns={columns} rows={metrics.nodes} rowKey={({ id }) => id} />
              <Pager pageInfo={metrics.pageInfo} onMove={setPosition} />
            </>
          )
        }
      </Answered>
    </Page>
  );
}
