import { useMutation } from '@tanstack/react-query';
import { exportQuarantinedEventsQuery, type QuarantinedEventFilterInput } from '@weir/client';
import { useEffect, useRef, useState } from 'react';
import { endSessionIfRefused, useClient } from '../../api/use-operation.js';
import { download } from '../../format/download.js';
import { formatNumber } from '../../format/format.js';
import { Failure } from '../../ui/states.js';
import { exportCharactersMax, exportEvents, exportEventsMax } from './export-events.js';
import { eventsText } from './problem.js';

interface ExportButtonProps {
  readonly dataSource: string;
  readonly filter: QuarantinedEventFilterInput;
  readonly fileName: string;
}

const limitText = `the newest ${formatNumber(exportEventsMax)} events and ${exportCharactersMax / 1e6} MB`;

/** Downloads the events that match the filter, one JSON object per line. */
export function ExportButton({ dataSource, filter, fileName }: ExportButtonProps) {
  const client = useClient();
  const [read, setRead] = useState(0);
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  const exporting = useMutation({
    mutationFn: async () => {
      running.current = new AbortController();
      const { signal } = running.current;
      setRead(0);
      const found = await exportEvents({
        readPage: async (after) => {
          const variables = { dataSource, filter, after };
          return (await client.request(exportQuarantinedEventsQuery, variables, { signal }))
            .quarantinedEvents;
        },
        onProgress: setRead,
      });
      download(fileName, found.lines, 'application/x-ndjson');
      return found;
    },
    onError: endSessionIfRefused,
  });
  const isCancelled = running.current.signal.aborted;
  return (
    <>
      {exporting.isPending ? (
        <button type="button" onClick={() => running.current.abort()}>
          Cancel export
        </button>
      ) : (
        <button type="button" title={`NDJSON, at most ${limitText}`} onClick={() => exporting.mutate()}>
          Export
        </button>
      )}
      <span className="note" role="status">
        {exporting.isPending && `${eventsText(read)} read…`}
        {exporting.isSuccess &&
          `${eventsText(exporting.data.lines.length)} exported${exporting.data.endsEarly ? `: an export has at most ${limitText}` : ''}`}
        {exporting.isError && isCancelled && 'Export cancelled'}
      </span>
      {exporting.isError && !isCancelled && <Failure error={exporting.error} />}
    </>
  );
}
