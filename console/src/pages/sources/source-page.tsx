import { dataSourceQuery, deleteDataSourceMutation } from '@weir/client';
import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { announce } from '../../ui/announcer.js';
import { DeleteDialog } from '../../ui/delete-dialog.js';
import { Page } from '../../ui/page.js';
import { Answered } from '../../ui/states.js';
import type { ShownSource } from './shown-source.js';
import { sourceKindOf } from './source-kinds.js';

const crumb = { label: 'Data Sources', to: href('/sources') };

export function SourcePage({ id }: { id: string }) {
  const answer = useOperation(dataSourceQuery, { id });
  const source = answer.data?.dataSource;
  if (!source)
    return (
      <Page title="Data Source" crumb={crumb}>
        <Answered answer={answer} what="the Data Source">
          {() => null}
        </Answered>
      </Page>
    );
  return <Shown source={source} />;
}

function Shown({ source }: { source: ShownSource }) {
  const kind = sourceKindOf(source.type);
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const remove = useChange(deleteDataSourceMutation, () => {
    announce(`Data Source ${source.uniqueName} deleted`);
    navigate(href('/sources'));
  });
  return (
    <Page
      title={source.uniqueName}
      lead={source.description}
      crumb={crumb}
      actions={
        <>
          {kind.EditDialog && (
            <button type="button" onClick={() => setDialog('edit')}>
              Edit
            </button>
          )}
          <button type="button" className="danger" onClick={() => setDialog('delete')}>
            Delete
          </button>
        </>
      }
    >
      <kind.Panels source={source} />
      {dialog === 'edit' && kind.EditDialog && (
        <kind.EditDialog source={source} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'delete' && (
        <DeleteDialog
          resource="Data Source"
          name={source.uniqueName}
          error={remove.error}
          pending={remove.isPending}
          onDelete={() => remove.mutate({ id: source.id, cascade: true })}
          onClose={() => setDialog(undefined)}
        >
          {kind.onDelete} Its Data Pool is deleted with all records and Metrics. This cannot be undone.
        </DeleteDialog>
      )}
    </Page>
  );
}
