import type { QueryInfoPartsFragment } from '@weir/client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { Chart } from '../../charts/chart.js';
import { CopyAsButton } from '../../copy/copy-button.js';
import { downloadCsv, toCsv } from '../../format/csv.js';
import { shortValue } from '../../format/short-value.js';
import { QueryInfoPanel } from '../../query-info/query-info-panel.js';
import { RequestPanel } from '../../query-info/request-panel.js';
import { granularities, granularityFor, roughSpanMs } from '../../time-range/granularity.js';
import { type PagePosition, Pager } from '../../ui/pager.js';
import { RecordsTable } from '../../ui/records-table.js';
import { Answered, Empty, Loading } from '../../ui/states.js';
import { Counter } from './counter.js';
import { type ExploreRequest, type ExploreResult, exploreRequest, label } from './explore-request.js';
import type { ExploreView } from './explore-view.js';
import { pickOf } from './pick-records.js';
import { bucketsRange, type Origin } from './records-behind.js';
import { type Shown, shownResult } from './shown-result.js';

interface ExploreResultPanelProps {
  readonly view: ExploreView;
  readonly timeZone: string;
  /** The Metric's name, if it has one. */
  readonly name: string | undefined;
  /** Of the records that may be opened; undefined if they may not be. */
  readonly origin: Origin | undefined;
  readonly onZoom: (range: string, gran: ExploreView['gran']) => void;
  /** The fields above grow while they load. An answer shown before would move under the pointer. */
  readonly isFormReady: boolean;
}

export function ExploreResultPanel({ view, name, ...props }: ExploreResultPanelProps) {
  const { timeZone } = props;
  const [position, setPosition] = useState<PagePosition>({});
  const viewText = JSON.stringify([view, timeZone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query starts at its first page
  useEffect(() => setPosition({}), [viewText]);
  const request = exploreRequest(view, timeZone, position);
  if ('missing' in request) return <Empty title={request.missing} />;
  return (
    <Asked
      {...props}
      key={view.view}
      view={view}
      request={request}
      name={name ?? label(view)}
      onMove={setPosition}
    />
  );
}

interface AskedProps extends Omit<ExploreResultPanelProps, 'name'> {
  readonly request: ExploreRequest;
  readonly name: string;
  readonly onMove: (position: PagePosition) => void;
}

function Asked({ isFormReady, onMove, onZoom, ...question }: AskedProps) {
  const { document, variables } = question.request;
  const answer = useOperation(document, variables, { keepPrevious: true });
  // The previous answer, shown until the next one arrives, belongs to the previous question.
  const answered = useRef(question);
  if (answer.data !== undefined && !answer.isPlaceholderData) answered.current = question;
  const { request } = answered.current;
  if (!isFormReady) return <Loading what="the answer" />;
  return (
    <Answered answer={answer} what="the answer">
      {(result) => (
        <>
          <Result {...answered.current} result={result} onMove={onMove} onZoom={onZoom} />
          <div className="two-columns">
            <RequestPanel document={request.document} variables={request.variables} />
            <Info result={result} />
          </div>
        </>
      )}
    </Answered>
  );
}

type ResultProps = Omit<AskedProps, 'isFormReady'> & { readonly result: ExploreResult };

function Result({ view, timeZone, request, result, name, origin, onMove, onZoom }: ResultProps) {
  const shown = useMemo(() => shownResult(view, timeZone, result, name), [view, timeZone, result, name]);
  const pick = origin && pickOf(origin, view, timeZone, result);
  const series = result.timeSeries;
  const zoom = (first: number, last: number) => {
    const range = bucketsRange(series ?? { labels: [] }, first, last, view, timeZone);
    onZoom(range, finerGranularity(view, range));
  };
  return (
    <section className="panel stack" aria-label="Answer">
      <div className="panel-head">
        <h2>{shown.title}</h2>
        <div className="row">
          <CopyAsButton view={{ ...request, sql: infoOf(result)?.sql }} what="the view" />
          <button
            type="button"
            className="small-button"
            onClick={() => downloadCsv(name, toCsv(shown.headers, shown.rows))}
          >
            Download CSV
          </button>
        </div>
      </div>
      {shown.counter !== undefined && (
        <Counter
          value={shown.counter}
          format={shown.numeric.get(0)}
          view={view}
          timeZone={timeZone}
          name={name}
          change={shown.change}
        />
      )}
      {shown.counter === undefined && shown.rows.length === 0 && <Empty title="No records in this range" />}
      {shown.chart && shown.rows.length > 0 && (
        <Chart data={shown.chart} onPick={pick} onZoom={series ? zoom : undefined} />
      )}
      {shown.chart && shown.rows.length > 0 && (
        <p className="note small">{[...(shown.notes ?? []), hintOf(pick, series)].join(' ')}</p>
      )}
      {shown.counter === undefined && shown.rows.length > 0 && (
        <AnswerTable shown={shown} timeZone={timeZone} collapsed={shown.chart !== undefined} onPick={pick} />
      )}
      {result.metricReport && <Pager pageInfo={result.metricReport.pageInfo} onMove={onMove} />}
    </section>
  );
}

/** What can be done with the chart, as far as the Application may. */
const hintOf = (pick: unknown, series: unknown) =>
  [pick ? 'Click to see the records behind a value.' : '', series ? 'Drag across the chart to zoom in.' : '']
    .filter(Boolean)
    .join(' ');

const zoomedBucketsMin = 12;

/** Fine enough for the zoomed range, and never coarser than before. */
function finerGranularity({ gran }: ExploreView, range: string): ExploreView['gran'] {
  const wanted = granularityFor(roughSpanMs(range, Date.now()) ?? 0, zoomedBucketsMin);
  return granularities.indexOf(wanted) < granularities.indexOf(gran) ? wanted : gran;
}

interface AnswerTableProps {
  readonly shown: Shown;
  readonly timeZone: string;
  readonly collapsed: boolean;
  readonly onPick: ((row: number) => void) | undefined;
}

function AnswerTable({ shown, timeZone, collapsed, onPick }: AnswerTableProps) {
  const headers = useMemo(
    () =>
      shown.headers.map((name, index) => ({
        name: name ?? '',
        ...(shown.numeric.has(index) && {
          type: 'DOUBLE',
          short: (cell: string) => shortValue(cell, shown.numeric.get(index)),
        }),
      })),
    [shown],
  );
  const table = (
    <RecordsTable
      label="Answer as a table"
      headers={headers}
      rows={shown.rows}
      timeZone={timeZone}
      rowAction={onPick && { label: 'Records of row', run: (row) => onPick(row) }}
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

function infoOf(result: ExploreResult): QueryInfoPartsFragment | undefined {
  return (result.counter ?? result.timeSeries ?? result.leaderboard ?? result.metricReport)?.query;
}

function Info({ result }: { result: ExploreResult }) {
  const info = infoOf(result);
  return info ? <QueryInfoPanel info={info} /> : null;
}
