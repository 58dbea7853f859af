import { intakeByMinuteQuery } from '@weir/client';
import { useOperation } from '../../../api/use-operation.js';
import { Chart } from '../../../charts/chart.js';
import type { ChartData } from '../../../charts/chart-data.js';
import { formatInstant } from '../../../format/format.js';
import { usePreferences } from '../../../preferences/preferences.js';
import { Answered } from '../../../ui/states.js';

const refetchIntervalMs = 10_000;
const minutesShown = 60;

const outcomes = [
  { name: 'Accepted', field: 'accepted' },
  { name: 'Refused', field: 'rejected' },
  { name: 'Quarantined', field: 'quarantined' },
] as const;

/** What became of events, minute by minute. */
export function IntakeByMinute({ sourceId }: { sourceId: string }) {
  const { timeZone } = usePreferences();
  const answer = useOperation(
    intakeByMinuteQuery,
    { id: sourceId, last: minutesShown },
    { refetchIntervalMs, alwaysFresh: true, keepPrevious: true },
  );
  return (
    <Answered answer={answer} what="the last minutes">
      {({ dataSource }) => {
        const minutes = dataSource?.intakeByMinute ?? [];
        const data: ChartData = {
          kind: 'stacked',
          description: `Outcomes of the last ${minutes.length} minutes`,
          labels: minutes.map(({ start }) => formatInstant(start, timeZone).slice(11, 16)),
          series: outcomes.map(({ name, field }) => ({
            name,
            values: minutes.map((minute) => Number(minute[field])),
          })),
          incompleteFrom: minutes.length - 1,
        };
        return (
          <>
            <h3>Events per minute, {timeZone}</h3>
            <Chart data={data} />
          </>
        );
      }}
    </Answered>
  );
}
