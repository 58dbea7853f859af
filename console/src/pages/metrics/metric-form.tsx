import { type MetricType, metricKinds } from '@weir/client';
import { columnsOf, type ShownPool } from '../../api/use-pools.js';
import { isTimestampType, typeText } from '../../format/column-rules.js';
import { ChoiceField } from '../../ui/choice-field.js';
import { namedOptions, SelectField } from '../../ui/field.js';
import { NameFields } from '../../ui/name-fields.js';
import { Picker } from '../../ui/picker.js';
import { CheckedField, filterAsExpression } from './expression-check.js';
import { type FormatDraft, FormatFields } from './format-fields.js';
import { fittingColumns, metricTypeOptions, needsOf } from './metric-kinds.js';

export interface MetricDraft {
  readonly type: MetricType;
  readonly dataPool: string;
  readonly column: string;
  readonly expression: string;
  readonly uniqueName: string;
  readonly description: string;
  readonly filterSql: string;
  readonly dimensions: readonly string[];
  readonly timestamp: string;
  readonly format: FormatDraft;
}

interface MetricFormProps {
  readonly draft: MetricDraft;
  readonly set: (changes: Partial<MetricDraft>) => void;
  readonly pools: readonly ShownPool[];
}

/** What a Metric computes. */
export function DefinitionFields({ draft, set, pools }: MetricFormProps) {
  const kind = metricKinds[draft.type];
  const needs = needsOf(kind);
  const pool = pools.find(({ id }) => id === draft.dataPool);
  const columns = fittingColumns(kind, columnsOf(pool));
  return (
    <>
      <Picker
        label="Data Pool"
        value={draft.dataPool}
        onChange={(dataPool) => set({ dataPool, column: '', dimensions: [], timestamp: '' })}
        options={namedOptions(pools)}
        required
        wide
      />
      <SelectField
        label="Type"
        value={draft.type}
        onChange={(type) => set({ type: type as MetricType, column: '' })}
        options={metricTypeOptions}
        wide
      />
      {needs === 'column' && (
        <Picker
          label={kind.operand?.field === 'measure' ? 'Measure' : 'Column'}
          value={draft.column}
          onChange={(column) => set({ column })}
          options={columns.map(({ columnName, ...declared }) => ({
            value: columnName,
            label: `${columnName} (${typeText(declared)})`,
          }))}
          hint={
            draft.dataPool !== '' && columns.length === 0
              ? 'This Data Pool has no column of a suitable type.'
              : undefined
          }
          required
          wide
        />
      )}
      {needs === 'expression' && (
        <CheckedField
          label="Expression"
          name="expression"
          dataPool={draft.dataPool}
          value={draft.expression}
          onChange={(expression) => set({ expression })}
          placeholder="SUM(price) / COUNT(*)"
          required
        />
      )}
      <CheckedField
        label="Filter"
        name="filterSql"
        dataPool={draft.dataPool}
        value={draft.filterSql}
        onChange={(filterSql) => set({ filterSql })}
        placeholder="price > 10 AND user_country = 'CH'"
        expressionOf={filterAsExpression}
      />
    </>
  );
}

/** A Metric's name and dimensions. */
export function NamingFields({ draft, set, pools }: MetricFormProps) {
  const columns = columnsOf(pools.find(({ id }) => id === draft.dataPool));
  const timestamps = columns.filter(({ type }) => isTimestampType(type));
  return (
    <>
      <NameFields named={draft} onChange={set} />
      <SelectField
        label="Timestamp"
        value={draft.timestamp}
        onChange={(timestamp) => set({ timestamp })}
        options={[
          { value: '', label: "The Data Pool's default timestamp" },
          ...timestamps.map(({ columnName }) => ({ value: columnName, label: columnName })),
        ]}
        wide
      />
      <FormatFields draft={draft.format} set={(format) => set({ format })} />
      {columns.length > 0 && (
        <ChoiceField
          legend="Dimensions: columns to break the Metric down by"
          options={columns
            .filter(({ type }) => type !== 'JSON')
            .map(({ columnName }) => ({ value: columnName, label: columnName }))}
          chosen={draft.dimensions}
          onChange={(dimensions) => set({ dimensions })}
        />
      )}
    </>
  );
}
