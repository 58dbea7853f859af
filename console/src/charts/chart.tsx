import { lazy, Suspense } from 'react';
import { Loading } from '../ui/states.js';
import type { ChartData } from './chart-data.js';
import type { ChartEvents } from './chart-events.js';

const EchartsView = lazy(() => import('./echarts-view.js'));

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
