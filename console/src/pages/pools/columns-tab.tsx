import { dataPoolColumnSizesQuery } from '@weir/client';
import { useOperation } from '../../api/use-operation.js';
import { columnsOf, type ShownPool } from '../../api/use-pools.js';
import { formatBytes } from '../../format/format.js';
import { Table, type TableColumn } from '../../ui/table.js';

interface ColumnSize {
  readonly sizeInBytes: string;
  readonly uncompressedSizeInBytes: string;
}

type SizedColumn = ReturnType<typeof columnsOf>[number] & Partial<ColumnSize>;

const columns: readonly TableColumn<SizedColumn>[] = [
  { header: 'Column', cell: ({ columnName }) => <span className="mono">{columnName}</span> },
  { header: 'Type', cell: ({ type }) => type },
  { header: 'Nullable', cell: ({ isNullable }) => (isNullable ? 'Yes' : 'No') },
  { header: 'Stored as', cell: ({ columnStoreType }) => <span className="mono">{columnStoreType}</span> },
  { header: 'Size', cell: ({ sizeInBytes }) => formatBytes(sizeInBytes), numeric: true },
  {
    header: 'Uncompressed',
    cell: ({ uncompressedSizeInBytes }) => formatBytes(uncompressedSizeInBytes),
    numeric: true,
  },
];

export function ColumnsTab({ pool }: { pool: ShownPool }) {
  const { tableSettings: table } = pool;
  const answer = useOperation(dataPoolColumnSizesQuery, { id: pool.id });
  const sizes = new Map(answer.data?.dataPool?.columnSizes?.map((size) => [size.columnName, size]));
  return (
    <div className="stack">
      <Table
        label="Columns of the Data Pool"
        columns={columns}
        rows={columnsOf(pool).map((column) => ({ ...column, ...sizes.get(column.columnName) }))}
        rowKey={({ columnName }) => columnName}
      />
      <section className="panel">
        <h2>Table</h2>
        <dl className="facts">
          <dt>Engine</dt>
          <dd>{table.engine.type}</dd>
          <dt>Ordered by</dt>
          <dd className="mono">{table.orderBy.join(', ') || '—'}</dd>
          <dt>Partitioned by</dt>
          <dd className="mono">{table.partitionBy.join(', ') || '—'}</dd>
          <dt>Primary key</dt>
          <dd className="mono">{table.primaryKey.join(', ') || '—'}</dd>
          <dt>Unique ID</dt>
          <dd className="mono">{pool.uniqueId?.columnName ?? '—'}</dd>
          <dt>Size of internal IDs</dt>
          <dd>{formatBytes(sizes.get('_weir_request')?.sizeInBytes)}</dd>
        </dl>
      </section>
    </div>
  );
}
