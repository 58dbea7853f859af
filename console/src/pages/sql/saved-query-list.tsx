import {
  deleteSavedQueryMutation,
  modifySavedQueryMutation,
  type SavedQuerySummaryFragment,
  savedQueriesQuery,
} from '@weir/client';
import { useState } from 'react';
import { useChange } from '../../api/use-operation.js';
import { useWholeList } from '../../api/use-whole-list.js';
import { href } from '../../routing/href.js';
import { useMay } from '../../session/permissions.js';
import { announce } from '../../ui/announcer.js';
import { DeleteDialog } from '../../ui/delete-dialog.js';
import { ListEnd } from '../../ui/list-end.js';
import { Answered } from '../../ui/states.js';
import type { QueryTab } from './query-tabs.js';
import { SavedQueryDialog } from './saved-query-dialog.js';
import { isFound } from './shown-pools.js';

interface SavedQueryListProps {
  readonly search: string;
  /** Called with what the tabs of a saved query must follow. */
  readonly onChanged: (id: string, changes: Partial<QueryTab>) => void;
}

/** The saved queries of the Environment. Those who may not change them can open them. */
export function SavedQueryList({ search, onChanged }: SavedQueryListProps) {
  const [renamed, setRenamed] = useState<SavedQuerySummaryFragment>();
  const [deleted, setDeleted] = useState<SavedQuerySummaryFragment>();
  const answer = useWholeList(savedQueriesQuery, 'savedQueries');
  const mayChange = useMay()('administer');
  return (
    <>
      <Answered answer={answer} what="saved queries">
        {({ savedQueries }) => (
          <>
            {(savedQueries?.nodes.length ?? 0) === 0 && (
              <p className="note small">
                {mayChange ? 'None yet. “Save” keeps a query here, for all.' : 'None yet.'}
              </p>
            )}
            <ul className="side-list" aria-label="Saved queries">
              {savedQueries?.nodes
                .filter(({ uniqueName }) => isFound(uniqueName, search))
                .map((saved) => (
                  <li key={saved.id} className="side-item">
                    <a
                      className="button quiet small-button side-name"
                      title={saved.description || saved.uniqueName}
                      href={href('/sql', { saved: saved.id })}
                    >
                      {saved.uniqueName}
                    </a>
                    {mayChange && (
                      <>
                        <IconButton
                          label={`Rename ${saved.uniqueName}`}
                          icon="✎"
                          onClick={() => setRenamed(saved)}
                        />
                        <IconButton
                          label={`Delete ${saved.uniqueName}`}
                          icon="×"
                          onClick={() => setDeleted(saved)}
                        />
                      </>
                    )}
                  </li>
                ))}
            </ul>
            <ListEnd list={savedQueries} what="saved queries" />
          </>
        )}
      </Answered>
      {renamed && (
        <RenameSavedQuery saved={renamed} onChanged={onChanged} onClose={() => setRenamed(undefined)} />
      )}
      {deleted && (
        <DeleteSavedQuery saved={deleted} onChanged={onChanged} onClose={() => setDeleted(undefined)} />
      )}
    </>
  );
}

function IconButton({ label, icon, onClick }: { label: string; icon: string; onClick: () => void }) {
  return (
    <button type="button" className="quiet small-button" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </button>
  );
}

interface ChangeProps extends Pick<SavedQueryListProps, 'onChanged'> {
  readonly saved: SavedQuerySummaryFragment;
  readonly onClose: () => void;
}

function RenameSavedQuery({ saved, onChanged, onClose }: ChangeProps) {
  const modify = useChange(modifySavedQueryMutation, ({ modifySavedQuery }) => {
    const name = modifySavedQuery?.savedQuery.uniqueName;
    if (name) onChanged(saved.id, { name });
    onClose();
  });
  return (
    <SavedQueryDialog
      title={`Rename ${saved.uniqueName}`}
      uniqueName={saved.uniqueName}
      description={saved.description ?? ''}
      error={modify.error}
      pending={modify.isPending}
      onSubmit={(values) => modify.mutate({ input: { id: saved.id, ...values } })}
      onClose={onClose}
    />
  );
}

function DeleteSavedQuery({ saved, onChanged, onClose }: ChangeProps) {
  const remove = useChange(deleteSavedQueryMutation, () => {
    announce(`${saved.uniqueName} deleted`);
    onChanged(saved.id, { savedQuery: undefined });
    onClose();
  });
  return (
    <DeleteDialog
      resource="saved query"
      name={saved.uniqueName}
      error={remove.error}
      pending={remove.isPending}
      onDelete={() => remove.mutate({ id: saved.id })}
      onClose={onClose}
    >
      It is deleted for all. A tab in which it is open keeps its text.
    </DeleteDialog>
  );
}
