export const dashboardsCrumb = { label: 'Dashboards', to: '#/dashboards' };
