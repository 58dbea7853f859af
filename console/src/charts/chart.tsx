import { lazy, Suspense } from 'react';
import { Loading } from '../ui/states.js';
import type { ChartData } from './chart-data.js';

const EchartsView = lazy(() => import('./echarts-view.js'));

/** A chart, whose library is fetched when the first one is shown. */
export function Chart(props: ChartData) {
  return (
    <Suspense fallback={<Loading what="the chart" />}>
      <EchartsView {...props} />
    </Suspense>
  );
}
