import type { QueryInfoPartsFragment } from '@weir/client';
import { countText, formatBytes, formatEnum, formatNumber } from '../format/format.js';
import { StatusBadge } from '../ui/badge.js';
import { Copyable } from '../ui/copyable.js';
import { Time } from '../ui/time.js';

/** The statistics of a query, which come with every result. */
export function QueryInfoPanel({ info }: { info: QueryInfoPartsFragment }) {
  return (
    <section className="panel stack">
      <div className="panel-head">
        <h2>Query info</h2>
        <StatusBadge status={info.status} />
      </div>
      <dl className="facts">
        <dt>Query</dt>
        <dd className="mono">{info.id}</dd>
        <dt>Kind</dt>
        <dd>{formatEnum(info.subtype ?? info.type)}</dd>
        <dt>Duration</dt>
        <dd>{formatNumber(info.durationInMilliseconds)} ms</dd>
        <dt>Processed</dt>
        <dd>{processedText(info)}</dd>
        <dt>Returned</dt>
        <dd>
          {countText(info.resultingRecords, 'record')}, {formatBytes(info.resultingBytes)}
        </dd>
        {info.booster && (
          <>
            <dt>Booster</dt>
            <dd>
              {info.booster.id ?? 'None'}
              <div className="note">{info.booster.reason}</div>
            </dd>
          </>
        )}
        <dt>Tier</dt>
        <dd>{info.tier ?? '—'}</dd>
        <dt>At</dt>
        <dd>
          <Time value={info.createdAt} />
        </dd>
      </dl>
      <details>
        <summary>Executed SQL</summary>
        <Copyable text={info.sql} what="executed SQL" wrap />
      </details>
    </section>
  );
}

/** The numbers are 0 if the answer came from the cache, and where they could tell of hidden records. */
function processedText({
  recordsProcessed,
  bytesProcessed,
  resultingRecords,
}: QueryInfoPartsFragment): string {
  if (recordsProcessed === '0' && resultingRecords > 0)
    return 'Not counted: the answer came from the cache, or access control hides the number';
  return `${countText(recordsProcessed, 'record')}, ${formatBytes(bytesProcessed)}`;
}
