import {
  type ApplicationPartsFragment,
  applicationQuery,
  deleteApplicationMutation,
  modifyApplicationMutation,
} from '@weir/client';
import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { useMay, useMayGive } from '../../session/permissions.js';
import { useSessionState } from '../../session/session.js';
import { announce } from '../../ui/announcer.js';
import { changedFields } from '../../ui/changed-fields.js';
import { Copyable } from '../../ui/copyable.js';
import { DeleteDialog } from '../../ui/delete-dialog.js';
import { Form, FormEnd } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { Answered } from '../../ui/states.js';
import { ApplicationPolicies } from '../policies/application-policies.js';
import { type ApplicationDraft, ApplicationFields } from './application-form.js';
import { RotatePanel } from './rotate-panel.js';

const crumb = { label: 'Applications', to: href('/applications') };

type Application = ApplicationPartsFragment;

export function ApplicationPage({ id }: { id: string }) {
  const answer = useOperation(applicationQuery, { id });
  const application = answer.data?.application;
  if (!application)
    return (
      <Page title="Application" crumb={crumb}>
        <Answered answer={answer} what="the Application">
          {() => null}
        </Answered>
      </Page>
    );
  return <Shown application={application} />;
}

function Shown({ application }: { application: Application }) {
  const may = useMay();
  // An Application with more scopes than the signed-in one is not for it to change.
  const mayChange = application.scopes.every(useMayGive());
  const isOwn = useSessionState().session?.clientId === application.clientId;
  const [deleting, setDeleting] = useState(false);
  const remove = useChange(deleteApplicationMutation, () => {
    announce(`Application ${application.uniqueName} deleted`);
    navigate(href('/applications'));
  });
  return (
    <Page
      title={application.uniqueName}
      lead={application.description}
      crumb={crumb}
      actions={
        mayChange &&
        !isOwn && (
          <button type="button" className="danger" onClick={() => setDeleting(true)}>
            Delete
          </button>
        )
      }
    >
      <section className="panel stack">
        <h2>Client ID</h2>
        <Copyable text={application.clientId} what="client ID" />
      </section>
      {mayChange ? (
        <div className="two-columns">
          <EditForm key={application.modifiedAt} application={application} />
          <RotatePanel application={application} />
        </div>
      ) : (
        <Facts application={application} />
      )}
      {may('administer') && (
        <ApplicationPolicies applicationId={application.id} isAdmin={application.scopes.includes('ADMIN')} />
      )}
      {deleting && (
        <DeleteDialog
          resource="Application"
          name={application.uniqueName}
          error={remove.error}
          pending={remove.isPending}
          onDelete={() => remove.mutate({ id: application.id, cascade: true })}
          onClose={() => setDeleting(false)}
        >
          Its credentials and tokens stop working immediately. This cannot be undone.
        </DeleteDialog>
      )}
    </Page>
  );
}

function Facts({ application: { tier, scopes } }: { application: Application }) {
  return (
    <section className="panel stack">
      <dl className="facts">
        <dt>Tier</dt>
        <dd>{tier}</dd>
        <dt>Scopes</dt>
        <dd>{scopes.join(', ')}</dd>
      </dl>
      <p className="note">It has scopes that yours does not have, so you cannot change it.</p>
    </section>
  );
}

function EditForm({ application }: { application: Application }) {
  const before: ApplicationDraft = {
    uniqueName: application.uniqueName,
    description: application.description ?? '',
    tier: application.tier,
    scopes: application.scopes,
  };
  const [draft, setDraft] = useState(before);
  const modify = useChange(modifyApplicationMutation, () => announce('Saved'));
  const submit = () => {
    modify.mutate({ input: { idOrUniqueName: { id: application.id }, ...changedFields(before, draft) } });
  };
  return (
    <Form className="panel form" error={modify.error} onSubmit={submit}>
      <h2>Settings</h2>
      <ApplicationFields draft={draft} set={(changes) => setDraft({ ...draft, ...changes })} />
      <FormEnd submit="Save" disabled={modify.isPending} />
    </Form>
  );
}
