import {
  createDataPoolAccessPolicyMutation,
  dataPoolAccessPoliciesQuery,
  type PolicyPartsFragment,
} from '@weir/client';
import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { type May, useMay } from '../../session/permissions.js';
import { Dialog } from '../../ui/dialog.js';
import { Page } from '../../ui/page.js';
import { type PagePosition, Pager, pageArguments } from '../../ui/pager.js';
import { Answered, Empty } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';
import { emptyPolicy, PolicyForm } from './policy-form.js';

const pageSize = 50;

const applicationsColumn: TableColumn<PolicyPartsFragment> = {
  header: 'Applications',
  cell: ({ applications }) => applications?.nodes.length ?? 0,
  numeric: true,
};

const columnsFor = (may: May): readonly TableColumn<PolicyPartsFragment>[] => [
  { header: 'Name', cell: ({ id, uniqueName }) => <a href={href('/policies/$id', { id })}>{uniqueName}</a> },
  {
    header: 'Data Pool',
    cell: ({ dataPool }) => <a href={href('/pools/$id', { id: dataPool.id })}>{dataPool.uniqueName}</a>,
  },
  { header: 'In force', cell: ({ inForce }) => (inForce ? 'Yes' : 'Not in force') },
  { header: 'Columns', cell: (policy) => <span className="mono">{policy.columns.join(', ')}</span> },
  { header: 'Rows where', cell: ({ filterSql }) => <span className="mono">{filterSql || 'all'}</span> },
  ...(may('manageApplications') ? [applicationsColumn] : []),
];

export default function PoliciesPage() {
  const [position, setPosition] = useState<PagePosition>({});
  const [creating, setCreating] = useState(false);
  const may = useMay();
  const withApplications = may('manageApplications');
  const answer = useOperation(
    dataPoolAccessPoliciesQuery,
    { ...pageArguments(position, pageSize), withApplications },
    { keepPrevious: true },
  );
  const create = useChange(createDataPoolAccessPolicyMutation, (result) =>
    navigate(href('/policies/$id', { id: result.createDataPoolAccessPolicy?.dataPoolAccessPolicy.id ?? '' })),
  );
  return (
    <Page
      title="Access policies"
      lead="Rows and columns that an Application may read in a Data Pool with access control on."
      actions={
        <button type="button" className="primary" onClick={() => setCreating(true)}>
          New access policy
        </button>
      }
    >
      <Answered answer={answer} what="access policies">
        {({ dataPoolAccessPolicies: policies }) =>
          !policies || policies.nodes.length === 0 ? (
            <Empty title="No access policies yet">
              <p>
                Without access control, every Application with a query scope can read the whole Data Pool. The
                first access policy of a Data Pool turns it on.
              </p>
            </Empty>
          ) : (
            <>
              <Table
                label="Access policies"
                columns={columnsFor(may)}
                rows={policies.nodes}
                rowKey={({ id }) => id}
              />
              <Pager pageInfo={policies.pageInfo} onMove={setPosition} />
            </>
          )
        }
      </Answered>
      {creating && (
        <Dialog title="New access policy" onClose={() => setCreating(false)} wide>
          <PolicyForm
            initial={emptyPolicy}
            error={create.error}
            pending={create.isPending}
            onSubmit={(draft) => create.mutate({ input: draft, withApplications })}
            onCancel={() => setCreating(false)}
          />
        </Dialog>
      )}
    </Page>
  );
}
