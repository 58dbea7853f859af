import { serviceUrl } from '../../../session/session.js';
import { Copyable } from '../../../ui/copyable.js';
import { embedSnippets } from './embed-snippets.js';

/** For an application with customers of its own: each signed-in customer sees their own records. */
export function EmbedHelp({ dashboardId }: { dashboardId: string }) {
  const { backEnd, page } = embedSnippets(serviceUrl.replace(/\/$/, ''), dashboardId);
  return (
    <details>
      <summary>Embed it for your customers</summary>
      <div className="stack">
        <p>
          Your back end requests a token for one customer and this dashboard. The token shows nothing else, so
          your page may have it. The Application's secret stays in your back end.
        </p>
        <div className="field">
          <h3>In your back end</h3>
          <Copyable text={backEnd} what="code for the back end" />
        </div>
        <div className="field">
          <h3>In your page</h3>
          <Copyable text={page} what="code for the page" />
        </div>
      </div>
    </details>
  );
}
