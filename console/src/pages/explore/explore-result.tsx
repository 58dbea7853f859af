import { formatValue, type QueryInfoPartsFragment } from '@weir/client';
import { useEffect, useMemo, useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { Chart } from '../../charts/chart.js';
import { downloadCsv, toCsv } from '../../format/csv.js';
import { formatNumber } from '../../format/format.js';
import { QueryInfoPanel } from '../../query-info/query-info-panel.js';
import { RequestPanel } from '../../query-info/request-panel.js';
import { type PagePosition, Pager } from '../../ui/pager.js';
import { RecordsTable } from '../../ui/records-table.js';
import { Answered, Empty } from '../../ui/states.js';
import { type ExploreRequest, type ExploreResult, exploreRequest, label } from './explore-request.js';
import type { ExploreView } from './explore-view.js';
import { type Shown, shownResult } from './shown-result.js';

interface ExploreResultPanelProps {
  readonly view: ExploreView;
  readonly timeZone: string;
  /** The Metric's name, if it has one. */
  readonly name: string | undefined;
}

export function ExploreResultPanel({ view, timeZone, name }: ExploreResultPanelProps) {
  const [position, setPosition] = useState<PagePosition>({});
  const viewText = JSON.stringify([view, timeZone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query starts at its first page
  useEffect(() => setPosition({}), [viewText]);
  const request = exploreRequest(view, timeZone, position);
  if ('missing' in request) return <Empty title={request.missing} />;
  return (
    <Asked
      key={view.view}
      view={view}
      timeZone={timeZone}
      request={request}
      name={name ?? label(view)}
      onMove={setPosition}
    />
  );
}

interface AskedProps {
  readonly view: ExploreView;
  readonly timeZone: string;
  readonly request: ExploreRequest;
  readonly name: string;
  readonly onMove: (position: PagePosition) => void;
}

function Asked({ view, timeZone, request, name, onMove }: AskedProps) {
  const answer = useOperation(request.document, request.variables, { keepPrevious: true });
  return (
    <Answered answer={answer} what="the answer">
      {(result) => (
        <>
          <Result view={view} timeZone={timeZone} result={result} name={name} onMove={onMove} />
          <div className="two-columns">
            <RequestPanel document={request.document} variables={request.variables} />
            <Info result={result} />
          </div>
        </>
      )}
    </Answered>
  );
}

interface ResultProps {
  readonly view: ExploreView;
  readonly timeZone: string;
  readonly result: ExploreResult;
  readonly name: string;
  readonly onMove: (position: PagePosition) => void;
}

function Result({ view, timeZone, result, name, onMove }: ResultProps) {
  const shown = useMemo(() => shownResult(view, timeZone, result, name), [view, timeZone, result, name]);
  return (
    <section className="panel stack" aria-label="Answer">
      <div className="panel-head">
        <h2>{shown.title}</h2>
        <button
          type="button"
          className="small-button"
          onClick={() => downloadCsv(name, toCsv(shown.headers, shown.rows))}
        >
          Download CSV
        </button>
      </div>
      {shown.counter !== undefined && (
        <p className="counter-value" title={formatNumber(shown.counter)}>
          {formatValue(shown.counter, shown.format)}
        </p>
      )}
      {shown.counter === undefined && shown.rows.length === 0 && <Empty title="No records in this range" />}
      {shown.chart && shown.rows.length > 0 && <Chart {...shown.chart} />}
      {shown.counter === undefined && shown.rows.length > 0 && (
        <AnswerTable shown={shown} timeZone={timeZone} collapsed={shown.chart !== undefined} />
      )}
      {result.metricReport && <Pager pageInfo={result.metricReport.pageInfo} onMove={onMove} />}
    </section>
  );
}

function AnswerTable({ shown, timeZone, collapsed }: { shown: Shown; timeZone: string; collapsed: boolean }) {
  const table = (
    <RecordsTable
      label="Answer as a table"
      headers={shown.headers.map((name, index) => ({
        name: name ?? '',
        type: shown.numeric.has(index) ? 'DOUBLE' : undefined,
      }))}
      rows={shown.rows}
      timeZone={timeZone}
    />
  );
  if (!collapsed) return table;
  return (
    <details>
      <summary>As a table</summary>
      {table}
    </details>
  );
}

function Info({ result }: { result: ExploreResult }) {
  const info: QueryInfoPartsFragment | undefined = (
    result.counter ??
    result.timeSeries ??
    result.leaderboard ??
    result.metricReport
  )?.query;
  return info ? <QueryInfoPanel info={info} /> : null;
}
