import { href } from '../../routing/href.js';

export const dashboardsCrumb = { label: 'Dashboards', to: href('/dashboards') };
