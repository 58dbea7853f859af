import { dataPoolColumnSizesQuery } from '@weir/client';
import { useOperation } from '../../api/use-operation.js';
import { columnsOf, isWholePool, type ShownPool, type WholePool } from '../../api/use-pools.js';
import { typeText } from '../../format/column-rules.js';
import { formatBytes } from '../../format/format.js';
import { Table, type TableColumn } from '../../ui/table.js';

interface ColumnSize {
  readonly sizeInBytes: string;
  readonly uncompressedSizeInBytes: string;
}

type SizedColumn = ReturnType<typeof columnsOf>[number] & Partial<ColumnSize>;

const columns: readonly TableColumn<SizedColumn>[] = [
  { header: 'Column', cell: ({ columnName }) => <span className="mono">{columnName}</span> },
  { header: 'Type', cell: typeText },
  { header: 'Nullable', cell: ({ isNullable }) => (isNullable ? 'Yes' : 'No') },
  { header: 'Stored as', cell: ({ columnStoreType }) => <span className="mono">{columnStoreType}</span> },
];

const sizeColumns: readonly TableColumn<SizedColumn>[] = [
  { header: 'Size', cell: ({ sizeInBytes }) => formatBytes(sizeInBytes), numeric: true },
  {
    header: 'Uncompressed',
    cell: ({ uncompressedSizeInBytes }) => formatBytes(uncompressedSizeInBytes),
    numeric: true,
  },
];

export function ColumnsTab({ pool }: { pool: ShownPool }) {
  return isWholePool(pool) ? <StoredColumns pool={pool} /> : <ColumnTable rows={columnsOf(pool)} />;
}

function ColumnTable({ rows, sized = false }: { rows: readonly SizedColumn[]; sized?: boolean }) {
  return (
    <Table
      label="Columns of the Data Pool"
      columns={sized ? [...columns, ...sizeColumns] : columns}
      rows={rows}
      rowKey={({ columnName }) => columnName}
    />
  );
}

/** With their sizes and the settings of the table. */
function StoredColumns({ pool }: { pool: WholePool }) {
  const { tableSettings: table } = pool;
  const answer = useOperation(dataPoolColumnSizesQuery, { id: pool.id });
  const sizes = new Map(answer.data?.dataPool?.columnSizes?.map((size) => [size.columnName, size]));
  return (
    <div className="stack">
      <ColumnTable
        rows={columnsOf(pool).map((column) => ({ ...column, ...sizes.get(column.columnName) }))}
        sized
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
