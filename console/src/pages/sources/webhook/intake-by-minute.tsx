import { intakeByMinuteQuery } from '@weir/client';
import { useOperation } from '../../../api/use-operation.js';
import { Chart, ChartSpace } from '../../../charts/chart.js';
import type { ChartData } from '../../../charts/chart-data.js';
import { formatInstant } from '../../../format/format.js';
import { usePreferences } from '../../../preferences/preferences.js';
import { Answered } from '../../../ui/states.js';

const refetchIntervalMs = 10_000;

interface Spans {
  readonly last: number;
  readonly minutesEach: number;
  /** The name of one span. */
  readonly name: 'minute' | 'hour' | 'day';
}

/** How each range of the panel is drawn. */
const spansOf: Readonly<Record<string, Spans>> = {
  'LAST_N_MINUTES:60': { last: 60, minutesEach: 1, name: 'minute' },
  'LAST_N_HOURS:24': { last: 24, minutesEach: 60, name: 'hour' },
  'LAST_N_DAYS:7': { last: 7, minutesEach: 1_440, name: 'day' },
  'LAST_N_DAYS:30': { last: 30, minutesEach: 1_440, name: 'day' },
};

const outcomes = [
  { name: 'Accepted', field: 'accepted' },
  { name: 'Refused', field: 'rejected' },
  { name: 'Quarantined', field: 'quarantined' },
] as const;

/** Draws the outcomes of events by minute, hour or day. The service counts days in UTC only. */
export function IntakeByMinute({ sourceId, range }: { sourceId: string; range: string }) {
  const preferred = usePreferences().timeZone;
  const { last, minutesEach, name: span } = spansOf[range] ?? { last: 60, minutesEach: 1, name: 'minute' };
  const timeZone = span === 'day' ? 'UTC' : preferred;
  const answer = useOperation(
    intakeByMinuteQuery,
    { id: sourceId, last, minutesEach },
    { refetchIntervalMs, alwaysFresh: true },
  );
  return (
    <Answered answer={answer} what="the chart" space={<ChartSpace />}>
      {({ dataSource }) => {
        const labelOf = (instant: string) => (span === 'day' ? instant.slice(5, 10) : instant.slice(11, 16));
        const minutes = dataSource?.intakeByMinute ?? [];
        const data: ChartData = {
          kind: 'stacked',
          description: `Outcomes of the last ${minutes.length} ${span}s`,
          labels: minutes.map(({ start }) => labelOf(formatInstant(start, timeZone))),
          series: outcomes.map(({ name, field }) => ({
            name,
            values: minutes.map((minute) => Number(minute[field])),
          })),
          incompleteFrom: minutes.length - 1,
        };
        return (
          <>
            <h3>
              Events per {span}, {timeZone}
            </h3>
            <Chart data={data} />
          </>
        );
      }}
    </Answered>
  );
}
