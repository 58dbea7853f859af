import { useState } from 'react';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Form, FormFailure } from '../../ui/form.js';

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
  const [uniqueName, setUniqueName] = useState(props.uniqueName);
  const [description, setDescription] = useState(props.description);
  const submit = () => {
    onSubmit({ uniqueName: uniqueName.trim(), description: description.trim() });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form className="stack" error={error} onSubmit={submit}>
        <TextField
          label="Unique name"
          name="uniqueName"
          value={uniqueName}
          onChange={setUniqueName}
          required
          wide
        />
        <TextField
          label="Description"
          name="description"
          value={description}
          onChange={setDescription}
          wide
        />
        <FormFailure />
        <div className="row row-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={pending || uniqueName.trim() === ''}>
            Save
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
