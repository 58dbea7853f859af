import { formatNumber } from '../../format/format.js';
import type { ListedReplayJob } from './shown-job.js';

/** Why events cannot be stored, and how many each. */
export function Rejections({ rejections }: { rejections: ListedReplayJob['rejections'] }) {
  return rejections.map(({ column, reason, message, events }) => (
    <div className="note" key={`${column} ${reason}`}>
      {formatNumber(events)}: {column === null ? message : `${column}: ${message}`}
    </div>
  ));
}
