import {
  type ColumnType,
  type MetricInput,
  type MetricKind,
  type MetricPartsFragment,
  type MetricType,
  metricKinds,
  type ReadableMetricPartsFragment,
} from '@weir/client';

/** A Metric with everything that `admin` may read. */
export type WholeMetric = MetricPartsFragment;

/** A Metric as far as the signed-in Application may read it. */
export type ShownMetric = ReadableMetricPartsFragment &
  Partial<Omit<WholeMetric, keyof ReadableMetricPartsFragment>>;

export const isWholeMetric = (metric: ShownMetric): metric is WholeMetric => metric.settings !== undefined;

export const metricTypes = Object.keys(metricKinds) as readonly MetricType[];

export const metricTypeOptions = metricTypes.map((value) => ({ value, label: metricKinds[value].label }));

/** What the user has to choose in addition to the Data Pool. */
export function needsOf({ operand }: MetricKind): 'nothing' | 'column' | 'expression' {
  if (operand === null) return 'nothing';
  return operand.field === 'expression' ? 'expression' : 'column';
}

interface PoolColumn {
  readonly columnName: string;
  readonly type: ColumnType;
}

/** The columns that a kind can aggregate. */
export const fittingColumns = <C extends PoolColumn>({ operand }: MetricKind, columns: readonly C[]) =>
  columns.filter(({ type }) => operand?.columnTypes.includes(type));

interface Definition {
  readonly type: MetricType;
  readonly column: string;
  readonly expression: string;
}

/** The part of an input that defines what is aggregated. */
export function operandInput({ type, column, expression }: Definition): object {
  const { operand } = metricKinds[type];
  if (operand === null) return {};
  const value = operand.field === 'expression' ? expression.trim() : { columnName: column };
  return { [operand.field]: value };
}

/** The input for an ad hoc Metric. */
export function adHocInput(definition: Definition & { readonly dataPool: string }): MetricInput {
  const input = { dataPool: { id: definition.dataPool }, ...operandInput(definition) };
  return { [metricKinds[definition.type].adHoc]: input };
}

/** A short formula of a Metric, such as `SUM(price)`. */
export function formulaOf({ type, settings }: WholeMetric): string {
  if ('expression' in settings) return settings.expression;
  const column =
    'measure' in settings ? settings.measure : 'dimension' in settings ? settings.dimension : undefined;
  return `${type}(${column?.columnName ?? ''})`;
}
