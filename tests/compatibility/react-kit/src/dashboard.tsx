import {
  Counter,
  DataGrid,
  FilterProvider,
  GroupBy,
  Leaderboard,
  PieChart,
  RelativeTimeRange,
  SimpleFilter,
  Sort,
  TimeGrainPicker,
  TimeRangePicker,
  TimeSeries,
} from '@propeldata/ui-kit';
import type { ReactNode } from 'react';
import { settings } from './settings.js';

const { propelApiUrl, dataPool } = settings;
/** The kit adds the provider's Data Pool, with both its id and its name. */
const metric = { sum: { measure: { columnName: 'price' } } } as never;
const last90Days = { relative: RelativeTimeRange.LastNDays, n: 90 };

const Part = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => (
  <section data-testid={id}>{children}</section>
);

/** Every component that queries, under one set of filters. */
export const Dashboard = () => (
  <FilterProvider
    defaultDataPool={dataPool}
    defaultTimeRange={{ relative: RelativeTimeRange.LastNDays, n: 30 }}
    emptyGroupBy={['country']}
  >
    <Part id="time-range">
      <TimeRangePicker locale="en-US" />
    </Part>
    <Part id="time-grain">
      <TimeGrainPicker />
    </Part>
    <Part id="filter">
      <SimpleFilter query={{ propelApiUrl, columnName: 'country' }} />
    </Part>
    <Part id="group-by">
      <GroupBy query={{ propelApiUrl }} />
    </Part>
    <Part id="counter">
      <Counter query={{ propelApiUrl, metric }} />
    </Part>
    <Part id="counter-90-days">
      <Counter query={{ propelApiUrl, metric, timeRange: last90Days, timeZone: 'Z' }} />
    </Part>
    <Part id="time-series">
      <TimeSeries query={{ propelApiUrl, metric }} />
    </Part>
    <Part id="leaderboard">
      <Leaderboard variant="table" query={{ propelApiUrl, metric }} />
    </Part>
    <Part id="bars">
      <Leaderboard query={{ propelApiUrl, metric }} />
    </Part>
    <Part id="pie">
      <PieChart chartProps={{ showValues: true }} query={{ propelApiUrl, metric }} />
    </Part>
    <Part id="grid">
      <DataGrid
        query={{ propelApiUrl, dataPool, orderByColumn: 3, sort: Sort.Asc }}
        paginationProps={{ defaultPageSize: 2, pageSizeOptions: [2, 10] }}
        showRowCount
      />
    </Part>
  </FilterProvider>
);
