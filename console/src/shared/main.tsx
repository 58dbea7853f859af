// First, so that the styles of components come after those of all.
import '../styles/index.css';

import { QueryClientProvider } from '@tanstack/react-query';
import { viewedDashboardQuery, WeirError } from '@weir/client';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ClientContext, createQueryClient } from '../api/use-operation.js';
import { SharedPage } from './shared-page.js';
import { sharedView } from './shared-view.js';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

const view = sharedView(window.location.hash.slice(1), window.parent !== window);
// Another link in the same tab is another page.
window.addEventListener('hashchange', () => window.location.reload());

/** When a tile is refused, the dashboard is too, and says so once for all. */
const queries = createQueryClient((error, { queryKey: [document] }) => {
  if (error instanceof WeirError && error.code === 'UNAUTHENTICATED' && document !== viewedDashboardQuery)
    void queries.invalidateQueries({ queryKey: [viewedDashboardQuery] });
});

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <ClientContext value={view?.client}>
        <SharedPage dashboardId={view?.dashboardId} />
      </ClientContext>
    </QueryClientProvider>
  </StrictMode>,
);
