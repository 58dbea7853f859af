import {
  RelativeTimeRange,
  TimeSeriesGranularity,
  useCounter,
  useDataGrid,
  useLeaderboard,
  useRecordsById,
  useSql,
  useTimeSeries,
  useTopValues,
} from '@propeldata/ui-kit';
import { settings } from './settings.js';

const { propelApiUrl, dataPool, dataPoolName } = settings;
const metric = { count: { dataPool } };

interface Answer {
  readonly data?: unknown;
  readonly error?: Error | null | undefined;
}

const Shown = ({ id, answer: { data, error } }: { readonly id: string; readonly answer: Answer }) => (
  <pre data-testid={id}>{JSON.stringify(error ? { error: error.message } : data)}</pre>
);

/** Every hook, outside of a filter provider. */
export function Hooks() {
  const common = { propelApiUrl, metric };
  const both = {
    relative: RelativeTimeRange.LastNDays,
    n: 30,
    start: '2020-01-01T00:00:00Z',
    stop: '2020-01-02T00:00:00Z',
  };
  const past = { start: '2026-01-01T00:00:00+05:30', stop: '2026-01-04T00:00:00+05:30' };
  return (
    <>
      <Shown id="use-counter" answer={useCounter({ ...common, timeRange: both, timeZone: '-03:00' })} />
      <Shown
        id="use-time-series"
        answer={useTimeSeries({
          ...common,
          timeRange: past,
          timeZone: '+05:30',
          granularity: TimeSeriesGranularity.Day,
          groupBy: ['country'],
        })}
      />
      <Shown
        id="use-leaderboard"
        answer={useLeaderboard({
          ...common,
          dimensions: [{ columnName: 'country' }],
          rowLimit: 2,
          timeZone: 'Z',
        })}
      />
      <Shown
        id="use-data-grid"
        answer={useDataGrid({ propelApiUrl, dataPool, columns: ['id', 'price'], last: 1 })}
      />
      <Shown
        id="use-sql"
        answer={useSql({ propelApiUrl, query: `SELECT COUNT(*) AS n FROM "${dataPoolName}"` })}
      />
      <Shown
        id="use-records-by-id"
        answer={useRecordsById({
          propelApiUrl,
          dataPool,
          columns: ['id', 'price'],
          uniqueIds: ['o3', 'none', 'o1'],
        })}
      />
      <Shown
        id="use-top-values"
        answer={useTopValues({
          propelApiUrl,
          dataPool: { name: dataPoolName },
          columnName: 'country',
          timeZone: '+05:30',
        })}
      />
    </>
  );
}
