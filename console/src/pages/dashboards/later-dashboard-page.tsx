import { loadedLater } from '../../ui/loaded-later.js';
import { Loading } from '../../ui/states.js';

/** Apart from the routes, because the list of dashboards preloads it. */
export const LaterDashboardPage = loadedLater(
  () => import('./dashboard-page.js'),
  <Loading what="the dashboard" />,
);
