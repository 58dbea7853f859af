import { type QuarantineSummaryQuery, quarantineSummaryQuery } from '@weir/client';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { formatNumber } from '../../format/format.js';
import { Answered } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';
import { type Problem, problemName } from './problem.js';
import { filterOf, type QuarantineView, quarantineHref } from './quarantine-view.js';

type Reason = QuarantineSummaryQuery['quarantinedEvents']['reasons'][number];

const shownMax = 8;

interface ProblemFilterProps {
  readonly dataSource: string;
  readonly view: QuarantineView;
}

/** How many events have which problem. Each is a link to those events. */
export function ProblemFilter({ dataSource, view }: ProblemFilterProps) {
  const { search } = view;
  const [showsAll, setShowsAll] = useState(false);
  const filter = filterOf({ search });
  const answer = useOperation(
    quarantineSummaryQuery,
    { dataSource, filter },
    { keepPrevious: true, alwaysFresh: true },
  );
  const columns: readonly TableColumn<Reason>[] = [
    {
      header: 'Problem',
      cell: (problem) =>
        isOf(problem, view) ? (
          <span aria-current="true">{problemName(problem)}</span>
        ) : (
          <a href={quarantineHref(dataSource, { search, ...filterFor(problem) })}>{problemName(problem)}</a>
        ),
    },
    { header: 'For example', cell: ({ message }) => <span className="note">{message}</span> },
    { header: 'Events', cell: ({ events }) => formatNumber(events), numeric: true },
  ];
  return (
    <Answered answer={answer} what="problems">
      {({ quarantinedEvents: { reasons } }) =>
        reasons.length > 0 && (
          <>
            <Table
              label="Problems"
              columns={columns}
              rows={showsAll ? reasons : reasons.slice(0, shownMax)}
              rowKey={problemName}
            />
            {reasons.length > shownMax && (
              <div>
                <button type="button" className="small-button" onClick={() => setShowsAll(!showsAll)}>
                  {showsAll ? 'Show fewer problems' : `Show all ${reasons.length} problems`}
                </button>
              </div>
            )}
          </>
        )
      }
    </Answered>
  );
}

const filterFor = ({ column, reason }: Problem) => ({ reason, ...(column !== null && { column }) });

const isOf = ({ column, reason }: Problem, view: QuarantineView) =>
  view.reason === reason && view.column === (column ?? '');
