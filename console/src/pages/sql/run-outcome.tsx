import { WeirError } from '@weir/client';
import { useState } from 'react';
import { FileExport } from '../../ui/file-export.js';
import { Failure, Loading } from '../../ui/states.js';
import { DescribedColumns, exportSource, type ResultView, SqlResult } from './sql-result.js';
import type { SqlRun } from './use-sql-runs.js';

/** What became of the last statement of a tab. */
export function RunOutcome({ run }: { run: SqlRun }) {
  const [view, setView] = useState<ResultView>({ mode: 'table' });
  switch (run.kind) {
    case 'running':
      return <Loading what="the answer" />;
    case 'cancelled':
      return (
        <p className="note" role="status">
          You cancelled the query.
        </p>
      );
    case 'failed':
      return (
        <>
          <Failure error={run.error} />
          {run.error instanceof WeirError && run.error.code === 'QUERY_FAILED' && (
            <section className="row" aria-label="Export without a result">
              <span className="note">An export has no limit on rows:</span>
              <FileExport source={exportSource(run.text)} />
            </section>
          )}
        </>
      );
    case 'described':
      return <DescribedColumns columns={run.columns} />;
    case 'answered':
      return <SqlResult result={run.result} text={run.text} view={view} onView={setView} />;
  }
}
