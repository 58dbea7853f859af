import { columnsOf, type ShownPool } from '../../api/use-pools.js';
import { Table, type TableColumn } from '../../ui/table.js';

type PoolColumn = ReturnType<typeof columnsOf>[number];

const columns: readonly TableColumn<PoolColumn>[] = [
  { header: 'Column', cell: ({ columnName }) => <span className="mono">{columnName}</span> },
  { header: 'Type', cell: ({ type }) => type },
  { header: 'Nullable', cell: ({ isNullable }) => (isNullable ? 'Yes' : 'No') },
  { header: 'Stored as', cell: ({ columnStoreType }) => <span className="mono">{columnStoreType}</span> },
];

export function ColumnsTab({ pool }: { pool: ShownPool }) {
  const { tableSettings: table } = pool;
  return (
    <div className="stack">
      <Table
        label="Columns of the Data Pool"
        columns={columns}
        rows={columnsOf(pool)}
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
        </dl>
      </section>
    </div>
  );
}
