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
        <dd>
          {countText(info.recordsProcessed, 'record')}, {formatBytes(info.bytesProcessed)}
        </dd>
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
