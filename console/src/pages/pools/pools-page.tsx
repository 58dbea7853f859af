import { useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { poolsDocument, type ShownPool } from '../../api/use-pools.js';
import { formatBytes, formatNumber } from '../../format/format.js';
import { href } from '../../routing/href.js';
import { type May, useMay } from '../../session/permissions.js';
import { StatusBadge } from '../../ui/badge.js';
import { Page } from '../../ui/page.js';
import { type PagePosition, Pager, pageArguments } from '../../ui/pager.js';
import { Answered, Empty } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';

const pageSize = 50;

const adminColumns: readonly TableColumn<ShownPool>[] = [
  { header: 'Status', cell: StatusCell },
  { header: 'Records', cell: ({ recordCount }) => formatNumber(recordCount), numeric: true },
  { header: 'Size', cell: ({ sizeInBytes }) => formatBytes(sizeInBytes), numeric: true },
];

export const poolColumns = (may: May): readonly TableColumn<ShownPool>[] => [
  { header: 'Name', cell: ({ id, uniqueName }) => <a href={href('/pools/$id', { id })}>{uniqueName}</a> },
  ...(may('administer') ? adminColumns : []),
  { header: 'Columns', cell: ({ columns }) => columns?.nodes.length ?? 0, numeric: true },
  { header: 'Timestamp', cell: ({ timestamp }) => <span className="mono">{timestamp?.columnName}</span> },
];

function StatusCell({ status, damage }: ShownPool) {
  return (
    <span className="row">
      {status && <StatusBadge status={status} />}
      {damage && <span className="badge badge-bad">Records missing</span>}
    </span>
  );
}

export function PoolsPage() {
  const [position, setPosition] = useState<PagePosition>({});
  const may = useMay();
  const answer = useOperation(poolsDocument(may), pageArguments(position, pageSize), { keepPrevious: true });
  return (
    <Page title="Data Pools" lead="Tables of timestamped records, each filled by a Data Source.">
      <Answered answer={answer} what="Data Pools">
        {({ dataPools }) =>
          !dataPools || dataPools.nodes.length === 0 ? (
            <Empty title="No Data Pools yet">
              {may('administer') && (
                <>
                  <p>Creating a webhook source also creates its Data Pool.</p>
                  <a className="button primary" href={href('/sources/new')}>
                    New webhook source
                  </a>
                </>
              )}
            </Empty>
          ) : (
            <>
              <Table
                label="Data Pools"
                columns={poolColumns(may)}
                rows={dataPools.nodes}
                rowKey={({ id }) => id}
              />
              <Pager pageInfo={dataPools.pageInfo} onMove={setPosition} />
            </>
          )
        }
      </Answered>
    </Page>
  );
}
