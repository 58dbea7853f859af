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
import { Answered, Failure } from '../../ui/states.js';
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
          Applications without another access policy on this Data Pool can no longer read it.
        </DeleteDialog>
      )}
    </Page>
  );
}

function Assignments({ policy }: { policy: Policy }) {
  const [chosen, setChosen] = useState('');
  const applications = useWholeList(applicationsQuery, 'applications');
  const assign = useChange(assignDataPoolAccessPolicyToApplicationMutation, () => setChosen(''));
  const unassign = useChange(unAssignDataPoolAccessPolicyFromApplicationMutation);
  const assigned = policy.applications?.nodes ?? [];
  const others = (applications.data?.applications?.nodes ?? []).filter(
    ({ id }) => !assigned.some((application) => application.id === id),
  );
  const failure = assign.error ?? unassign.error;
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
            onClick={() => unassign.mutate({ dataPoolAccessPolicy: policy.id, application: id })}
          >
            Unassign
          </button>
        </div>
      ))}
      <ListEnd list={applications.data?.applications} what="Applications" />
      <div className="row-fields">
        <Picker label="Application" value={chosen} onChange={setChosen} options={namedOptions(others)} />
        <button
          type="button"
          disabled={chosen === '' || assign.isPending}
          onClick={() => assign.mutate({ dataPoolAccessPolicy: policy.id, application: chosen })}
        >
          Assign
        </button>
      </div>
      {failure && <Failure error={failure} />}
    </section>
  );
}
