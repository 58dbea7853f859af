import { loadedLater } from '../../ui/loaded-later.js';
import { Loading } from '../../ui/states.js';

/** For the list of dashboards, too, whose next click opens one. */
export const LaterDashboardPage = loadedLater(
  () => import('./dashboard-page.js'),
  <Loading what="the dashboard" />,
);
