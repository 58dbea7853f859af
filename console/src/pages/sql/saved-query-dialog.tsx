import { useState } from 'react';
import { Dialog } from '../../ui/dialog.js';
import { Form, FormEnd } from '../../ui/form.js';
import { NameFields, namedOf } from '../../ui/name-fields.js';

interface SavedQueryDialogProps {
  readonly title: string;
  readonly uniqueName: string;
  readonly description: string;
  readonly error: Error | null;
  readonly pending: boolean;
  readonly onSubmit: (values: { readonly uniqueName: string; readonly description: string }) => void;
  readonly onClose: () => void;
}

/** Asks for the name and the description of a saved query. */
export function SavedQueryDialog(props: SavedQueryDialogProps) {
  const { title, error, pending, onSubmit, onClose } = props;
  const [named, setNamed] = useState(() => namedOf(props));
  const uniqueName = named.uniqueName.trim();
  const submit = () => {
    onSubmit({ uniqueName, description: named.description.trim() });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form className="stack" error={error} onSubmit={submit}>
        <NameFields named={named} onChange={setNamed} />
        <FormEnd submit="Save" disabled={pending || uniqueName === ''} cancel={onClose} />
      </Form>
    </Dialog>
  );
}
