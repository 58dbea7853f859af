import { useState } from 'react';
import { Dialog } from '../../ui/dialog.js';
import { Form, FormEnd } from '../../ui/form.js';
import { NameField } from '../../ui/name-fields.js';

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
  const { title, label, submitLabel, initial, error, pending, onSubmit, onClose } = props;
  const [uniqueName, setUniqueName] = useState(initial);
  const submit = () => {
    onSubmit(uniqueName.trim());
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form className="stack" error={error} onSubmit={submit}>
        <NameField label={label} value={uniqueName} onChange={setUniqueName} />
        <FormEnd submit={submitLabel} disabled={pending || uniqueName.trim() === ''} cancel={onClose} />
      </Form>
    </Dialog>
  );
}
