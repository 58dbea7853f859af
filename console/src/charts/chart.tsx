import { useEffect } from 'react';
import { loadedLater } from '../ui/loaded-later.js';
import { Loading } from '../ui/states.js';
import type { ChartData } from './chart-data.js';
import type { ChartEvents } from './chart-events.js';
import './chart.css';

/** A chart. Its library is loaded when the first chart is shown. */
export const Chart = loadedLater<{ data: ChartData } & ChartEvents>(
  () => import('./echarts-view.js'),
  <ChartSpace />,
);

/** Loads the library for a page that is going to show charts, while the page waits for their data. */
export function usePreloadedCharts(): void {
  useEffect(() => void Chart.preloadScript().catch(() => undefined), []);
}

/** As large as the chart, so that nothing below it jumps when it is shown. */
export function ChartSpace() {
  return (
    <div className="chart-frame">
      <div className="chart">
        <Loading what="the chart" />
      </div>
    </div>
  );
}
