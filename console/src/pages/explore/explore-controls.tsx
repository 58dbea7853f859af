import type { Sort, TimeSeriesGranularity } from '@weir/client';
import { type FormEvent, useEffect, useState } from 'react';
import { columnsOf, type ShownPool } from '../../api/use-pools.js';
import { formatEnum } from '../../format/format.js';
import { timeZones } from '../../preferences/time-zones.js';
import { TimeRangePicker } from '../../time-range/time-range-picker.js';
import { ChoiceField, SelectField, TextField } from '../../ui/field.js';
import type { ShownMetric } from '../metrics/metric-kinds.js';
import { type ExploreView, granularities } from './explore-view.js';

interface ExploreControlsProps {
  readonly view: ExploreView;
  readonly set: (changes: Partial<ExploreView>) => void;
  readonly pool: ShownPool | undefined;
  readonly timeZone: string;
  readonly metrics: readonly ShownMetric[];
}

export function ExploreControls(props: ExploreControlsProps) {
  const { view, set, timeZone } = props;
  return (
    <>
      <div className="row-fields">
        <TimeRangePicker value={view.range} timeZone={timeZone} onChange={(range) => set({ range })} />
        <SelectField
          label="Time zone of the query"
          value={timeZone}
          onChange={(zone) => set({ zone })}
          options={timeZones.map((zone) => ({ value: zone, label: zone }))}
        />
        {view.view === 'timeSeries' ? <SeriesFields {...props} /> : <RankFields {...props} />}
      </div>
      <FilterField view={view} set={set} />
      {view.view !== 'counter' && view.view !== 'timeSeries' && <Dimensions {...props} />}
    </>
  );
}

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
      <SelectField
        label="Group by"
        value={view.group}
        onChange={(group) => set({ group })}
        options={[
          { value: '', label: 'Nothing' },
          ...columns.map(({ columnName }) => ({ value: columnName, label: columnName })),
        ]}
      />
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

function RankFields({ view, set }: ExploreControlsProps) {
  if (view.view === 'counter') return null;
  return (
    <>
      <SelectField
        label={view.view === 'report' ? 'Rows per page' : 'Rows'}
        value={String(view.limit)}
        onChange={(limit) => set({ limit: Number(limit) })}
        options={['5', '10', '25', '50', '100', '1000'].map((value) => ({ value, label: value }))}
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set({ filter: filter.trim() });
  };
  return (
    <form className="row-fields" onSubmit={submit}>
      <TextField
        label="Filter"
        value={filter}
        onChange={setFilter}
        placeholder="price > 10 AND user_country = 'CH'"
        mono
      />
      <button type="submit" disabled={filter.trim() === view.filter}>
        Apply filter
      </button>
    </form>
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
          options={others.map(({ id, uniqueName }) => ({ value: id, label: uniqueName }))}
          chosen={view.more}
          onChange={(more) => set({ more })}
        />
      )}
    </>
  );
}
