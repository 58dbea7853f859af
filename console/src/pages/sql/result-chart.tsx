import type { SqlQuery } from '@weir/client';
import { useState } from 'react';
import { Chart } from '../../charts/chart.js';
import { paletteSize } from '../../charts/chart-data.js';
import { isNumericType } from '../../format/column-rules.js';
import { SelectField } from '../../ui/field.js';
import { Empty } from '../../ui/states.js';
import { type ChartChoice, resultSeries } from './result-series.js';

const kinds: readonly { readonly value: ChartChoice['kind']; readonly label: string }[] = [
  { value: 'bar', label: 'Bars' },
  { value: 'stacked', label: 'Stacked bars' },
  { value: 'line', label: 'Line' },
  { value: 'pie', label: 'Pie' },
];

/** Columns of an answer as a chart. */
export function ResultChart({ result }: { result: SqlQuery['sqlV1'] }) {
  const { columns } = result;
  const indexes = columns.map((_, index) => index);
  const numbers = indexes.filter((index) => isNumericType(columns[index]?.type));
  const [along, setAlong] = useState(String(indexes.find((index) => !numbers.includes(index)) ?? 0));
  const [values, setValues] = useState(String(numbers[0] ?? 0));
  const [series, setSeries] = useState('');
  const [kind, setKind] = useState<ChartChoice['kind']>('bar');
  if (numbers.length === 0) return <Empty title="No numeric column to chart" />;
  const option = (index: number) => ({ value: String(index), label: columns[index]?.columnName ?? '' });
  const { leftOut, isAdded, ...data } = resultSeries(result, {
    kind,
    along: Number(along),
    values: Number(values),
    series: series === '' ? undefined : Number(series),
  });
  return (
    <>
      <div className="row-fields">
        <SelectField label="Along" value={along} onChange={setAlong} options={indexes.map(option)} />
        <SelectField label="Values" value={values} onChange={setValues} options={numbers.map(option)} />
        {kind !== 'pie' && (
          <SelectField
            label="Series"
            value={series}
            onChange={setSeries}
            options={[{ value: '', label: 'None' }, ...indexes.map(option)]}
          />
        )}
        <SelectField
          label="Chart"
          value={kind}
          onChange={(next) => setKind(next as ChartChoice['kind'])}
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
