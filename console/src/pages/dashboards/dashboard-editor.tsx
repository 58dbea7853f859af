import { useQueryClient } from '@tanstack/react-query';
import { dashboardQuery, modifyDashboardMutation } from '@weir/client';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useChange } from '../../api/use-operation.js';
import { usePreferences } from '../../preferences/preferences.js';
import { announce } from '../../ui/announcer.js';
import { TextField } from '../../ui/field.js';
import { Page } from '../../ui/page.js';
import { Empty, Failure, Loading } from '../../ui/states.js';
import { freePlace, withoutGaps } from './arrange.js';
import { DashboardControls } from './dashboard-controls.js';
import {
  type DashboardDraft,
  type DraftTile,
  ifUnmodified,
  modifyInput,
  newTileKey,
  type TileContent,
} from './dashboard-draft.js';
import { dashboardsCrumb } from './dashboards-crumb.js';
import { useKeptDraft } from './kept-drafts.js';
import { isSavedMeanwhile, SavedMeanwhile } from './saved-meanwhile.js';
import { shownZone } from './shown-zone.js';
import { TileDialog } from './tile-dialog.js';

const ArrangedGrid = lazy(() => import('./arranged-grid.js'));

interface DashboardEditorProps {
  readonly id: string;
  readonly saved: DashboardDraft;
  readonly onDone: () => void;
}

/** A dashboard while it is changed. Everything is saved at once, or nothing. */
export function DashboardEditor({ id, saved, onDone }: DashboardEditorProps) {
  const { timeZone: preferred } = usePreferences();
  const { kept, keep, drop } = useKeptDraft(id);
  const [draft, setDraft] = useState(kept ?? saved);
  const [opened, setOpened] = useState<DraftTile | 'new'>();
  const queries = useQueryClient();
  const isChanged = draft !== saved;
  const finish = () => {
    drop();
    onDone();
  };
  const discard = () => {
    finish();
    // Someone else may have saved it in the meantime.
    void queries.invalidateQueries({ queryKey: [dashboardQuery, { id }] });
  };
  const save = useChange(modifyDashboardMutation, ({ modifyDashboard }) => {
    // Otherwise the earlier tiles would be shown until the next answer.
    queries.setQueryData([dashboardQuery, { id }], { dashboard: modifyDashboard?.dashboard });
    announce('Dashboard saved');
    finish();
  });
  useUnsavedWarning(isChanged && !save.isSuccess);
  const change = (changes: Partial<DashboardDraft>) => {
    const next = { ...draft, ...changes };
    keep(next);
    setDraft(next);
  };
  const finishTile = (content: TileContent) => {
    change({ tiles: withTile(draft.tiles, opened === 'new' ? undefined : opened, content) });
    setOpened(undefined);
  };
  return (
    <Page
      isForm
      title={`Edit ${saved.uniqueName}`}
      crumb={dashboardsCrumb}
      actions={
        <>
          <button
            type="button"
            disabled={save.isPending}
            onClick={() => change({ tiles: withoutGaps(draft.tiles) })}
          >
            Close gaps
          </button>
          <button type="button" disabled={save.isPending} onClick={() => setOpened('new')}>
            Add tile
          </button>
          <button type="button" disabled={save.isPending} onClick={discard}>
            Discard changes
          </button>
          <button
            type="button"
            className="primary"
            disabled={save.isPending}
            onClick={() => save.mutate({ input: { ...modifyInput(id, draft), ...ifUnmodified(draft) } })}
          >
            Save
          </button>
        </>
      }
    >
      {isSavedMeanwhile(save.error) ? (
        <SavedMeanwhile onOverwrite={() => save.mutate({ input: modifyInput(id, draft) })} />
      ) : (
        save.isError && <Failure error={save.error} />
      )}
      {/* What is changed while it is saved would be lost. */}
      <div className="stack" inert={save.isPending}>
        <div className="panel stack">
          <NameFields draft={draft} onChange={change} />
          <div className="row-fields">
            <DashboardControls scope={draft} onChange={change} isSaved />
          </div>
        </div>
        {draft.tiles.length === 0 ? (
          <Empty title="No tiles yet">
            <p>“Add tile” shows a Metric, the result of SQL, or a text.</p>
          </Empty>
        ) : (
          <Suspense fallback={<Loading what="the grid" />}>
            <ArrangedGrid
              tiles={draft.tiles}
              scope={{ ...draft, timeZone: shownZone(draft.timeZone, preferred) }}
              onChange={(tiles) => change({ tiles })}
              onEdit={setOpened}
            />
          </Suspense>
        )}
      </div>
      {opened && (
        <TileDialog
          tile={opened === 'new' ? undefined : opened}
          onDone={finishTile}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Page>
  );
}

function NameFields({
  draft,
  onChange,
}: {
  draft: DashboardDraft;
  onChange: (changes: Partial<DashboardDraft>) => void;
}) {
  return (
    <div className="row-fields">
      <TextField
        label="Unique name"
        name="uniqueName"
        value={draft.uniqueName}
        onChange={(uniqueName) => onChange({ uniqueName })}
        required
      />
      <TextField
        label="Description"
        name="description"
        value={draft.description}
        onChange={(description) => onChange({ description })}
      />
    </div>
  );
}

/** A tile keeps its place when its content changes. */
function withTile(
  tiles: readonly DraftTile[],
  edited: DraftTile | undefined,
  content: TileContent,
): readonly DraftTile[] {
  if (!edited) return [...tiles, { key: newTileKey(), ...freePlace(tiles), ...content }];
  const { key, x, y, width, height } = edited;
  return tiles.map((tile) => (tile.key === key ? { key, x, y, width, height, ...content } : tile));
}

function useUnsavedWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isChanged]);
}
