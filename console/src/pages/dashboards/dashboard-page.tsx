import { dashboardQuery } from '@weir/client';
import { useMemo, useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { usePreloadedCharts } from '../../charts/chart.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { useView } from '../../routing/use-view.js';
import { useMay } from '../../session/permissions.js';
import { Page } from '../../ui/page.js';
import { Answered } from '../../ui/states.js';
import { draftOf, type ShownDashboard } from './dashboard-draft.js';
import { DashboardEditor } from './dashboard-editor.js';
import { DashboardViewer } from './dashboard-viewer.js';
import { dashboardsCrumb } from './dashboards-crumb.js';
import { useKeptDraft } from './kept-drafts.js';
import './dashboards.css';

export default function DashboardPage({ id }: { id: string }) {
  usePreloadedCharts();
  const answer = useOperation(dashboardQuery, { id });
  const dashboard = answer.data?.dashboard;
  if (!dashboard)
    return (
      <Page title="Dashboard" crumb={dashboardsCrumb}>
        <Answered answer={answer} what="the dashboard">
          {() => null}
        </Answered>
      </Page>
    );
  return <Shown dashboard={dashboard} refresh={answer.refetch} />;
}

interface ShownProps {
  readonly dashboard: ShownDashboard;
  readonly refresh: () => Promise<unknown>;
}

function Shown({ dashboard, refresh }: ShownProps) {
  const { search } = useView();
  const canEdit = useMay()('administer');
  const { kept } = useKeptDraft(dashboard.id);
  const [editing, setEditing] = useState(canEdit && (search.edit === 'true' || kept !== undefined));
  // Someone else may have saved it since this page was opened.
  const edit = () => void refresh().then(() => setEditing(true));
  const finish = () => {
    setEditing(false);
    // Someone may have left the page while it was saved.
    const [shown] = window.location.hash.split('?');
    if (shown !== href('/dashboards/$id', { id: dashboard.id })) return;
    // A reload shows the dashboard, not the editor again.
    navigate(href('/dashboards/$id', { ...search, id: dashboard.id, edit: '' }), { replace: true });
  };
  const saved = useMemo(() => draftOf(dashboard), [dashboard]);
  return editing ? (
    <DashboardEditor id={dashboard.id} saved={saved} onDone={finish} />
  ) : (
    <DashboardViewer id={dashboard.id} saved={saved} onEdit={canEdit ? edit : undefined} />
  );
}
