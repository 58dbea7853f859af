import { columnRules, timeSeriesQuery } from '@weir/client';
import { useOperation } from '../../api/use-operation.js';
import type { ShownPool } from '../../api/use-pools.js';
import { Chart, ChartSpace } from '../../charts/chart.js';
import { drawn, indexOfLabel } from '../../charts/chart-data.js';
import { formatInstant, formatNumber } from '../../format/format.js';
import { usePreferences } from '../../preferences/preferences.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { useMay } from '../../session/permissions.js';
import { bucketStop } from '../../time-range/granularity.js';
import { Answered } from '../../ui/states.js';

/** By time of arrival, so that late events show up too. */
export function Arrivals({ pool }: { pool: ShownPool }) {
  const { timeZone } = usePreferences();
  const may = useMay();
  const openRecords = (start = '') => {
    const range = `${start}..${bucketStop(start, 'HOUR', timeZone)}`;
    navigate(
      href('/pools/$id/$tab', { id: pool.id, tab: 'records', range, time: columnRules.defaultTimestamp }),
    );
  };
  const answer = useOperation(
    timeSeriesQuery,
    {
      input: {
        metric: { count: { dataPool: { id: pool.id } } },
        timeRange: { timestamp: columnRules.defaultTimestamp, relative: 'LAST_N_HOURS', n: 24 },
        granularity: 'HOUR',
        timeZone,
      },
    },
    { refetchIntervalMs: 30_000, keepPrevious: true },
  );
  return (
    <Answered answer={answer} what="the chart" space={<ChartSpace />}>
      {({ timeSeries }) => {
        const labels = timeSeries?.labels ?? [];
        const values = (timeSeries?.values ?? []).map(drawn);
        const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
        return (
          <>
            <Chart
              data={{
                kind: 'bar',
                description: `Records of ${pool.uniqueName}, per hour: ${formatNumber(total)} in total`,
                labels: labels.map((label) => formatInstant(label, timeZone).slice(11, 16)),
                series: [{ name: 'Records', values }],
                incompleteFrom: indexOfLabel(labels, timeSeries?.incompleteFrom),
              }}
              onPick={may('readRecords') ? (point) => openRecords(labels[point]) : undefined}
            />
            <p className="note small">By time of arrival, per hour, {timeZone}.</p>
          </>
        );
      }}
    </Answered>
  );
}
