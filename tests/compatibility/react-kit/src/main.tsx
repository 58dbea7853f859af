import {
  AccessTokenProvider,
  Chart,
  QueryClient,
  QueryClientProvider,
  ThemeProvider,
} from '@propeldata/ui-kit';
import { createRoot } from 'react-dom/client';
import { Dashboard } from './dashboard.js';
import { Hooks } from './hooks.js';
import { settings } from './settings.js';

// Charts are drawn on a canvas, so tests read what was drawn from the kit's own chart library.
Object.assign(window, { chartOf: (canvas: HTMLCanvasElement) => Chart.getChart(canvas)?.data });

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <AccessTokenProvider accessToken={settings.token}>
      <ThemeProvider>
        <Dashboard />
      </ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Hooks />
      </QueryClientProvider>
    </AccessTokenProvider>,
  );
