import { cancelJobMutation } from '@weir/client';
import { useChange } from '../../api/use-operation.js';
import { formatBytes, formatEnum, formatNumber } from '../../format/format.js';
import { href } from '../../routing/href.js';
import { StatusBadge } from '../../ui/badge.js';
import { Failure } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { JobProgress } from './job-progress.js';
import { Rejections } from './rejections.js';
import { isRunning, type ShownJob } from './shown-job.js';

/** A one-line summary of a job. */
function taskOf(job: ShownJob): string {
  switch (job.__typename) {
    case 'DeletionJob':
      return `Delete records where ${job.filterSql ?? '…'}`;
    case 'AddColumnToDataPoolJob':
      return `Add column ${job.columnName} (${job.columnType}) from ${job.jsonProperty}`;
    case 'RebuildDataPoolJob':
      return [
        'Rebuild the table',
        keysText('sorted', job.orderBy),
        keysText('partitioned', job.partitionBy),
      ].join('');
    case 'BoosterJob':
      return `${formatEnum(job.task)} booster ${job.booster?.id ?? ''} of ${job.booster?.metric?.uniqueName ?? 'a deleted Metric'}`;
    case 'ReplayJob':
      return `${job.isDryRun ? 'Dry run: replay' : 'Replay'} ${job.source === 'QUARANTINE' ? 'quarantined events' : 'records'} of ${job.dataSource?.uniqueName ?? 'a deleted Data Source'}`;
    case 'LoadJob':
      return `Load ${job.fileName ?? 'a file'} (${job.format}, ${formatBytes(job.fileSizeInBytes)})`;
    case 'SyncJob':
      return 'Load new files';
    case 'UpdateDataPoolRecordsJob':
      return `Set ${job.set.map(({ column, expression }) => `${column} = ${expression}`).join(', ')} where ${job.filterSql ?? '…'}`;
  }
}

const keysText = (how: string, keys: readonly string[] | null) =>
  keys ? `, ${how} by ${keys.join(', ')}` : '';

/** The counts of a job; empty until they are known. */
function Records({ job }: { job: ShownJob }) {
  if (job.affectedRecords === null) return null;
  const { misfittingRecords = null } = job.__typename === 'AddColumnToDataPoolJob' ? job : {};
  const ignoredColumns = (job.__typename === 'LoadJob' && job.ignoredColumns) || [];
  const { rejectedEvents = null, rejections = [] } = job.__typename === 'ReplayJob' ? job : {};
  return (
    <>
      {formatNumber(job.affectedRecords)}
      {misfittingRecords !== null && misfittingRecords !== '0' && (
        <div className="note">{formatNumber(misfittingRecords)} had a type mismatch</div>
      )}
      {rejectedEvents !== null && rejectedEvents !== '0' && (
        <div className="note">{formatNumber(rejectedEvents)} cannot be stored</div>
      )}
      {ignoredColumns.length > 0 && <div className="note">Ignored columns: {ignoredColumns.join(', ')}</div>}
      <Rejections rejections={rejections} />
    </>
  );
}

export function JobTable({ jobs, withPool }: { jobs: readonly ShownJob[]; withPool: boolean }) {
  const cancel = useChange(cancelJobMutation);
  const columns: readonly TableColumn<ShownJob>[] = [
    { header: 'Task', cell: (job) => <span className="mono">{taskOf(job)}</span> },
    ...(withPool
      ? [
          {
            header: 'Data Pool',
            cell: ({ dataPool }: ShownJob) => (
              <a href={href('/pools/$id/$tab', { id: dataPool.id, tab: 'jobs' })}>{dataPool.uniqueName}</a>
            ),
          },
        ]
      : []),
    {
      header: 'Status',
      cell: (job) => (
        <>
          <StatusBadge status={job.status} />
          {job.error && <div className="problem-text">{job.error.message}</div>}
        </>
      ),
    },
    { header: 'Records', cell: (job) => <Records job={job} /> },
    { header: 'Progress', cell: (job) => <JobProgress job={job} /> },
    { header: 'Created', cell: ({ createdAt }) => <Time value={createdAt} /> },
    {
      header: 'Cancel',
      cell: (job) =>
        isRunning(job) && (
          <button type="button" className="small-button" onClick={() => cancel.mutate({ id: job.id })}>
            Cancel
          </button>
        ),
    },
  ];
  return (
    <>
      {cancel.isError && <Failure error={cancel.error} />}
      <Table label="Jobs" columns={columns} rows={jobs} rowKey={({ id }) => id} />
    </>
  );
}
