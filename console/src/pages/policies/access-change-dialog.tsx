import type { DataPoolAccessPreviewInput } from '@weir/client';
import { Dialog } from '../../ui/dialog.js';
import { Failure } from '../../ui/states.js';
import { AccessPreview } from './access-preview.js';

interface AccessChangeDialogProps {
  readonly title: string;
  readonly change: DataPoolAccessPreviewInput;
  /** The text of the button that makes the change. */
  readonly confirm: string;
  readonly error: Error | null;
  readonly pending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Shows who will see what before a change of access is made. */
export function AccessChangeDialog(props: AccessChangeDialogProps) {
  const { title, change, confirm, error, pending, onConfirm, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <AccessPreview input={change} />
      {error && <Failure error={error} />}
      <div className="row row-end">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="primary" disabled={pending} onClick={onConfirm}>
          {confirm}
        </button>
      </div>
    </Dialog>
  );
}
