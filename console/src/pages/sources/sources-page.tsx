import { dataSourcesQuery } from '@weir/client';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { formatEnum } from '../../format/format.js';
import { href } from '../../routing/href.js';
import { StatusBadge } from '../../ui/badge.js';
import { Page } from '../../ui/page.js';
import { type PagePosition, Pager, pageArguments } from '../../ui/pager.js';
import { Answered, Empty } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { isWebhook, type ShownSource } from './shown-source.js';
import { shownTypes, sourceKindOf } from './source-kinds.js';

const pageSize = 50;

const columns: readonly TableColumn<ShownSource>[] = [
  { header: 'Name', cell: ({ id, uniqueName }) => <a href={href('/sources/$id', { id })}>{uniqueName}</a> },
  { header: 'Type', cell: ({ type }) => formatEnum(type) },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Columns',
    cell: (source) => (isWebhook(source) ? source.connectionSettings.columns.length : '—'),
    numeric: true,
  },
  {
    header: 'Basic auth',
    cell: (source) => (isWebhook(source) ? (source.connectionSettings.basicAuth ? 'On' : 'Off') : '—'),
  },
  { header: 'Created', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

export function SourcesPage() {
  const [position, setPosition] = useState<PagePosition>({});
  const answer = useOperation(dataSourcesQuery, pageArguments(position, pageSize), { keepPrevious: true });
  return (
    <Page
      title="Data Sources"
      lead="Data Sources receive events. Each webhook has its own URL and fills one Data Pool."
      actions={shownTypes.map((type) => (
        <a key={type} className="button primary" href={href('/sources/new', { type })}>
          New {sourceKindOf(type).label}
        </a>
      ))}
    >
      <Answered answer={answer} what="Data Sources">
        {({ dataSources }) =>
          !dataSources || dataSources.nodes.length === 0 ? (
            <Empty title="No Data Sources yet">
              <p>Create one from a sample event; it takes a minute.</p>
              <a className="button primary" href={href('/sources/new')}>
                Start here
              </a>
            </Empty>
          ) : (
            <>
              <Table
                label="Data Sources"
                columns={columns}
                rows={dataSources.nodes}
                rowKey={({ id }) => id}
              />
              <Pager pageInfo={dataSources.pageInfo} onMove={setPosition} />
            </>
          )
        }
      </Answered>
    </Page>
  );
}
