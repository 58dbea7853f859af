import type { SqlQuery } from '@weir/client';
import { Chart } from '../../charts/chart.js';
import { paletteSize } from '../../charts/chart-data.js';
import { SelectField } from '../../ui/field.js';
import { Picker } from '../../ui/picker.js';
import { type ChartChoice, numericColumns, resultSeries } from './result-series.js';

const kinds: readonly { readonly value: ChartChoice['kind']; readonly label: string }[] = [
  { value: 'bar', label: 'Bars' },
  { value: 'stacked', label: 'Stacked bars' },
  { value: 'line', label: 'Line' },
  { value: 'pie', label: 'Pie' },
];

interface ResultChartProps {
  readonly result: SqlQuery['sqlV1'];
  readonly choice: ChartChoice;
  readonly onChoose: (choice: ChartChoice) => void;
}

/** Columns of an answer as a chart. */
export function ResultChart({ result, choice, onChoose }: ResultChartProps) {
  const { columns } = result;
  const { kind, along, values, series } = choice;
  const option = (index: number) => ({ value: String(index), label: columns[index]?.columnName ?? '' });
  const all = columns.map((_, index) => option(index));
  const { leftOut, isAdded, ...data } = resultSeries(result, choice);
  return (
    <>
      <div className="row-fields">
        <Picker
          label="Along"
          value={String(along)}
          onChange={(next) => onChoose({ ...choice, along: Number(next) })}
          options={all}
        />
        <Picker
          label="Values"
          value={String(values)}
          onChange={(next) => onChoose({ ...choice, values: Number(next) })}
          options={numericColumns(columns).map(option)}
        />
        {kind !== 'pie' && (
          <Picker
            label="Series"
            value={series === undefined ? '' : String(series)}
            onChange={(next) => onChoose({ ...choice, series: next === '' ? undefined : Number(next) })}
            options={[{ value: '', label: 'None' }, ...all]}
          />
        )}
        <SelectField
          label="Chart"
          value={kind}
          onChange={(next) => onChoose({ ...choice, kind: next as ChartChoice['kind'] })}
          options={kinds}
        />
      </div>
      <Chart key={`${along} ${values} ${series} ${kind}`} data={data} />
      {leftOut > 0 && (
        <p className="note">
          The {paletteSize} largest series are drawn, {leftOut} more are not. The table has all rows.
        </p>
      )}
      {isAdded && <p className="note">Rows with the same place and series are added up.</p>}
    </>
  );
}
