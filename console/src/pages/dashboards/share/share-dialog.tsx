import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.js';
import type { DraftTile } from '../dashboard-draft.js';
import type { CreatedLink } from './created-link.js';
import { EmbedHelp } from './embed-help.js';
import { NewLink } from './new-link.js';
import { ShareForm } from './share-form.js';
import { ShareLinks } from './share-links.js';

interface ShareDialogProps {
  readonly dashboardId: string;
  readonly tiles: readonly DraftTile[];
  readonly onClose: () => void;
}

/** Links to a dashboard: the existing ones, a new one, and what a developer needs to embed it. */
export function ShareDialog({ dashboardId, tiles, onClose }: ShareDialogProps) {
  const [created, setCreated] = useState<CreatedLink>();
  if (created) return <NewLink created={created} onClose={() => setCreated(undefined)} />;
  return (
    <Dialog title="Share this dashboard" onClose={onClose} wide>
      <div className="stack">
        <p>
          A link shows the dashboard as it is saved, and nothing else, to all who have it. They need no
          credentials.
        </p>
        <ShareForm dashboardId={dashboardId} tiles={tiles} onCreated={setCreated} />
        <ShareLinks dashboardId={dashboardId} tiles={tiles} />
        <EmbedHelp dashboardId={dashboardId} />
        <div className="row row-end">
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </Dialog>
  );
}
