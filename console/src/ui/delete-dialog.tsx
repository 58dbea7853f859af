import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.js';
import { TextField } from './field.js';
import { Form, FormFailure } from './form.js';

interface DeleteDialogProps {
  /** Such as "Data Source". */
  readonly resource: string;
  readonly name: string;
  readonly children: ReactNode;
  readonly error: Error | null;
  readonly pending: boolean;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Requires typing the name, because a deletion cannot be undone. */
export function DeleteDialog({
  resource,
  name,
  children,
  error,
  pending,
  onDelete,
  onClose,
}: DeleteDialogProps) {
  const [typed, setTyped] = useState('');
  const submit = () => {
    if (typed === name) onDelete();
  };
  return (
    <Dialog title={`Delete ${resource} ${name}?`} onClose={onClose}>
      <div>{children}</div>
      <Form className="stack" error={error} onSubmit={submit}>
        <TextField label={`Type ${name} to confirm`} value={typed} onChange={setTyped} wide />
        <FormFailure />
        <div className="row row-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="danger" disabled={typed !== name || pending}>
            {pending ? 'Deleting…' : `Delete ${resource}`}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
