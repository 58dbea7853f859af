import {
  type QueriesFilterInput,
  type QueryInfoPartsFragment,
  type QueryType,
  queriesQuery,
} from '@weir/client';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { formatBytes, formatEnum, formatNumber } from '../../format/format.js';
import { QueryInfoPanel } from '../../query-info/query-info-panel.js';
import { StatusBadge } from '../../ui/badge.js';
import { Dialog } from '../../ui/dialog.js';
import { Answered, Empty } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { textOf } from './sql-texts.js';

const pageSize = 20;

interface QueryHistoryProps {
  readonly type?: QueryType | undefined;
  readonly status?: QueriesFilterInput['status'];
  /** Called with the text that was typed for a query. */
  readonly onUse?: (text: string) => void;
}

/** Queries that ran, with their statistics. */
export function QueryHistory({ type, status, onUse }: QueryHistoryProps) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<QueryInfoPartsFragment>();
  const after = cursors.at(-1);
  const filter = { ...(type && { type }), ...(status && { status }) };
  const answer = useOperation(
    queriesQuery,
    { first: pageSize, ...(after && { after }), filter },
    { keepPrevious: true, alwaysFresh: true },
  );
  return (
    <Answered answer={answer} what="the history">
      {({ queries }) =>
        !queries || queries.nodes.length === 0 ? (
          <Empty title="No queries yet" />
        ) : (
          <>
            <Table
              label="Queries"
              columns={columnsOf(setOpened, onUse)}
              rows={queries.nodes}
              rowKey={({ id }) => id}
            />
            <nav className="row row-end" aria-label="Pages of the history">
              <button
                type="button"
                disabled={cursors.length === 0}
                onClick={() => setCursors(cursors.slice(0, -1))}
              >
                Newer
              </button>
              <button
                type="button"
                disabled={!queries.pageInfo.hasNextPage}
                onClick={() => setCursors([...cursors, queries.pageInfo.endCursor ?? ''])}
              >
                Older
              </button>
            </nav>
            {opened && (
              <Dialog title="Query" onClose={() => setOpened(undefined)} wide>
                <QueryInfoPanel info={opened} />
                <div className="row row-end">
                  <button type="button" onClick={() => setOpened(undefined)}>
                    Close
                  </button>
                </div>
              </Dialog>
            )}
          </>
        )
      }
    </Answered>
  );
}

function columnsOf(
  open: (info: QueryInfoPartsFragment) => void,
  use: ((text: string) => void) | undefined,
): readonly TableColumn<QueryInfoPartsFragment>[] {
  return [
    { header: 'At', cell: ({ createdAt }) => <Time value={createdAt} /> },
    { header: 'Kind', cell: ({ type, subtype }) => formatEnum(subtype ?? type) },
    { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { header: 'Duration', cell: (info) => `${formatNumber(info.durationInMilliseconds)} ms`, numeric: true },
    { header: 'Records read', cell: (info) => formatNumber(info.recordsProcessed), numeric: true },
    { header: 'Bytes read', cell: (info) => formatBytes(info.bytesProcessed), numeric: true },
    { header: 'Rows', cell: (info) => formatNumber(info.resultingRecords), numeric: true },
    {
      header: 'Query',
      cell: (info) => {
        const text = use && textOf(info.id);
        return (
          <span className="row">
            <button type="button" className="small-button" onClick={() => open(info)}>
              Details
            </button>
            {text !== undefined && (
              <button type="button" className="small-button" onClick={() => use?.(text)}>
                Use again
              </button>
            )}
          </span>
        );
      },
    },
  ];
}
