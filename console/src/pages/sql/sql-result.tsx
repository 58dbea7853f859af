import type { SqlDialectV1, SqlQuery } from '@weir/client';
import { useState } from 'react';
import { Chart } from '../../charts/chart.js';
import { drawn, paletteSize } from '../../charts/chart-data.js';
import { isNumericType } from '../../format/column-rules.js';
import { countText } from '../../format/format.js';
import { usePreferences } from '../../preferences/preferences.js';
import { QueryInfoPanel } from '../../query-info/query-info-panel.js';
import { SelectField } from '../../ui/field.js';
import { FileExport } from '../../ui/file-export.js';
import type { Cells } from '../../ui/records.js';
import { RecordsTable } from '../../ui/records-table.js';
import { Segments } from '../../ui/segments.js';
import { Empty } from '../../ui/states.js';
import { Table } from '../../ui/table.js';

type Result = SqlQuery['sqlV1'];
type SqlColumn = Result['columns'][number];

interface SqlResultProps {
  readonly result: Result;
  /** The statement that has this result. */
  readonly source: { readonly sql: string; readonly dialect?: SqlDialectV1 };
}

export function SqlResult({ result, source }: SqlResultProps) {
  const { timeZone } = usePreferences();
  const [mode, setMode] = useState('table');
  const { columns, rows, info } = result;
  return (
    <>
      <section className="panel stack" aria-label="Result">
        <div className="panel-head">
          <h2>{countText(rows.length, 'row')}</h2>
          <div className="row">
            <Segments
              label="Show as"
              value={mode}
              onChange={setMode}
              options={[
                { value: 'table', label: 'Table' },
                { value: 'chart', label: 'Chart' },
              ]}
            />
            <FileExport source={source} />
          </div>
        </div>
        {rows.length === 0 ? (
          <Empty title="No rows" />
        ) : mode === 'chart' ? (
          <ResultChart result={result} />
        ) : (
          <RecordsTable
            label="Result"
            headers={columns.map(({ columnName, type }) => ({ name: columnName, type }))}
            rows={rows}
            timeZone={timeZone}
          />
        )}
      </section>
      <QueryInfoPanel info={info} />
    </>
  );
}

/** A pie has as many slices as there are colours; the last one has the sum of all other rows. */
function slicesOf(labels: readonly string[], cells: Cells): { labels: readonly string[]; cells: Cells } {
  if (labels.length <= paletteSize) return { labels, cells };
  const rest = cells.slice(paletteSize - 1).reduce((sum, cell) => sum + Number(cell ?? 0), 0);
  return {
    labels: [...labels.slice(0, paletteSize - 1), 'Others'],
    cells: [...cells.slice(0, paletteSize - 1), String(rest)],
  };
}

function ResultChart({ result: { columns, rows } }: { result: Result }) {
  const indexes = columns.map((_, index) => index);
  const numbers = indexes.filter((index) => isNumericType(columns[index]?.type));
  const [x, setX] = useState(String(indexes.find((index) => !numbers.includes(index)) ?? 0));
  const [y, setY] = useState(String(numbers[0] ?? 0));
  const [kind, setKind] = useState('bar');
  const option = (index: number) => ({ value: String(index), label: columns[index]?.columnName ?? '' });
  const name = columns[Number(y)]?.columnName ?? '';
  const all = {
    labels: rows.map((row) => row[Number(x)] ?? 'null'),
    cells: rows.map((row) => row[Number(y)] ?? null),
  };
  const { labels, cells } = kind === 'pie' ? slicesOf(all.labels, all.cells) : all;
  if (numbers.length === 0) return <Empty title="No numeric column to chart" />;
  return (
    <>
      <div className="row-fields">
        <SelectField label="Along" value={x} onChange={setX} options={indexes.map(option)} />
        <SelectField label="Values" value={y} onChange={setY} options={numbers.map(option)} />
        <SelectField
          label="Chart"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'bar', label: 'Bars' },
            { value: 'line', label: 'Line' },
            { value: 'pie', label: 'Pie' },
          ]}
        />
      </div>
      <Chart
        data={{
          kind: kind as 'bar' | 'line' | 'pie',
          description: `${name} by ${columns[Number(x)]?.columnName}: ${countText(rows.length, 'row')}`,
          labels,
          series: [{ name, values: cells.map(drawn), exact: cells }],
        }}
      />
    </>
  );
}

export function DescribedColumns({ columns }: { columns: readonly SqlColumn[] }) {
  return (
    <section className="panel stack" aria-label="Description">
      <h2>Columns of the result</h2>
      <Table
        label="Columns of the query"
        rows={columns.map((column, index) => ({ ...column, index }))}
        rowKey={({ index }) => String(index)}
        columns={[
          { header: 'Column', cell: ({ columnName }) => <span className="mono">{columnName}</span> },
          { header: 'Type', cell: ({ type }) => type },
          { header: 'Nullable', cell: ({ isNullable }) => (isNullable ? 'Yes' : 'No') },
        ]}
      />
    </section>
  );
}
