import {
  type DataPoolSyncsQuery,
  dataPoolSyncsQuery,
  disableSyncingMutation,
  enableSyncingMutation,
  resyncDataPoolMutation,
  syncDataPoolMutation,
} from '@weir/client';
import { useChange, useOperation } from '../../api/use-operation.js';
import type { WholePool } from '../../api/use-pools.js';
import { formatBytes, formatNumber } from '../../format/format.js';
import { StatusBadge } from '../../ui/badge.js';
import { Answered, Empty, Failure } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { intervalLabels } from '../sources/s3/s3-source.js';

const pollMs = 1_500;

type ShownSync = NonNullable<
  NonNullable<NonNullable<DataPoolSyncsQuery['dataPool']>['syncs']>['nodes']
>[number];

const columns: readonly TableColumn<ShownSync>[] = [
  { header: 'Started', cell: ({ createdAt }) => <Time value={createdAt} /> },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Files', cell: ({ files }) => formatNumber(files), numeric: true },
  { header: 'Failed', cell: ({ failedFiles }) => formatNumber(failedFiles), numeric: true },
  { header: 'Records', cell: ({ records }) => formatNumber(records), numeric: true },
  { header: 'Size', cell: ({ bytes }) => formatBytes(bytes), numeric: true },
  { header: 'Reason', cell: ({ error }) => error?.message ?? '' },
];

/** The syncs that fill a Data Pool from files. */
export function SyncsTab({ pool }: { pool: WholePool }) {
  const answer = useOperation(
    dataPoolSyncsQuery,
    { id: pool.id, first: 20 },
    { refetchIntervalMs: pollMs, keepPrevious: true },
  );
  return (
    <div className="stack">
      <SyncingPanel pool={pool} />
      <Answered answer={answer} what="syncs">
        {({ dataPool }) =>
          !dataPool?.syncs || dataPool.syncs.nodes.length === 0 ? (
            <Empty title="No syncs yet" />
          ) : (
            <Table label="Syncs" columns={columns} rows={dataPool.syncs.nodes} rowKey={({ id }) => id} />
          )
        }
      </Answered>
    </div>
  );
}

function SyncingPanel({ pool: { id, syncing } }: { pool: WholePool }) {
  const sync = useChange(syncDataPoolMutation);
  const resync = useChange(resyncDataPoolMutation);
  const enable = useChange(enableSyncingMutation);
  const disable = useChange(disableSyncingMutation);
  if (!syncing) return null;
  const isEnabled = syncing.status === 'ENABLED';
  const failed = [sync, resync, enable, disable].find(({ isError }) => isError);
  return (
    <section className="panel stack">
      <p>
        {isEnabled
          ? `Looks for new files of the table “${syncing.table}” ${intervalLabels[syncing.interval]}.`
          : `Does not look for new files of the table “${syncing.table}” by itself.`}{' '}
        {syncing.lastSyncedAt && (
          <>
            Last synced <Time value={syncing.lastSyncedAt} />.
          </>
        )}
      </p>
      {failed?.error && <Failure error={failed.error} />}
      <div className="row">
        <button type="button" className="primary" onClick={() => sync.mutate({ id })}>
          Sync now
        </button>
        <button type="button" onClick={() => resync.mutate({ id })}>
          Load all files again
        </button>
        <button type="button" onClick={() => (isEnabled ? disable : enable).mutate({ id })}>
          {isEnabled ? 'Disable syncing' : 'Enable syncing'}
        </button>
      </div>
    </section>
  );
}
