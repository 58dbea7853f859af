import { type MetricType, metricKinds } from '@weir/client';
import { useEffect, useState } from 'react';
import { columnsOf, type ShownPool } from '../../api/use-pools.js';
import { namedOptions, SelectField } from '../../ui/field.js';
import { Picker } from '../../ui/picker.js';
import { CheckedField } from '../metrics/expression-check.js';
import { fittingColumns, metricTypeOptions, needsOf, type ShownMetric } from '../metrics/metric-kinds.js';
import type { ExploreView } from './explore-view.js';

interface SourceFieldsProps {
  readonly view: ExploreView;
  readonly set: (changes: Partial<ExploreView>) => void;
  readonly pools: readonly ShownPool[];
  readonly metrics: readonly ShownMetric[];
}

/** What names columns of a Data Pool, for another one. */
const nothingOfPool = { group: '', dims: [], filters: [] } as const;

/** The Metric to query: a stored one, or an ad hoc one. */
export function SourceFields({ view, set, pools, metrics }: SourceFieldsProps) {
  const pool = pools.find(({ id }) => id === view.pool);
  const poolOf = (metric: string) => metrics.find(({ id }) => id === metric)?.dataPool.id ?? view.pool;
  const kind = metricKinds[view.agg];
  const needs = needsOf(kind);
  const columns = fittingColumns(kind, columnsOf(pool));
  return (
    <div className="row-fields">
      <Picker
        label="Metric"
        value={view.metric}
        onChange={(metric) => set({ metric, ...(poolOf(metric) !== poolOf(view.metric) && nothingOfPool) })}
        options={[{ value: '', label: 'Defined here' }, ...namedOptions(metrics)]}
      />
      {view.metric === '' && (
        <>
          <Picker
            label="Data Pool"
            value={view.pool}
            onChange={(next) => set({ pool: next, column: '', ...nothingOfPool })}
            options={namedOptions(pools)}
          />
          <SelectField
            label="Computes"
            value={view.agg}
            onChange={(agg) => set({ agg: agg as MetricType, column: '' })}
            options={metricTypeOptions}
          />
          {needs === 'column' && (
            <Picker
              label="Column"
              value={view.column}
              onChange={(column) => set({ column })}
              options={columns.map(({ columnName }) => ({ value: columnName, label: columnName }))}
            />
          )}
          {needs === 'expression' && <ExpressionField key={view.pool} view={view} set={set} />}
        </>
      )}
    </div>
  );
}

function ExpressionField({ view, set }: Pick<SourceFieldsProps, 'view' | 'set'>) {
  const [text, setText] = useState(view.expression);
  useEffect(() => setText(view.expression), [view.expression]);
  return (
    <div className="row-fields">
      <CheckedField
        label="Expression"
        dataPool={view.pool}
        value={text}
        onChange={setText}
        placeholder="SUM(price) / COUNT(*)"
      />
      <button type="button" onClick={() => set({ expression: text })}>
        Use
      </button>
    </div>
  );
}
