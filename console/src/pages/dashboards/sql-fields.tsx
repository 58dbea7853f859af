import type { SqlDialectV1, TileChart } from '@weir/client';
import { Field, SelectField } from '../../ui/field.js';
import { chartLabels } from './chart-labels.js';
import type { TileContent } from './dashboard-draft.js';

type SqlContent = NonNullable<TileContent['sql']>;

interface SqlFieldsProps {
  readonly value: SqlContent;
  readonly onChange: (value: SqlContent) => void;
}

const dialects = [
  { value: '', label: 'Automatic (PostgreSQL first)' },
  { value: 'POSTGRESQL', label: 'PostgreSQL' },
  { value: 'COLUMNSTORE', label: 'Column store' },
];

export function SqlFields({ value, onChange }: SqlFieldsProps) {
  const { dialect, ...others } = value;
  return (
    <>
      <Field
        label="SQL"
        hint="One SELECT. The dashboard’s time range and filter do not apply to it: select the records here."
        wide
      >
        {(control) => (
          <textarea
            {...control}
            rows={8}
            spellCheck={false}
            value={value.query ?? ''}
            onChange={(event) => onChange({ ...value, query: event.target.value })}
          />
        )}
      </Field>
      <div className="row-fields">
        <SelectField
          label="Show as"
          value={value.chart ?? 'TABLE'}
          onChange={(chart) => onChange({ ...value, chart: chart as TileChart })}
          options={Object.entries(chartLabels).map(([one, label]) => ({ value: one, label }))}
          hint="Charts use the first column for labels, and the numeric columns after it"
        />
        <SelectField
          label="Dialect"
          value={dialect ?? ''}
          onChange={(next) => onChange(next === '' ? others : { ...others, dialect: next as SqlDialectV1 })}
          options={dialects}
        />
      </div>
    </>
  );
}
