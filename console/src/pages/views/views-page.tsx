import { materializedViewsQuery } from '@weir/client';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { href } from '../../routing/href.js';
import { Page } from '../../ui/page.js';
import { type PagePosition, Pager, pageArguments } from '../../ui/pager.js';
import { Answered, Empty } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { PoolLink, type ShownView, ViewStatus } from './view-status.js';

const pageSize = 50;
const pollMs = 2_000;

const columns: readonly TableColumn<ShownView>[] = [
  { header: 'Name', cell: ({ id, uniqueName }) => <a href={href('/views/$id', { id })}>{uniqueName}</a> },
  { header: 'Reads', cell: ({ source }) => <PoolLink pool={source} /> },
  { header: 'Fills', cell: ({ destination }) => <PoolLink pool={destination} /> },
  { header: 'Status', cell: (view) => <ViewStatus view={view} /> },
  { header: 'Created', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

const newView = (
  <a className="button primary" href={href('/views/new')}>
    New materialized view
  </a>
);

export function ViewsPage() {
  const [position, setPosition] = useState<PagePosition>({});
  const answer = useOperation(materializedViewsQuery, pageArguments(position, pageSize), {
    keepPrevious: true,
    refetchIntervalMs: pollMs,
  });
  return (
    <Page
      title="Materialized views"
      lead="SQL over new records whose results are kept in a Data Pool."
      actions={newView}
    >
      <Answered answer={answer} what="materialized views">
        {({ materializedViews }) =>
          !materializedViews || materializedViews.nodes.length === 0 ? (
            <Empty title="No materialized views yet">
              <p>Transform or aggregate records as they arrive, and query the results like any Data Pool.</p>
              {newView}
            </Empty>
          ) : (
            <>
              <Table
                label="Materialized views"
                columns={columns}
                rows={materializedViews.nodes}
                rowKey={({ id }) => id}
              />
              <Pager pageInfo={materializedViews.pageInfo} onMove={setPosition} />
            </>
          )
        }
      </Answered>
    </Page>
  );
}
