import { lazy, Suspense, useEffect } from 'react';
import { Loading } from '../ui/states.js';
import type { ChartData } from './chart-data.js';
import type { ChartEvents } from './chart-events.js';
import './chart.css';

const loadCharts = () => import('./echarts-view.js');
const EchartsView = lazy(loadCharts);

/** Loads the library for a page that is going to show charts, while the page waits for their data. */
export function usePreloadedCharts(): void {
  useEffect(() => void loadCharts().catch(() => undefined), []);
}

/** A chart. Its library is loaded when the first chart is shown. */
export function Chart(props: { data: ChartData } & ChartEvents) {
  return (
    <Suspense fallback={<ChartSpace />}>
      <EchartsView {...props} />
    </Suspense>
  );
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
