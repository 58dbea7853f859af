import { type ApplicationPartsFragment, applicationsQuery } from '@weir/client';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { href } from '../../routing/href.js';
import { Page } from '../../ui/page.js';
import { type PagePosition, Pager, pageArguments } from '../../ui/pager.js';
import { Answered, Empty } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';
import { Time } from '../../ui/time.js';

const pageSize = 50;

const columns: readonly TableColumn<ApplicationPartsFragment>[] = [
  {
    header: 'Name',
    cell: ({ id, uniqueName }) => <a href={href('/applications/$id', { id })}>{uniqueName}</a>,
  },
  { header: 'Client ID', cell: ({ clientId }) => <span className="mono">{clientId}</span> },
  { header: 'Tier', cell: ({ tier }) => tier },
  {
    header: 'Scopes',
    cell: ({ scopes }) => (
      <span className="row">
        {scopes.map((scope) => (
          <span key={scope} className="tag">
            {scope}
          </span>
        ))}
      </span>
    ),
  },
  { header: 'Created', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

export function ApplicationsPage() {
  const [position, setPosition] = useState<PagePosition>({});
  const answer = useOperation(applicationsQuery, pageArguments(position, pageSize), { keepPrevious: true });
  return (
    <Page
      title="Applications"
      lead="API credentials. Scopes decide what an Application may do; its tier decides how fast its queries run."
      actions={
        <a className="button primary" href={href('/applications/new')}>
          New Application
        </a>
      }
    >
      <Answered answer={answer} what="Applications">
        {({ applications }) =>
          !applications || applications.nodes.length === 0 ? (
            <Empty title="No Applications yet" />
          ) : (
            <>
              <Table
                label="Applications"
                columns={columns}
                rows={applications.nodes}
                rowKey={({ id }) => id}
              />
              <Pager pageInfo={applications.pageInfo} onMove={setPosition} />
            </>
          )
        }
      </Answered>
    </Page>
  );
}
