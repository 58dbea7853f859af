import { formatValue } from '@weir/client';
import { useContext } from 'react';
import { Chart } from '../../charts/chart.js';
import { formatNumber } from '../../format/format.js';
import { Markdown } from '../../ui/markdown.js';
import { RecordsTable } from '../../ui/records-table.js';
import { Answered } from '../../ui/states.js';
import { shownResult } from '../explore/shown-result.js';
import type { DraftTile, TileContent } from './dashboard-draft.js';
import { sqlChart } from './sql-chart.js';
import { useTileData } from './tile-data.js';
import { exploreViewOf, type TileRequest, type TileResult, type TileScope } from './tile-request.js';
import { TileRequestContext } from './tile-request-context.js';
import { titleOf } from './tile-title.js';
import '../explore/counter.css';

interface TileViewProps {
  readonly tile: DraftTile;
  readonly scope: TileScope;
  readonly isLive: boolean;
}

/** What is in a tile, below its title. */
export function TileView({ tile, scope, isLive }: TileViewProps) {
  const request = useContext(TileRequestContext)(tile, scope);
  if (request)
    return (
      <div className="tile-content">
        <QueriedTile
          // Another Metric or statement must not begin with the answer of the previous one.
          key={JSON.stringify([tile.metric, tile.sql])}
          tile={tile}
          timeZone={scope.timeZone}
          request={request}
          isLive={isLive}
        />
      </div>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div className="tile-content" tabIndex={0}>
      {tile.text ? <Markdown text={tile.text.markdown} /> : <p className="note">{whyEmpty(tile)}</p>}
    </div>
  );
}

const whyEmpty = ({ metric }: TileContent) =>
  metric
    ? 'The Metric of this tile was deleted. Remove the tile, or choose another Metric.'
    : 'This tile shows the result of SQL. Your Application needs the scope data_pool:query to run it.';

interface QueriedTileProps {
  readonly tile: TileContent;
  readonly timeZone: string;
  readonly request: TileRequest;
  readonly isLive: boolean;
}

function QueriedTile({ tile, timeZone, request, isLive }: QueriedTileProps) {
  const { answer, isInterrupted } = useTileData(request, isLive);
  return (
    <>
      {isInterrupted && <p className="note">Not current: live updates have stopped. Trying again…</p>}
      <Answered answer={answer} what={titleOf(tile)}>
        {(answered) => {
          const result = request.read?.(answered) ?? answered;
          return tile.metric ? (
            <MetricResult tile={tile} timeZone={timeZone} result={result} />
          ) : (
            <SqlTileResult tile={tile} timeZone={timeZone} result={result} />
          );
        }}
      </Answered>
    </>
  );
}

interface ResultProps {
  readonly tile: TileContent;
  readonly timeZone: string;
  readonly result: TileResult;
}

const noRecords = <p className="note">No records in this range</p>;

function MetricResult({ tile, timeZone, result }: ResultProps) {
  const { metric, metricName } = tile;
  if (!metric) return null;
  const shown = shownResult(exploreViewOf(metric), timeZone, result, metricName ?? titleOf(tile));
  if (shown.counter !== undefined)
    return (
      <p className="counter-value" title={formatNumber(shown.counter)}>
        {formatValue(shown.counter, shown.numeric.get(0))}
      </p>
    );
  if (shown.rows.length === 0) return noRecords;
  if (shown.chart && metric.chart !== 'TABLE') return <Chart data={shown.chart} />;
  return (
    <RecordsTable
      label={`Rows of ${titleOf(tile)}`}
      headers={shown.headers.map((name, index) => ({
        name: name ?? '',
        type: shown.numeric.has(index) ? 'DOUBLE' : undefined,
      }))}
      rows={shown.rows}
      timeZone={timeZone}
    />
  );
}

function SqlTileResult({ tile, timeZone, result: { sqlV1 } }: ResultProps) {
  if (!sqlV1) return null;
  if (sqlV1.rows.length === 0) return <p className="note">No rows</p>;
  const chart = tile.sql?.chart ?? 'TABLE';
  if (chart !== 'TABLE') {
    const data = sqlChart(sqlV1, chart);
    return data ? (
      <Chart data={data} />
    ) : (
      <p className="note">No chart: after its first column, the result has no numeric column.</p>
    );
  }
  return (
    <RecordsTable
      label={`Rows of ${titleOf(tile)}`}
      headers={sqlV1.columns.map(({ columnName, type }) => ({ name: columnName, type }))}
      rows={sqlV1.rows}
      timeZone={timeZone}
    />
  );
}
