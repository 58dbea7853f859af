import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readStoredToken, serviceUrl } from '../session/session.js';
import 'graphiql/style.css';
import './graphiql.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

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
// The first question, for the schema, is asked before the headers' editor is there.
const fetcher = createGraphiQLFetcher({
  url: new URL('graphql', serviceUrl).href,
  ...(token && { headers: authorization }),
});

/** The editors that GraphiQL leaves without a name for screen readers, and the names that they get. */
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
      // Never local storage: what is typed here may be secret, and ends with the tab.
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
