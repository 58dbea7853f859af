import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { joinOpenTabs, readStoredToken, serviceUrl } from '../session/session.js';
import 'graphiql/style.css';
import './graphiql.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

await joinOpenTabs();
const token = readStoredToken();

const welcomeQuery = `# Ctrl-Space completes, Ctrl-Enter runs.
# The token is under Headers.
query Pools {
  dataPools(first: 10) {
    nodes {
      id
      uniqueName
      recordCount
    }
  }
}
`;

const authorization = {
  Authorization: token ? `Bearer ${token.accessToken}` : 'Bearer <token from /oauth2/token>',
};
const headers = JSON.stringify(authorization, null, 2);
// GraphiQL fetches the schema before the headers editor exists, so the token is set here too.
const fetcher = createGraphiQLFetcher({
  url: new URL('graphql', serviceUrl).href,
  ...(token && { headers: authorization }),
});

/** Labels for the editors that GraphiQL leaves unlabelled for screen readers. */
const editorNames = [
  ['.graphiql-query-editor textarea', 'GraphQL operation'],
  ['.graphiql-editor-tool .graphiql-editor:not(.hidden) textarea', 'Variables and headers'],
  ['.result-window textarea', 'Result'],
] as const;

new MutationObserver(() => {
  for (const [selector, name] of editorNames) {
    for (const editor of root.querySelectorAll(`${selector}:not([aria-label])`))
      editor.setAttribute('aria-label', name);
  }
}).observe(root, { childList: true, subtree: true });

createRoot(root).render(
  <StrictMode>
    <GraphiQL
      fetcher={fetcher}
      defaultQuery={welcomeQuery}
      headers={headers}
      // Not local storage: typed text may be secret, and must not outlive the tab.
      storage={window.sessionStorage}
      shouldPersistHeaders={false}
      showPersistHeadersSettings={false}
    >
      <GraphiQL.Logo>
        <a className="back" href="./#/">
          ← Weir console
        </a>
      </GraphiQL.Logo>
    </GraphiQL>
  </StrictMode>,
);
