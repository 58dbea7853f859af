import {
  createSavedQueryMutation,
  modifySavedQueryMutation,
  type SavedQueryPartsFragment,
} from '@weir/client';
import { useState } from 'react';
import { useChange } from '../../api/use-operation.js';
import { useMay } from '../../session/permissions.js';
import { announce } from '../../ui/announcer.js';
import { Failure } from '../../ui/states.js';
import type { QueryTab } from './query-tabs.js';
import { SavedQueryDialog } from './saved-query-dialog.js';

interface SaveButtonsProps {
  readonly tab: QueryTab;
  readonly onSaved: (saved: SavedQueryPartsFragment) => void;
}

const statementOf = ({ sql, dialect }: QueryTab) => ({ sql, ...(dialect !== '' && { dialect }) });

/** Saves the query for all; nothing for those who may not. */
export function SaveButtons({ tab, onSaved }: SaveButtonsProps) {
  const [isNaming, setNaming] = useState(false);
  const finish = (saved: SavedQueryPartsFragment) => {
    onSaved(saved);
    announce(`${saved.uniqueName} saved`);
    setNaming(false);
  };
  const create = useChange(createSavedQueryMutation, ({ createSavedQuery }) => {
    if (createSavedQuery) finish(createSavedQuery.savedQuery);
  });
  const modify = useChange(modifySavedQueryMutation, ({ modifySavedQuery }) => {
    if (modifySavedQuery) finish(modifySavedQuery.savedQuery);
  });
  const name = () => {
    create.reset();
    modify.reset();
    setNaming(true);
  };
  const { savedQuery } = tab;
  if (!useMay()('administer')) return null;
  const isBlank = tab.sql.trim() === '';
  return (
    <>
      {savedQuery && (
        <button
          type="button"
          disabled={isBlank || modify.isPending || !savedQuery.isChanged}
          onClick={() => modify.mutate({ input: { id: savedQuery.id, ...statementOf(tab) } })}
        >
          Save
        </button>
      )}
      <button type="button" disabled={isBlank} onClick={name}>
        {savedQuery ? 'Save as …' : 'Save'}
      </button>
      {modify.isError && <Failure error={modify.error} />}
      {isNaming && (
        <SavedQueryDialog
          title="Save query"
          uniqueName={savedQuery ? '' : tab.name}
          description=""
          error={create.error}
          pending={create.isPending}
          onSubmit={({ uniqueName, description }) =>
            create.mutate({
              input: { uniqueName, ...(description !== '' && { description }), ...statementOf(tab) },
            })
          }
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
