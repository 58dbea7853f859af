import { dataSourceDataPoolsQuery, testDataSourceMutation } from '@weir/client';
import { useChange, useOperation } from '../../../api/use-operation.js';
import { href } from '../../../routing/href.js';
import { StatusBadge } from '../../../ui/badge.js';
import { Answered, Empty, Failure } from '../../../ui/states.js';
import { Table } from '../../../ui/table.js';
import type { ShownSource } from '../shown-source.js';
import { LastSync } from './last-sync.js';
import { NewSyncedPool } from './new-synced-pool.js';
import { isS3, type ShownS3Source } from './s3-source.js';

/** The page of an S3 Data Source. */
export function S3Panels({ source }: { source: ShownSource }) {
  if (!isS3(source)) return null;
  return (
    <>
      <ConnectionPanel source={source} />
      <section className="panel stack">
        <h2>Tables</h2>
        <Table
          label="Tables"
          columns={[
            { header: 'Name', cell: ({ name }) => name },
            { header: 'Path', cell: ({ path }) => <code>{path}</code> },
            { header: 'Format', cell: ({ format }) => format },
            {
              header: 'Columns',
              cell: ({ columns }) => (columns.length === 0 ? 'of the first file' : columns.length),
            },
          ]}
          rows={source.connectionSettings.tables}
          rowKey={({ name }) => name}
        />
      </section>
      <PoolsPanel source={source} />
    </>
  );
}

function ConnectionPanel({ source }: { source: ShownS3Source }) {
  const { bucket, endpoint, region, awsAccessKeyId } = source.connectionSettings;
  const test = useChange(testDataSourceMutation);
  return (
    <section className="panel stack">
      <h2>Connection</h2>
      <dl className="facts">
        <dt>Status</dt>
        <dd>
          <StatusBadge status={source.status} />
        </dd>
        <dt>Bucket</dt>
        <dd>{bucket}</dd>
        <dt>Endpoint</dt>
        <dd>{endpoint ?? `Amazon S3, ${region}`}</dd>
        <dt>Access key ID</dt>
        <dd>{awsAccessKeyId}</dd>
      </dl>
      <Table
        label="Checks"
        columns={[
          { header: 'Check', cell: ({ description }) => description },
          { header: 'Outcome', cell: ({ status }) => <StatusBadge status={status} /> },
          { header: 'Reason', cell: ({ error }) => error?.message ?? '' },
        ]}
        rows={source.checks}
        rowKey={({ name }) => name}
      />
      {test.isError && <Failure error={test.error} />}
      <div className="row">
        <button type="button" disabled={test.isPending} onClick={() => test.mutate({ id: source.id })}>
          {test.isPending ? 'Testing…' : 'Test connection'}
        </button>
      </div>
    </section>
  );
}

function PoolsPanel({ source }: { source: ShownS3Source }) {
  const answer = useOperation(dataSourceDataPoolsQuery, { id: source.id });
  return (
    <section className="panel stack">
      <h2>Data Pools</h2>
      <Answered answer={answer} what="Data Pools">
        {({ dataSource }) =>
          dataSource?.dataPools && dataSource.dataPools.nodes.length > 0 ? (
            <Table
              label="Data Pools"
              columns={[
                {
                  header: 'Name',
                  cell: ({ id, uniqueName }) => (
                    <a href={href('/pools/$id/$tab', { id, tab: 'syncs' })}>{uniqueName}</a>
                  ),
                },
                { header: 'Table', cell: ({ syncing }) => syncing?.table ?? '—' },
                { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
                {
                  header: 'Last sync',
                  cell: ({ id, uniqueName }) => <LastSync poolId={id} poolName={uniqueName} />,
                },
              ]}
              rows={dataSource.dataPools.nodes}
              rowKey={({ id }) => id}
            />
          ) : (
            <Empty title="No Data Pools yet" />
          )
        }
      </Answered>
      <NewSyncedPool source={source} />
    </section>
  );
}
