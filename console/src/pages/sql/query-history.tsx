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
import { useMay } from '../../session/permissions.js';
import { StatusBadge } from '../../ui/badge.js';
import { Copyable, CopyButton } from '../../ui/copyable.js';
import { Dialog } from '../../ui/dialog.js';
import { Answered, Empty } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { linkToSql, type QueryText } from './query-tabs.js';
import { textOf } from './typed-texts.js';
import './query-history.css';

const pageSize = 20;

interface QueryHistoryProps {
  readonly type?: QueryType | undefined;
  readonly status?: QueriesFilterInput['status'];
  /** Opens a query in a tab of the editor. By default a link leads there. */
  readonly onOpen?: (text: QueryText) => void;
}

/** Queries that ran, with their statistics. */
export function QueryHistory({ type, status, onOpen }: QueryHistoryProps) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<QueryInfoPartsFragment>();
  const mayRun = useMay()('readRecords');
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
              columns={columnsOf({ show: setOpened, open: onOpen, mayRun })}
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
                <Copyable text={textOf(opened).sql} what="SQL" wrap />
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

interface HistoryActions {
  readonly show: (info: QueryInfoPartsFragment) => void;
  readonly open: ((text: QueryText) => void) | undefined;
  readonly mayRun: boolean;
}

function columnsOf(actions: HistoryActions): readonly TableColumn<QueryInfoPartsFragment>[] {
  return [
    { header: 'At', cell: ({ createdAt }) => <HistoryTime value={createdAt} /> },
    // The editor lists SQL alone.
    ...(actions.open
      ? []
      : [
          {
            header: 'Kind',
            cell: ({ type, subtype }: QueryInfoPartsFragment) => formatEnum(subtype ?? type),
          },
        ]),
    { header: 'SQL', cell: (info) => <ShortSql sql={textOf(info).sql} /> },
    { header: 'Query', cell: (info) => <HistoryButtons info={info} {...actions} /> },
    { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { header: 'Duration', cell: (info) => `${formatNumber(info.durationInMilliseconds)} ms`, numeric: true },
    { header: 'Records read', cell: (info) => formatNumber(info.recordsProcessed), numeric: true },
    { header: 'Bytes read', cell: (info) => formatBytes(info.bytesProcessed), numeric: true },
    { header: 'Rows', cell: (info) => formatNumber(info.resultingRecords), numeric: true },
  ];
}

const HistoryTime = ({ value }: { value: string }) => (
  <span className="history-time">
    <Time value={value} />
  </span>
);

const charactersShownMax = 200;

/** On one line. "Details" has all of it. */
function ShortSql({ sql }: { sql: string }) {
  const isLong = sql.length > charactersShownMax;
  return (
    <code className="short-sql">
      {sql.slice(0, charactersShownMax)}
      {isLong && '…'}
    </code>
  );
}

function HistoryButtons({ info, show, open, mayRun }: HistoryActions & { info: QueryInfoPartsFragment }) {
  const text = textOf(info);
  return (
    <span className="row history-buttons">
      <button type="button" className="small-button" onClick={() => show(info)}>
        Details
      </button>
      <CopyButton text={text.sql} what="SQL" />
      {mayRun &&
        (open ? (
          <button type="button" className="small-button" onClick={() => open(text)}>
            Open in a tab
          </button>
        ) : (
          <a className="button small-button" href={linkToSql(text)}>
            Open in a tab
          </a>
        ))}
    </span>
  );
}
