import type {
  MetricsQuery,
  MetricTileInput,
  MetricTileKind,
  Sort,
  TileChart,
  TimeSeriesGranularity,
} from '@weir/client';
import { columnsOf, usePools } from '../../api/use-pools.js';
import { formatEnum } from '../../format/format.js';
import { granularities } from '../../time-range/granularity.js';
import { ChoiceField } from '../../ui/choice-field.js';
import { namedOptions, SelectField, TextField } from '../../ui/field.js';
import { ListEnd } from '../../ui/list-end.js';
import { Picker } from '../../ui/picker.js';
import { chartLabels } from './chart-labels.js';
import { rowLimitDefault } from './tile-request.js';

interface MetricFieldsProps {
  readonly value: MetricTileInput;
  readonly onChange: (value: MetricTileInput) => void;
  readonly metrics: MetricsQuery['metrics'] | undefined;
}

const kinds: readonly { readonly value: MetricTileKind; readonly label: string }[] = [
  { value: 'COUNTER', label: 'Counter' },
  { value: 'TIME_SERIES', label: 'Time series' },
  { value: 'LEADERBOARD', label: 'Leaderboard' },
];

const charts: Readonly<Record<MetricTileKind, readonly TileChart[]>> = {
  COUNTER: [],
  TIME_SERIES: ['LINE', 'BAR', 'STACKED', 'TABLE'],
  LEADERBOARD: ['RANKING', 'PIE', 'TABLE'],
};

/** Keeps what the new kind has too: the service refuses the rest. */
function withKind(value: MetricTileInput, kind: MetricTileKind): MetricTileInput {
  const { metricId, filterSql, dimensions = [] } = value;
  return {
    metricId,
    kind,
    ...(filterSql && { filterSql }),
    ...(kind === 'TIME_SERIES' && { granularity: value.granularity ?? 'DAY' }),
    ...(kind !== 'COUNTER' && { dimensions, chart: charts[kind][0] }),
  };
}

/** A limit without dimensions would be refused. */
function withDimensions(value: MetricTileInput, dimensions: readonly string[]): MetricTileInput {
  const { rowLimit, ...others } = value;
  return { ...others, dimensions: [...dimensions], ...(dimensions.length > 0 && rowLimit && { rowLimit }) };
}

export function MetricFields({ value, onChange, metrics }: MetricFieldsProps) {
  const pools = usePools();
  const metric = metrics?.nodes.find(({ id }) => id === value.metricId);
  const pool = pools.data?.dataPools?.nodes.find(({ id }) => id === metric?.dataPool.id);
  const columns = columnsOf(pool).filter(({ type }) => type !== 'JSON');
  const dimensions = value.dimensions ?? [];
  return (
    <>
      <div className="row-fields">
        <Picker
          label="Metric"
          value={metric ? value.metricId : ''}
          onChange={(metricId) => onChange(withDimensions({ ...value, metricId }, []))}
          options={namedOptions(metrics?.nodes)}
          required
        />
        <SelectField
          label="Show"
          value={value.kind}
          onChange={(kind) => onChange(withKind(value, kind as MetricTileKind))}
          options={kinds}
        />
        <KindFields value={value} onChange={onChange} />
      </div>
      <ListEnd list={metrics} what="Metrics" />
      {value.kind !== 'COUNTER' && columns.length > 0 && (
        <ChoiceField
          legend={value.kind === 'TIME_SERIES' ? 'Group by' : 'Dimensions'}
          options={columns.map(({ columnName }) => ({ value: columnName, label: columnName }))}
          chosen={dimensions}
          onChange={(chosen) => onChange(withDimensions(value, chosen))}
        />
      )}
      <TextField
        label="Filter of this tile"
        value={value.filterSql ?? ''}
        onChange={(filterSql) => onChange({ ...value, filterSql })}
        placeholder="price > 10"
        mono
        wide
      />
    </>
  );
}

function KindFields({ value, onChange }: Pick<MetricFieldsProps, 'value' | 'onChange'>) {
  const limited = (value.dimensions ?? []).length > 0;
  return (
    <>
      {value.kind === 'TIME_SERIES' && (
        <SelectField
          label="Granularity"
          value={value.granularity ?? 'DAY'}
          onChange={(granularity) =>
            onChange({ ...value, granularity: granularity as TimeSeriesGranularity })
          }
          options={granularities.map((one) => ({ value: one, label: formatEnum(one) }))}
        />
      )}
      {value.kind !== 'COUNTER' && (
        <SelectField
          label="Chart"
          value={value.chart ?? ''}
          onChange={(chart) => onChange({ ...value, chart: chart as TileChart })}
          options={charts[value.kind].map((one) => ({ value: one, label: chartLabels[one] }))}
        />
      )}
      {limited && (
        <TextField
          label={value.kind === 'TIME_SERIES' ? 'Groups' : 'Rows'}
          type="number"
          value={String(value.rowLimit ?? rowLimitDefault)}
          onChange={(text) => onChange({ ...value, rowLimit: Math.floor(Number(text)) || 1 })}
        />
      )}
      {value.kind === 'LEADERBOARD' && (
        <SelectField
          label="Order"
          value={value.sort ?? 'DESC'}
          onChange={(sort) => onChange({ ...value, sort: sort as Sort })}
          options={[
            { value: 'DESC', label: 'Largest first' },
            { value: 'ASC', label: 'Smallest first' },
          ]}
        />
      )}
    </>
  );
}
