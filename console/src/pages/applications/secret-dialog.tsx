import { Copyable } from '../../ui/copyable.js';
import { Dialog } from '../../ui/dialog.js';

interface SecretDialogProps {
  readonly clientId: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a new secret, which cannot be shown again. */
export function SecretDialog({ clientId, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog title="Save this secret now" onClose={onClose} lasting>
      <p>It is shown only once. Anyone who has it can act as this Application.</p>
      <div className="field">
        <h3>Client ID</h3>
        <Copyable text={clientId} what="client ID" wrap />
      </div>
      <div className="field">
        <h3>Client secret</h3>
        <Copyable text={secret} what="client secret" wrap />
      </div>
      <div className="row row-end">
        <button type="button" className="primary" onClick={onClose}>
          I have saved it
        </button>
      </div>
    </Dialog>
  );
}
