import {
  deleteMaterializedViewMutation,
  materializedViewQuery,
  modifyMaterializedViewMutation,
  refreshMaterializedViewMutation,
} from '@weir/client';
import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { announce } from '../../ui/announcer.js';
import { changedFields } from '../../ui/changed-fields.js';
import { DeleteDialog } from '../../ui/delete-dialog.js';
import { Form, FormEnd } from '../../ui/form.js';
import { NameFields, namedOf } from '../../ui/name-fields.js';
import { Page } from '../../ui/page.js';
import { Answered, Failure } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { PoolLink, type ShownView, ViewStatus } from './view-status.js';

const crumb = { label: 'Materialized views', to: href('/views') };
const pollMs = 2_000;

export function ViewPage({ id }: { id: string }) {
  const answer = useOperation(materializedViewQuery, { id }, { refetchIntervalMs: pollMs });
  const view = answer.data?.materializedView;
  if (!view)
    return (
      <Page title="Materialized view" crumb={crumb}>
        <Answered answer={answer} what="the materialized view">
          {() => null}
        </Answered>
      </Page>
    );
  return <Shown view={view} />;
}

function Shown({ view }: { view: ShownView }) {
  const { id, uniqueName } = view;
  const [deleting, setDeleting] = useState(false);
  const refresh = useChange(refreshMaterializedViewMutation, () => announce('Recomputing'));
  const remove = useChange(deleteMaterializedViewMutation, () => {
    announce(`Materialized view ${uniqueName} deleted`);
    navigate(crumb.to);
  });
  return (
    <Page
      title={uniqueName}
      lead={view.description}
      crumb={crumb}
      actions={
        <>
          <button type="button" disabled={refresh.isPending} onClick={() => refresh.mutate({ id })}>
            Rebuild
          </button>
          <button type="button" className="danger" onClick={() => setDeleting(true)}>
            Delete
          </button>
        </>
      }
    >
      {refresh.isError && <Failure error={refresh.error} />}
      <Facts view={view} />
      <EditForm key={view.modifiedAt} view={view} />
      {deleting && (
        <DeleteDialog
          resource="materialized view"
          name={uniqueName}
          error={remove.error}
          pending={remove.isPending}
          onDelete={() => remove.mutate({ id })}
          onClose={() => setDeleting(false)}
        >
          New records are no longer added to {view.destination.uniqueName}, which stays with all its records.
        </DeleteDialog>
      )}
    </Page>
  );
}

function Facts({ view }: { view: ShownView }) {
  return (
    <section className="panel">
      <h2>Definition</h2>
      <dl className="facts">
        <dt>ID</dt>
        <dd className="mono">{view.id}</dd>
        <dt>Status</dt>
        <dd>
          <ViewStatus view={view} />
        </dd>
        <dt>Reads</dt>
        <dd>
          <PoolLink pool={view.source} />
        </dd>
        <dt>Fills</dt>
        <dd>
          <PoolLink pool={view.destination} />
          {view.source.accessControlEnabled && (
            <div className="note">
              It has access control, because {view.source.uniqueName} has it. Applications without the scope
              admin need an access policy to read it.
            </div>
          )}
        </dd>
        <dt>SQL</dt>
        <dd className="mono">{view.sql}</dd>
        <dt>Changed</dt>
        <dd>
          <Time value={view.modifiedAt} />
        </dd>
      </dl>
      <p className="note small">
        Deletions and updates of records that were read are not followed. Rebuild removes the results and runs
        the SQL over all records again.
      </p>
    </section>
  );
}

function EditForm({ view }: { view: ShownView }) {
  const [named, setNamed] = useState(() => namedOf(view));
  const modify = useChange(modifyMaterializedViewMutation, () => announce('Saved'));
  const submit = () => {
    const changed = changedFields(namedOf(view), named);
    modify.mutate({ input: { idOrUniqueName: { id: view.id }, ...changed } });
  };
  return (
    <Form className="panel form" error={modify.error} onSubmit={submit}>
      <h2>Change</h2>
      <NameFields named={named} onChange={setNamed} />
      <FormEnd submit="Save" disabled={modify.isPending} />
    </Form>
  );
}
