import { serviceUrl } from '../../../session/session.js';
import { Copyable } from '../../../ui/copyable.js';
import { Dialog } from '../../../ui/dialog.js';
import { Time } from '../../../ui/time.js';
import type { CreatedLink } from './created-link.js';

/** Shows a new link, which cannot be shown again. */
export function NewLink({ created, onClose }: { created: CreatedLink; onClose: () => void }) {
  const { path, shareLink } = created;
  const url = serviceUrl.replace(/\/$/, '') + path;
  return (
    <Dialog title="Copy this link now" onClose={onClose} wide lasting>
      <div className="stack">
        <p>
          It is shown only once. All who have it can see the dashboard until{' '}
          <Time value={shareLink.expiresAt} />, or until you revoke it.
        </p>
        <div className="field">
          <h3>Link</h3>
          <Copyable text={url} what="link" wrap />
        </div>
        <div className="field">
          <h3>As a frame in a web page</h3>
          <Copyable
            text={`<iframe src="${url}" title="Dashboard" width="100%" height="800" style="border: 0"></iframe>`}
            what="frame"
            wrap
          />
        </div>
        <div className="row row-end">
          <button type="button" className="primary" onClick={onClose}>
            I have copied it
          </button>
        </div>
      </div>
    </Dialog>
  );
}
