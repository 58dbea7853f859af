import { type QuarantinedEventFilterInput, quarantinedEventsQuery } from '@weir/client';
import { type ReactNode, useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { formatBytes } from '../../format/format.js';
import { type PagePosition, Pager } from '../../ui/pager.js';
import { Answered, Empty } from '../../ui/states.js';
import { isWebhook, type ShownSource } from '../sources/shown-source.js';
import { CorrectDialog } from './correct-dialog.js';
import { DiscardDialog } from './discard-dialog.js';
import { EventTable } from './event-table.js';
import { ExportButton } from './export-button.js';
import { eventsText } from './problem.js';
import { ProblemFilter } from './problem-filter.js';
import { filterOf, type QuarantineView, quarantineHref, viewText } from './quarantine-view.js';
import { ReplayDialog } from './replay-dialog.js';

const pageSize = 20;

interface QuarantinedEventsProps {
  readonly source: ShownSource;
  readonly view: QuarantineView;
}

/** The events that match the filter, and what can be done with all of them. */
export function QuarantinedEvents({ source, view }: QuarantinedEventsProps) {
  const dataSource = source.id;
  const filter = filterOf(view);
  const isFiltered = Object.keys(filter).length > 0;
  const [after, move] = useForwardPages(JSON.stringify(filter));
  const answer = useOperation(
    quarantinedEventsQuery,
    { dataSource, filter, first: pageSize, ...(after !== undefined && { after }) },
    { keepPrevious: true, alwaysFresh: true },
  );
  const [dialog, setDialog] = useState<ReactNode>();
  const onClose = () => setDialog(undefined);
  const discard = (chosen: QuarantinedEventFilterInput) =>
    setDialog(<DiscardDialog dataSource={dataSource} filter={chosen} onClose={onClose} />);
  return (
    <>
      <Answered answer={answer} what="events">
        {({ quarantinedEvents: { totalCount, totalBytes, nodes, pageInfo } }) => (
          <>
            <ProblemFilter dataSource={dataSource} view={view} />
            {totalCount > 0 && (
              <div className="row">
                <strong role="status">
                  {eventsText(totalCount)}, {formatBytes(totalBytes)}
                </strong>
                {isFiltered && (
                  <span className="note">
                    of <a href={quarantineHref(dataSource)}>all events</a>, filtered by {viewText(view)}
                  </span>
                )}
                <button
                  type="button"
                  className="primary"
                  onClick={() =>
                    setDialog(<ReplayDialog source={source} filter={filter} onClose={onClose} />)
                  }
                >
                  Replay
                </button>
                <ExportButton
                  key={viewText(view)}
                  dataSource={dataSource}
                  filter={filter}
                  fileName={`${source.uniqueName} quarantine.ndjson`}
                />
                <button type="button" className="danger" onClick={() => discard(filter)}>
                  Discard {eventsText(totalCount)}
                </button>
              </div>
            )}
            {nodes.length === 0 ? (
              <NoEvents source={source} isFiltered={isFiltered} />
            ) : (
              <EventTable
                events={nodes}
                onCorrect={(event) =>
                  setDialog(<CorrectDialog dataSource={dataSource} event={event} onClose={onClose} />)
                }
                onDiscard={({ id }) => discard({ ids: [id] })}
              />
            )}
            <Pager pageInfo={pageInfo} onMove={move} />
          </>
        )}
      </Answered>
      {dialog}
    </>
  );
}

/** The cursor of the shown page. The API has no pages before a cursor, so the cursors so far are kept, for one list. */
function useForwardPages(list: string) {
  const [pages, setPages] = useState<{ list: string; cursors: readonly string[] }>({ list, cursors: [] });
  const cursors = pages.list === list ? pages.cursors : [];
  const move = ({ after, before }: PagePosition) => {
    const earlier = before === undefined ? [] : cursors.slice(0, -1);
    setPages({ list, cursors: after === undefined ? earlier : [...cursors, after] });
  };
  return [cursors.at(-1), move] as const;
}

function NoEvents({ source, isFiltered }: { source: ShownSource; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No event matches">
        <a href={quarantineHref(source.id)}>Show all events</a>
      </Empty>
    );
  const keeps = isWebhook(source) && source.connectionSettings.errorHandling === 'QUARANTINE';
  return (
    <Empty title="The quarantine is empty">
      <p>
        {keeps
          ? 'Events that cannot be stored will be kept here.'
          : 'Requests with invalid events are rejected. To keep such events here, edit the Data Source.'}
      </p>
    </Empty>
  );
}
