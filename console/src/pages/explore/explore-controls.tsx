import { environmentQuery, type Sort, type TimeSeriesGranularity, type WeekStart } from '@weir/client';
import { useEffect, useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { columnsOf, type ShownPool } from '../../api/use-pools.js';
import { FilterBar } from '../../filters/filter-bar.js';
import { formatEnum } from '../../format/format.js';
import { timeZoneOptions } from '../../preferences/time-zones.js';
import { granularities, weekStarts } from '../../time-range/granularity.js';
import { timeRangeInput } from '../../time-range/time-range.js';
import { TimeRangePicker } from '../../time-range/time-range-picker.js';
import { ChoiceField } from '../../ui/choice-field.js';
import { namedOptions, SelectField, TextField } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import { Picker } from '../../ui/picker.js';
import type { ShownMetric } from '../metrics/metric-kinds.js';
import { comparePeriods, type ExploreView, isComparable } from './explore-view.js';

interface ExploreControlsProps {
  readonly view: ExploreView;
  readonly set: (changes: Partial<ExploreView>) => void;
  readonly pool: ShownPool | undefined;
  readonly timeZone: string;
  readonly metrics: readonly ShownMetric[];
}

export function ExploreControls(props: ExploreControlsProps) {
  const { view, set, timeZone, pool } = props;
  return (
    <>
      <div className="row-fields">
        <TimeRangePicker value={view.range} timeZone={timeZone} onChange={(range) => set({ range })} />
        <Picker
          label="Time zone of the query"
          value={timeZone}
          onChange={(zone) => set({ zone })}
          options={timeZoneOptions(timeZone)}
        />
        {usesWeeks(view) && <WeekField view={view} set={set} />}
        {isComparable(view) && (
          <SelectField
            label="Compare with"
            value={view.compare}
            onChange={(compare) => set({ compare: compare as ExploreView['compare'] })}
            options={[
              { value: '', label: 'Nothing' },
              ...comparePeriods.map((value) => ({ value, label: formatEnum(value) })),
            ]}
          />
        )}
        {view.view === 'timeSeries' ? <SeriesFields {...props} /> : <RankFields {...props} />}
      </div>
      <div className="row-fields">
        <FilterField view={view} set={set} />
        <FilterBar
          filters={view.filters}
          onChange={(filters) => set({ filters })}
          columns={columnsOf(pool).filter(({ type }) => type !== 'JSON')}
          records={recordsOf(view, timeZone, pool)}
          timeZone={timeZone}
        />
      </div>
      {view.view !== 'counter' && view.view !== 'timeSeries' && <Dimensions {...props} />}
    </>
  );
}

const recordsOf = ({ range, week }: ExploreView, timeZone: string, pool: ShownPool | undefined) => {
  const timeRange = timeRangeInput(range);
  return {
    dataPool: { id: pool?.id ?? '' },
    timeZone,
    ...(timeRange && { timeRange }),
    ...(week !== '' && { weekStart: week }),
  };
};

const usesWeeks = ({ view, gran, range }: ExploreView) =>
  (view === 'timeSeries' && gran === 'WEEK') || range.includes('WEEK');

function WeekField({ view, set }: Pick<ExploreControlsProps, 'view' | 'set'>) {
  const environment = useOperation(environmentQuery, {});
  const usual = environment.data?.environment?.weekStart;
  return (
    <SelectField
      label="Weeks start on"
      value={view.week}
      onChange={(week) => set({ week: week as WeekStart | '' })}
      options={[
        { value: '', label: usual ? `${formatEnum(usual)} (as the Environment)` : 'As the Environment' },
        ...weekStarts.map((value) => ({ value, label: formatEnum(value) })),
      ]}
    />
  );
}

const groupLimits = ['3', '5', '10', '50', '1000'];

function SeriesFields({ view, set, pool }: ExploreControlsProps) {
  const columns = columnsOf(pool).filter(({ type }) => type !== 'JSON');
  return (
    <>
      <SelectField
        label="Granularity"
        value={view.gran}
        onChange={(gran) => set({ gran: gran as TimeSeriesGranularity })}
        options={granularities.map((value) => ({ value, label: formatEnum(value) }))}
      />
      <Picker
        label="Group by"
        value={view.group}
        onChange={(group) => set({ group })}
        options={[
          { value: '', label: 'Nothing' },
          ...columns.map(({ columnName }) => ({ value: columnName, label: columnName })),
        ]}
      />
      {view.group !== '' && (
        <SelectField
          label="Groups"
          value={String(view.limit)}
          onChange={(limit) => set({ limit: Number(limit) })}
          options={limitOptions(groupLimits, view.limit, (limit) => `Largest ${limit} and others`)}
        />
      )}
      <SelectField
        label="Chart"
        value={view.chart}
        onChange={(chart) => set({ chart: chart as ExploreView['chart'] })}
        options={[
          { value: 'line', label: 'Line' },
          { value: 'bar', label: 'Bars' },
          { value: 'stacked', label: 'Stacked bars' },
        ]}
      />
    </>
  );
}

const rowLimits = ['5', '10', '25', '50', '100', '1000'];
const pieLimits = ['3', '5', '10'];

/** The limit of a link may be none of those that are offered. */
const limitOptions = (limits: readonly string[], current: number, label = (limit: string) => limit) =>
  (limits.includes(String(current)) ? limits : [...limits, String(current)]).map((value) => ({
    value,
    label: label(value),
  }));

function RankFields({ view, set }: ExploreControlsProps) {
  if (view.view === 'counter') return null;
  return (
    <>
      <SelectField
        label={view.view === 'report' ? 'Rows per page' : 'Rows'}
        value={String(view.limit)}
        onChange={(limit) => set({ limit: Number(limit) })}
        options={limitOptions(view.view === 'pie' ? pieLimits : rowLimits, view.limit)}
      />
      <SelectField
        label="Order"
        value={view.sort}
        onChange={(sort) => set({ sort: sort as Sort })}
        options={[
          { value: 'DESC', label: 'Largest first' },
          { value: 'ASC', label: 'Smallest first' },
        ]}
      />
    </>
  );
}

function FilterField({ view, set }: Pick<ExploreControlsProps, 'view' | 'set'>) {
  const [filter, setFilter] = useState(view.filter);
  useEffect(() => setFilter(view.filter), [view.filter]);
  const submit = () => {
    set({ filter: filter.trim() });
  };
  return (
    <Form className="row-fields" onSubmit={submit}>
      <TextField
        label="SQL filter"
        value={filter}
        onChange={setFilter}
        placeholder="price > 10 AND user_country = 'CH'"
        mono
      />
      <button type="submit">Apply filter</button>
    </Form>
  );
}

function Dimensions({ view, set, pool, metrics }: ExploreControlsProps) {
  const columns = columnsOf(pool).filter(({ type }) => type !== 'JSON');
  const others = metrics.filter(({ id, dataPool }) => dataPool.id === pool?.id && id !== view.metric);
  return (
    <>
      {columns.length > 0 && (
        <ChoiceField
          legend="Dimensions"
          options={columns.map(({ columnName }) => ({ value: columnName, label: columnName }))}
          chosen={view.dims}
          onChange={(dims) => set({ dims })}
        />
      )}
      {view.view === 'report' && others.length > 0 && (
        <ChoiceField
          legend="More Metrics of the same Data Pool"
          options={namedOptions(others)}
          chosen={view.more}
          onChange={(more) => set({ more })}
        />
      )}
    </>
  );
}
