// First, so that the styles of components come after those of all.
import './styles/index.css';

import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/use-operation.js';
import { createConsoleRouter } from './routing/router.js';
import { joinOpenTabs } from './session/session.js';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

await joinOpenTabs();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createConsoleRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);
