import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Failure } from '../../ui/states.js';

interface NameDialogProps {
  readonly title: string;
  /** Of the field, by default "Unique name". */
  readonly label?: string;
  readonly submitLabel: string;
  readonly initial: string;
  readonly error: Error | null;
  readonly pending: boolean;
  readonly onSubmit: (uniqueName: string) => void;
  readonly onClose: () => void;
}

/** Asks for a name. */
export function NameDialog(props: NameDialogProps) {
  const { title, label = 'Unique name', submitLabel, initial, error, pending, onSubmit, onClose } = props;
  const [uniqueName, setUniqueName] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(uniqueName.trim());
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField label={label} value={uniqueName} onChange={setUniqueName} required wide />
        {error && <Failure error={error} />}
        <div className="row row-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={pending || uniqueName.trim() === ''}>
            {submitLabel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
