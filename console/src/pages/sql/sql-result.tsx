import type { SqlQuery } from '@weir/client';
import { countText } from '../../format/format.js';
import { usePreferences } from '../../preferences/preferences.js';
import { QueryInfoPanel } from '../../query-info/query-info-panel.js';
import { FileExport } from '../../ui/file-export.js';
import { RecordsTable } from '../../ui/records-table.js';
import { Segments } from '../../ui/segments.js';
import { Empty } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import type { QueryText } from './query-tabs.js';
import { ResultChart } from './result-chart.js';
import { type ChartChoice, firstChoice } from './result-series.js';

type Result = SqlQuery['sqlV1'];
type SqlColumn = Result['columns'][number];

/** How results are shown. The next run of a statement shows its result in the same way. */
export interface ResultView {
  readonly mode: 'table' | 'chart';
  /** Which columns were drawn, of a result with these columns. */
  readonly chart?: { readonly columns: string; readonly choice: ChartChoice };
}

interface SqlResultProps {
  readonly result: Result;
  /** The statement that has this result. */
  readonly text: QueryText;
  readonly view: ResultView;
  readonly onView: (view: ResultView) => void;
}

export function SqlResult({ result, text, view, onView }: SqlResultProps) {
  const { timeZone } = usePreferences();
  const { mode, chart } = view;
  const { columns, rows, info } = result;
  const named = JSON.stringify(columns);
  const choice = chart?.columns === named ? chart.choice : firstChoice(columns);
  return (
    <>
      <section className="panel stack" aria-label="Result">
        <div className="panel-head">
          <h2>{countText(rows.length, 'row')}</h2>
          <div className="row">
            <Segments
              label="Show as"
              value={mode}
              onChange={(next) => onView({ ...view, mode: next as ResultView['mode'] })}
              options={[
                { value: 'table', label: 'Table' },
                { value: 'chart', label: 'Chart' },
              ]}
            />
            <FileExport source={exportSource(text)} />
          </div>
        </div>
        {rows.length === 0 ? (
          <Empty title="No rows" />
        ) : mode === 'table' ? (
          <RecordsTable
            label="Result"
            headers={columns.map(({ columnName, type }) => ({ name: columnName, type }))}
            rows={rows}
            timeZone={timeZone}
          />
        ) : choice ? (
          <ResultChart
            result={result}
            choice={choice}
            onChoose={(next) => onView({ ...view, chart: { columns: named, choice: next } })}
          />
        ) : (
          <Empty title="No numeric column to chart" />
        )}
      </section>
      <QueryInfoPanel info={info} />
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

export const exportSource = ({ sql, dialect }: QueryText) => ({ sql, ...(dialect !== '' && { dialect }) });
