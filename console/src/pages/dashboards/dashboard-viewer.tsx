import { deleteDashboardMutation, duplicateDashboardMutation } from '@weir/client';
import { useRef, useState } from 'react';
import { useChange } from '../../api/use-operation.js';
import { download } from '../../format/download.js';
import { usePreferences } from '../../preferences/preferences.js';
import { useRefresh } from '../../refresh/use-refresh.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { announce } from '../../ui/announcer.js';
import { DeleteDialog } from '../../ui/delete-dialog.js';
import { Page } from '../../ui/page.js';
import { Empty } from '../../ui/states.js';
import { DashboardControls } from './dashboard-controls.js';
import type { DashboardDraft } from './dashboard-draft.js';
import { dashboardFile } from './dashboard-file.js';
import { dashboardsCrumb } from './dashboards-crumb.js';
import { useFullScreen } from './full-screen.js';
import { NameDialog } from './name-dialog.js';
import { ShareDialog } from './share/share-dialog.js';
import { shownZone } from './shown-zone.js';
import { TileGrid } from './tile-grid.js';
import { useViewScope } from './view-scope.js';

interface DashboardViewerProps {
  readonly id: string;
  readonly saved: DashboardDraft;
  /** Undefined for viewers who may not change it. */
  readonly onEdit: (() => void) | undefined;
}

/** A dashboard as it is looked at. Nothing that a viewer changes here is saved. */
export function DashboardViewer({ id, saved, onEdit }: DashboardViewerProps) {
  const { timeZone: preferred } = usePreferences();
  const { scope, setScope } = useViewScope(id, saved);
  const { isLive } = useRefresh();
  const board = useRef<HTMLElement>(null);
  const [isFull, toggleFull] = useFullScreen(board);
  return (
    <Page
      title={saved.uniqueName}
      lead={saved.description}
      crumb={dashboardsCrumb}
      actions={<DashboardActions id={id} saved={saved} onEdit={onEdit} />}
    >
      <section className="dashboard stack" aria-label="Tiles" ref={board}>
        <div className="panel row-fields">
          <DashboardControls scope={scope} onChange={setScope} />
          <button type="button" aria-pressed={isFull} onClick={toggleFull}>
            Full screen
          </button>
        </div>
        {saved.tiles.length === 0 ? (
          <Empty title="This dashboard has no tiles yet">
            {onEdit && (
              <button type="button" className="primary" onClick={onEdit}>
                Add tiles
              </button>
            )}
          </Empty>
        ) : (
          <TileGrid
            canCopy
            tiles={saved.tiles}
            scope={{ ...scope, timeZone: shownZone(scope.timeZone, preferred) }}
            isLive={isLive}
          />
        )}
      </section>
    </Page>
  );
}

function DashboardActions({ id, saved, onEdit }: DashboardViewerProps) {
  const [opened, setOpened] = useState<'share' | 'duplicate' | 'delete'>();
  const close = () => setOpened(undefined);
  const isPartial = saved.tiles.some(({ sql }) => sql?.query === null);
  const duplicate = useChange(duplicateDashboardMutation, ({ duplicateDashboard }) => {
    announce('Dashboard duplicated');
    navigate(href('/dashboards/$id', { id: duplicateDashboard?.dashboard.id ?? '' }));
  });
  const remove = useChange(deleteDashboardMutation, () => {
    announce(`Dashboard ${saved.uniqueName} deleted`);
    navigate(dashboardsCrumb.to);
  });
  return (
    <>
      <button
        type="button"
        disabled={isPartial}
        title={isPartial ? 'Your Application may not read the SQL of this dashboard' : undefined}
        onClick={() => download(`${saved.uniqueName}.json`, [dashboardFile(saved)], 'application/json')}
      >
        Export
      </button>
      {onEdit && (
        <>
          <button type="button" onClick={() => setOpened('share')}>
            Share
          </button>
          <button type="button" onClick={() => setOpened('duplicate')}>
            Duplicate
          </button>
          <button type="button" className="danger" onClick={() => setOpened('delete')}>
            Delete
          </button>
          <button type="button" className="primary" onClick={onEdit}>
            Edit
          </button>
        </>
      )}
      {opened === 'share' && <ShareDialog dashboardId={id} tiles={saved.tiles} onClose={close} />}
      {opened === 'duplicate' && (
        <NameDialog
          title="Duplicate the dashboard"
          submitLabel="Duplicate"
          initial={`${saved.uniqueName} copy`}
          error={duplicate.error}
          pending={duplicate.isPending}
          onSubmit={(uniqueName) => duplicate.mutate({ input: { id, uniqueName } })}
          onClose={close}
        />
      )}
      {opened === 'delete' && (
        <DeleteDialog
          resource="dashboard"
          name={saved.uniqueName}
          error={remove.error}
          pending={remove.isPending}
          onDelete={() => remove.mutate({ id })}
          onClose={close}
        >
          Its Metrics and all records stay.
        </DeleteDialog>
      )}
    </>
  );
}
