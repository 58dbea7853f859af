import type { FilePreview } from '@weir/client';
import type { ShownPool } from '../../../api/use-pools.js';
import { Table, type TableColumn } from '../../../ui/table.js';
import { columnMapping, type MappedColumn } from './column-mapping.js';

const mappingColumns: readonly TableColumn<MappedColumn>[] = [
  { header: 'Column of the file', cell: ({ name }) => <span className="mono">{name}</span> },
  { header: 'Looks like', cell: ({ fileType }) => fileType },
  {
    header: 'Loaded as',
    cell: ({ poolType }) =>
      poolType ?? <span className="note">Ignored: the Data Pool has no such column</span>,
  },
];

/** What the first rows of a file are, and where they go. */
export function PreviewPanel({ pool, preview }: { pool: ShownPool; preview: FilePreview }) {
  const { columns, missing, empty } = columnMapping(pool, preview);
  if (columns.length === 0) return <p className="note">The file has no rows.</p>;
  const sample = preview.rows.map((cells, row) => ({ row: row + 1, cells }));
  const sampleColumns: readonly TableColumn<(typeof sample)[number]>[] = [
    { header: 'Row', cell: ({ row }) => row },
    ...preview.columns.map(({ name }, at) => ({
      header: name,
      cell: ({ cells }: (typeof sample)[number]) => <span className="mono">{cells[at] ?? '—'}</span>,
    })),
  ];
  return (
    <div className="stack">
      {missing.length > 0 && (
        <p className="problem-text" role="alert">
          The file lacks {missing.join(', ')}, which the Data Pool requires.
        </p>
      )}
      {empty.length > 0 && (
        <p className="note">Empty, because the file does not have them: {empty.join(', ')}</p>
      )}
      <Table
        label="Columns of the file"
        columns={mappingColumns}
        rows={columns}
        rowKey={({ name }) => name}
      />
      <Table
        label="First rows of the file"
        columns={sampleColumns}
        rows={sample}
        rowKey={({ row }) => String(row)}
      />
    </div>
  );
}
