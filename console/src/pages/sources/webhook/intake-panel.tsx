import { type DataSourceIntakeQuery, dataSourceIntakeQuery } from '@weir/client';
import { useState } from 'react';
import { useOperation } from '../../../api/use-operation.js';
import { formatBytes, formatNumber } from '../../../format/format.js';
import { usePreferences } from '../../../preferences/preferences.js';
import { timeRangeInput } from '../../../time-range/time-range.js';
import { Segments } from '../../../ui/segments.js';
import { Answered } from '../../../ui/states.js';
import { LastEvent } from '../last-event.js';
import type { ShownWebhookSource } from '../shown-source.js';
import { IntakeByMinute } from './intake-by-minute.js';

type Intake = NonNullable<DataSourceIntakeQuery['dataSource']>['intake'];

const ranges = [
  { value: 'LAST_N_MINUTES:60', label: '60 minutes' },
  { value: 'LAST_N_HOURS:24', label: '24 hours' },
  { value: 'LAST_N_DAYS:7', label: '7 days' },
  { value: 'LAST_N_DAYS:30', label: '30 days' },
];
const defaultRange = 'LAST_N_HOURS:24';
const refetchIntervalMs = 10_000;

/** How much the webhook receives, and what becomes of it. */
export function IntakePanel({ source }: { source: ShownWebhookSource }) {
  const pool = source.dataPools?.nodes[0];
  const { timeZone } = usePreferences();
  const [range, setRange] = useState(defaultRange);
  const answer = useOperation(
    dataSourceIntakeQuery,
    { id: source.id, timeRange: timeRangeInput(range), timeZone },
    { refetchIntervalMs, alwaysFresh: true, keepPrevious: true },
  );
  return (
    <section className="panel stack">
      <div className="panel-head">
        <h2>Intake</h2>
        <Segments label="Intake of the last" options={ranges} value={range} onChange={setRange} />
      </div>
      <Answered answer={answer} what="the intake">
        {({ dataSource }) => dataSource && <Figures intake={dataSource.intake} />}
      </Answered>
      {pool && <LastEvent poolId={pool.id} />}
      <IntakeByMinute sourceId={source.id} range={range} />
    </section>
  );
}

function Figures({ intake }: { intake: Intake }) {
  if (intake.requests === '0') return <p className="note">No request arrived in this time.</p>;
  const { p50, p95, p99 } = intake.latency;
  const figures: readonly (readonly [label: string, value: string])[] = [
    ['Accepted', formatNumber(intake.accepted)],
    ['Refused', formatNumber(intake.rejected)],
    ['Quarantined', formatNumber(intake.quarantined)],
    ['Duplicates', formatNumber(intake.duplicates)],
    ['Requests', formatNumber(intake.requests)],
    ['Refused requests', formatNumber(intake.refusedRequests)],
    ['Size', formatBytes(intake.bytes)],
    ['Median, ms', formatNumber(p50)],
    ['95%, ms', formatNumber(p95)],
    ['99%, ms', formatNumber(p99)],
  ];
  return (
    <>
      <dl className="stats">
        {figures.map(([label, value]) => (
          <div key={label} className="stat">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="note small">
        Events by what became of them, requests, and how long accepted requests took. Counted by minute of
        arrival.
      </p>
    </>
  );
}
