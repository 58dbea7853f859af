import {
  discardQuarantinedEventsMutation,
  type QuarantinedEventFilterInput,
  quarantineSummaryQuery,
} from '@weir/client';
import { useChange, useOperation } from '../../api/use-operation.js';
import { formatBytes } from '../../format/format.js';
import { announce } from '../../ui/announcer.js';
import { Dialog } from '../../ui/dialog.js';
import { Answered, Failure } from '../../ui/states.js';
import { eventsText } from './problem.js';

interface DiscardDialogProps {
  readonly dataSource: string;
  readonly filter: QuarantinedEventFilterInput;
  readonly onClose: () => void;
}

/** Says how many events will be deleted, and deletes those only: not what arrives while the user reads. */
export function DiscardDialog({ dataSource, filter, onClose }: DiscardDialogProps) {
  const answer = useOperation(quarantineSummaryQuery, { dataSource, filter }, { alwaysFresh: true });
  const discard = useChange(discardQuarantinedEventsMutation, ({ discardQuarantinedEvents }) => {
    announce(`${eventsText(discardQuarantinedEvents?.discardedEvents ?? 0)} discarded`);
    onClose();
  });
  const {
    totalCount = 0,
    totalBytes,
    nodes,
  } = answer.isFetching ? {} : (answer.data?.quarantinedEvents ?? {});
  const newest = nodes?.[0]?.receivedAt;
  const confirm = () => {
    if (newest !== undefined)
      discard.mutate({ input: { dataSource, filter: { ...filter, stop: afterInstant(newest) } } });
  };
  return (
    <Dialog title="Discard events?" onClose={onClose}>
      {answer.isFetching && !discard.isPending ? (
        <p role="status">Counting…</p>
      ) : (
        <Answered answer={answer} what="events">
          {() => (
            <p>
              {totalCount === 0
                ? 'No such event is in quarantine any more.'
                : `${eventsText(totalCount)} (${formatBytes(totalBytes)}) will be deleted permanently.`}
            </p>
          )}
        </Answered>
      )}
      {discard.isError && <Failure error={discard.error} />}
      <div className="row row-end">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="danger"
          disabled={totalCount === 0 || discard.isPending}
          onClick={confirm}
        >
          {discard.isPending ? 'Discarding…' : `Discard ${eventsText(totalCount)}`}
        </button>
      </div>
    </Dialog>
  );
}

/** Instants have whole milliseconds. */
const afterInstant = (instant: string) => new Date(Date.parse(instant) + 1).toISOString();
