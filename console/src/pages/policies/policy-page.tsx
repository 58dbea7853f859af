import {
  applicationsQuery,
  assignDataPoolAccessPolicyToApplicationMutation,
  dataPoolAccessPolicyQuery,
  deleteDataPoolAccessPolicyMutation,
  modifyDataPoolAccessPolicyMutation,
  type PolicyPartsFragment,
  unAssignDataPoolAccessPolicyFromApplicationMutation,
} from '@weir/client';
import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import { useWholeList } from '../../api/use-whole-list.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { useMay } from '../../session/permissions.js';
import { announce } from '../../ui/announcer.js';
import { changedFields } from '../../ui/changed-fields.js';
import { DeleteDialog } from '../../ui/delete-dialog.js';
import { namedOptions } from '../../ui/field.js';
import { ListEnd } from '../../ui/list-end.js';
import { Page } from '../../ui/page.js';
import { Picker } from '../../ui/picker.js';
import { Answered } from '../../ui/states.js';
import { AccessChangeDialog } from './access-change-dialog.js';
import { NotInForce } from './not-in-force.js';
import { PolicyForm } from './policy-form.js';

const crumb = { label: 'Access policies', to: href('/policies') };

type Policy = PolicyPartsFragment;

export default function PolicyPage({ id }: { id: string }) {
  const withApplications = useMay()('manageApplications');
  const answer = useOperation(dataPoolAccessPolicyQuery, { id, withApplications });
  const policy = answer.data?.dataPoolAccessPolicy;
  if (!policy)
    return (
      <Page title="Access policy" crumb={crumb}>
        <Answered answer={answer} what="the access policy">
          {() => null}
        </Answered>
      </Page>
    );
  return <Shown policy={policy} />;
}

function Shown({ policy }: { policy: Policy }) {
  const withApplications = useMay()('manageApplications');
  const [deleting, setDeleting] = useState(false);
  const modify = useChange(modifyDataPoolAccessPolicyMutation, () => announce('Saved'));
  const remove = useChange(deleteDataPoolAccessPolicyMutation, () => {
    announce(`Access policy ${policy.uniqueName} deleted`);
    navigate(href('/policies'));
  });
  const before = {
    dataPool: policy.dataPool.id,
    uniqueName: policy.uniqueName,
    description: policy.description ?? '',
    columns: policy.columns,
    filterSql: policy.filterSql ?? '',
  };
  return (
    <Page
      title={policy.uniqueName}
      lead={
        <>
          For Data Pool{' '}
          <a href={href('/pools/$id', { id: policy.dataPool.id })}>{policy.dataPool.uniqueName}</a>
        </>
      }
      crumb={crumb}
      actions={
        <button type="button" className="danger" onClick={() => setDeleting(true)}>
          Delete
        </button>
      }
    >
      {!policy.inForce && (
        <p className="alert alert-warn">
          <span>
            <NotInForce pool={policy.dataPool} />
          </span>
        </p>
      )}
      {withApplications && <Assignments policy={policy} />}
      <section className="panel stack">
        <h2>Rows and columns</h2>
        <PolicyForm
          key={policy.modifiedAt}
          fixedPool
          initial={before}
          error={modify.error}
          pending={modify.isPending}
          onSubmit={(draft) =>
            modify.mutate({ input: { id: policy.id, ...changedFields(before, draft) }, withApplications })
          }
        />
      </section>
      {deleting && (
        <DeleteDialog
          resource="access policy"
          name={policy.uniqueName}
          error={remove.error}
          pending={remove.isPending}
          onDelete={() => remove.mutate({ id: policy.id })}
          onClose={() => setDeleting(false)}
        >
          Applications without the scope admin and without another access policy on this Data Pool can no
          longer read it.
        </DeleteDialog>
      )}
    </Page>
  );
}

interface Assignment {
  readonly kind: 'assign' | 'unassign';
  readonly application: string;
}

const assignmentTexts = {
  assign: { title: (policy: string) => `Assign ${policy}?`, confirm: 'Assign it' },
  unassign: { title: (policy: string) => `Unassign ${policy}?`, confirm: 'Unassign it' },
} as const;

function Assignments({ policy }: { policy: Policy }) {
  const [chosen, setChosen] = useState('');
  const [asked, setAsked] = useState<Assignment>();
  const applications = useWholeList(applicationsQuery, 'applications');
  const close = () => setAsked(undefined);
  const assign = useChange(assignDataPoolAccessPolicyToApplicationMutation, () => {
    setChosen('');
    close();
  });
  const unassign = useChange(unAssignDataPoolAccessPolicyFromApplicationMutation, close);
  const change = asked?.kind === 'unassign' ? unassign : assign;
  const ask = (kind: Assignment['kind'], application: string) => {
    assign.reset();
    unassign.reset();
    setAsked({ kind, application });
  };
  const assigned = policy.applications?.nodes ?? [];
  const others = (applications.data?.applications?.nodes ?? []).filter(
    ({ id }) => !assigned.some((application) => application.id === id),
  );
  return (
    <section className="panel stack">
      <h2>Applications with this policy</h2>
      {assigned.length === 0 && <p className="note">None yet.</p>}
      {assigned.map(({ id, uniqueName }) => (
        <div key={id} className="row">
          <a href={href('/applications/$id', { id })}>{uniqueName}</a>
          <button
            type="button"
            className="small-button"
            aria-label={`Unassign from ${uniqueName}`}
            onClick={() => ask('unassign', id)}
          >
            Unassign
          </button>
        </div>
      ))}
      <ListEnd list={applications.data?.applications} what="Applications" />
      <div className="row-fields">
        <Picker label="Application" value={chosen} onChange={setChosen} options={namedOptions(others)} />
        <button type="button" disabled={chosen === ''} onClick={() => ask('assign', chosen)}>
          Assign
        </button>
      </div>
      {asked && (
        <AccessChangeDialog
          title={assignmentTexts[asked.kind].title(policy.uniqueName)}
          confirm={assignmentTexts[asked.kind].confirm}
          change={{
            dataPool: policy.dataPool.id,
            [asked.kind]: { dataPoolAccessPolicy: policy.id, application: asked.application },
          }}
          error={change.error}
          pending={change.isPending}
          onConfirm={() => change.mutate({ dataPoolAccessPolicy: policy.id, application: asked.application })}
          onClose={close}
        />
      )}
    </section>
  );
}
