import { createDashboardMutation, type DashboardSummaryFragment, dashboardsQuery } from '@weir/client';
import { useEffect, useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import { usePreloadedCharts } from '../../charts/chart.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { useMay } from '../../session/permissions.js';
import { Page } from '../../ui/page.js';
import { type PagePosition, Pager, pageArguments } from '../../ui/pager.js';
import { Answered, Empty } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { ImportDialog } from './import-dialog.js';
import { LaterDashboardPage } from './later-dashboard-page.js';
import { NameDialog } from './name-dialog.js';

const pageSize = 50;

const columns: readonly TableColumn<DashboardSummaryFragment>[] = [
  {
    header: 'Name',
    cell: ({ id, uniqueName }) => <a href={href('/dashboards/$id', { id })}>{uniqueName}</a>,
  },
  { header: 'Description', cell: ({ description }) => description ?? '' },
  { header: 'Changed', cell: ({ modifiedAt }) => <Time value={modifiedAt} /> },
];

export default function DashboardsPage() {
  const [position, setPosition] = useState<PagePosition>({});
  const [opened, setOpened] = useState<'new' | 'import'>();
  // The next click opens a dashboard.
  usePreloadedCharts();
  useEffect(() => void LaterDashboardPage.preloadScript().catch(() => undefined), []);
  const canEdit = useMay()('administer');
  const answer = useOperation(dashboardsQuery, pageArguments(position, pageSize), { keepPrevious: true });
  const create = useChange(createDashboardMutation, ({ createDashboard }) =>
    navigate(href('/dashboards/$id', { id: createDashboard?.dashboard.id ?? '', edit: 'true' })),
  );
  const actions = canEdit && (
    <>
      <button type="button" onClick={() => setOpened('import')}>
        Import
      </button>
      <button type="button" className="primary" onClick={() => setOpened('new')}>
        New dashboard
      </button>
    </>
  );
  return (
    <Page title="Dashboards" lead="Metrics, SQL and texts on one page, saved for all." actions={actions}>
      <Answered answer={answer} what="dashboards">
        {({ dashboards }) =>
          !dashboards || dashboards.nodes.length === 0 ? (
            <Empty title="No dashboards yet">
              <p>
                {canEdit
                  ? 'Create one, then add Metrics, SQL and texts to it.'
                  : 'Somebody with the scope admin can create one.'}
              </p>
            </Empty>
          ) : (
            <>
              <Table label="Dashboards" columns={columns} rows={dashboards.nodes} rowKey={({ id }) => id} />
              <Pager pageInfo={dashboards.pageInfo} onMove={setPosition} />
            </>
          )
        }
      </Answered>
      {opened === 'new' && (
        <NameDialog
          title="New dashboard"
          submitLabel="Create dashboard"
          initial=""
          error={create.error}
          pending={create.isPending}
          onSubmit={(uniqueName) => create.mutate({ input: { uniqueName } })}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === 'import' && <ImportDialog onClose={() => setOpened(undefined)} />}
    </Page>
  );
}
