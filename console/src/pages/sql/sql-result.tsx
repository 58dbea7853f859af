import type { SqlQuery } from '@weir/client';
import { useState } from 'react';
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

type Result = SqlQuery['sqlV1'];
type SqlColumn = Result['columns'][number];

interface SqlResultProps {
  readonly result: Result;
  /** The statement that has this result. */
  readonly text: QueryText;
}

export function SqlResult({ result, text }: SqlResultProps) {
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
            <FileExport source={exportSource(text)} />
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
