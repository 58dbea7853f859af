import { deleteExportJobMutation, type ExportJobPartsFragment, exportJobsQuery } from '@weir/client';
import { type ReactNode, useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import { formatBytes } from '../../format/format.js';
import { StatusBadge } from '../../ui/badge.js';
import { type PagePosition, Pager, pageArguments } from '../../ui/pager.js';
import { Answered, Failure } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';
import { Time } from '../../ui/time.js';

const pageSize = 20;
const pollMs = 2_000;

/** Files that were exported in the background, with their links. */
export function ExportJobs({ otherwise = null }: { otherwise?: ReactNode }) {
  const [position, setPosition] = useState<PagePosition>({});
  const answer = useOperation(exportJobsQuery, pageArguments(position, pageSize), {
    keepPrevious: true,
    refetchIntervalMs: pollMs,
  });
  return (
    <Answered answer={answer} what="export jobs">
      {({ exportJobs }) =>
        exportJobs && exportJobs.nodes.length > 0 ? (
          <section className="stack" aria-label="Exports">
            <h2>Exports</h2>
            <ExportTable jobs={exportJobs.nodes} />
            <Pager pageInfo={exportJobs.pageInfo} onMove={setPosition} />
          </section>
        ) : (
          otherwise
        )
      }
    </Answered>
  );
}

function ExportTable({ jobs }: { jobs: readonly ExportJobPartsFragment[] }) {
  const remove = useChange(deleteExportJobMutation);
  const columns: readonly TableColumn<ExportJobPartsFragment>[] = [
    {
      header: 'File',
      cell: ({ fileName, link, s3 }) => (
        <>
          {link ? (
            <a href={link.url} download={fileName}>
              {fileName}
            </a>
          ) : (
            fileName
          )}
          {s3 && <div className="note mono">S3: {s3.key}</div>}
        </>
      ),
    },
    {
      header: 'Status',
      cell: ({ status, error }) => (
        <>
          <StatusBadge status={status} />
          {error && <div className="problem-text">{error.message}</div>}
        </>
      ),
    },
    { header: 'Size', cell: ({ sizeInBytes }) => formatBytes(sizeInBytes) },
    { header: 'Created', cell: ({ createdAt }) => <Time value={createdAt} /> },
    { header: 'Deleted', cell: ({ expiresAt }) => (expiresAt ? <Time value={expiresAt} /> : '—') },
    {
      header: 'Delete',
      cell: ({ id, fileName }) => (
        <button
          type="button"
          className="small-button"
          aria-label={`Delete the export ${fileName}`}
          onClick={() => remove.mutate({ id })}
        >
          Delete
        </button>
      ),
    },
  ];
  return (
    <>
      {remove.isError && <Failure error={remove.error} />}
      <Table label="Exports" columns={columns} rows={jobs} rowKey={({ id }) => id} />
    </>
  );
}
