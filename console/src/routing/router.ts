import { createHashHistory, createRouter } from '@tanstack/react-router';
import { PageFailure } from './page-failure.js';
import { routeTree } from './routes.js';
import { parseSearch, stringifySearch } from './search.js';

export function createConsoleRouter() {
  // No view uses the query of the page, such as one that a mail program adds, and the router would take it for a part of the view's.
  if (window.location.search !== '')
    window.history.replaceState(null, '', window.location.pathname + window.location.hash);
  const router = createRouter({
    routeTree,
    history: createHashHistory(),
    parseSearch,
    stringifySearch,
    caseSensitive: true,
    notFoundMode: 'root',
    defaultErrorComponent: PageFailure,
  });
  // The router would scroll to the top with every parameter that changes. Given from the start, this option would also keep the
  // browser from restoring the position on Back.
  router.update({ ...router.options, scrollRestoration: () => false });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
