import { columnRules, dataGridQuery } from '@weir/client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { columnsOf, type ShownPool } from '../../api/use-pools.js';
import { usePreferences } from '../../preferences/preferences.js';
import type { Cells } from '../../ui/records.js';
import { RecordsTable } from '../../ui/records-table.js';
import { Answered, Empty } from '../../ui/states.js';

export const tailPollMs = 2_000;
const tailRows = 50;
const receivedAt = columnRules.defaultTimestamp;

/** The newest events as they arrive. */
export function TailTab({ pool }: { pool: ShownPool }) {
  const { timeZone } = usePreferences();
  const [running, setRunning] = useState(true);
  const columns = useMemo(() => {
    const all = columnsOf(pool);
    return [...all.filter(({ type }) => type !== 'JSON'), ...all.filter(({ type }) => type === 'JSON')];
  }, [pool]);
  const names = columns.map(({ columnName }) => columnName);
  const answer = useOperation(
    dataGridQuery,
    {
      input: {
        dataPool: { id: pool.id },
        columns: names,
        orderByColumn: names.indexOf(receivedAt) + 1,
        sort: 'DESC',
        first: tailRows,
      },
    },
    { refetchIntervalMs: running ? tailPollMs : undefined, alwaysFresh: true },
  );
  const arrived = useArrived(answer.data?.dataGrid.rows);
  return (
    <div className="stack">
      <div className="row">
        <button type="button" aria-pressed={running} onClick={() => setRunning(!running)}>
          {running ? 'Pause' : 'Resume'}
        </button>
        <span className="note" role="status">
          {running ? `Refreshes every ${tailPollMs / 1000} seconds` : 'Paused'}
          {arrived.size > 0 && `, ${arrived.size} new`}
        </span>
      </div>
      <Answered answer={answer} what="the newest events">
        {({ dataGrid }) =>
          dataGrid.rows.length === 0 ? (
            <Empty title="Waiting for the first event" />
          ) : (
            <RecordsTable
              label={`Newest events of ${pool.uniqueName}`}
              headers={columns.map(({ columnName, type }) => ({ name: columnName, type }))}
              rows={dataGrid.rows}
              timeZone={timeZone}
              arrived={arrived}
            />
          )
        }
      </Answered>
    </div>
  );
}

/** The rows that are new since the last refresh. Records have no ID here, so equal ones are counted. */
function useArrived(rows: readonly Cells[] | undefined): ReadonlySet<number> {
  const before = useRef<readonly Cells[]>(undefined);
  const [arrived, setArrived] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (!rows || rows === before.current) return;
    setArrived(before.current ? newRows(before.current, rows) : new Set());
    before.current = rows;
  }, [rows]);
  return arrived;
}

function newRows(before: readonly Cells[], now: readonly Cells[]): ReadonlySet<number> {
  const counts = new Map<string, number>();
  for (const row of before) counts.set(row.join('\0'), (counts.get(row.join('\0')) ?? 0) + 1);
  const arrived = new Set<number>();
  for (const [index, row] of now.entries()) {
    const key = row.join('\0');
    const left = counts.get(key) ?? 0;
    if (left === 0) arrived.add(index);
    else counts.set(key, left - 1);
  }
  return arrived;
}
