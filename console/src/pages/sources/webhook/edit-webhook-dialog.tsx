import {
  type ModifyWebhookDataSourceInput,
  modifyWebhookDataSourceMutation,
  type WebhookSignatureInput,
} from '@weir/client';
import { useState } from 'react';
import { useChange } from '../../../api/use-operation.js';
import { announce } from '../../../ui/announcer.js';
import { changedFields } from '../../../ui/changed-fields.js';
import { Dialog } from '../../../ui/dialog.js';
import { CheckField, TextField } from '../../../ui/field.js';
import { Form, FormEnd } from '../../../ui/form.js';
import { NameFields, namedOf } from '../../../ui/name-fields.js';
import { isWebhook, type ShownSource, type ShownWebhookSource } from '../shown-source.js';
import { ErrorHandlingField } from './error-handling.js';
import {
  noSignature,
  type SignatureDraft,
  SignatureFields,
  shownSignature,
  signatureInput,
} from './signature-fields.js';

export function EditWebhookDialog({ source, onClose }: { source: ShownSource; onClose: () => void }) {
  return isWebhook(source) && <EditDialog source={source} onClose={onClose} />;
}

function EditDialog({ source, onClose }: { source: ShownWebhookSource; onClose: () => void }) {
  const { basicAuth, signature, errorHandling: currentHandling } = source.connectionSettings;
  const [named, setNamed] = useState(() => namedOf(source));
  const [enabled, setEnabled] = useState(basicAuth !== null);
  const [username, setUsername] = useState(basicAuth?.username ?? '');
  const [password, setPassword] = useState('');
  const [changesSignature, setChangesSignature] = useState(false);
  const [newSignature, setNewSignature] = useState<SignatureDraft>({
    ...noSignature,
    scheme: signature?.scheme ?? '',
  });
  const [errorHandling, setErrorHandling] = useState(currentHandling);
  const modify = useChange(modifyWebhookDataSourceMutation, () => {
    announce('Saved');
    onClose();
  });
  const submit = () => {
    const input: ModifyWebhookDataSourceInput = {
      idOrUniqueName: { id: source.id },
      ...changedFields(namedOf(source), named),
      connectionSettings: {
        ...changedFields(
          { basicAuthEnabled: basicAuth !== null, errorHandling: currentHandling },
          { basicAuthEnabled: enabled, errorHandling },
        ),
        ...(enabled && password !== '' && { basicAuth: { username, password } }),
        ...(changesSignature && changedSignature(signatureInput(newSignature))),
      },
    };
    modify.mutate({ input });
  };
  const needsPassword = enabled && (basicAuth === null || username !== basicAuth.username);
  return (
    <Dialog title={`Edit ${source.uniqueName}`} onClose={onClose}>
      <Form className="stack" error={modify.error} onSubmit={submit}>
        <NameFields named={named} onChange={setNamed} />
        <CheckField label="Require a user name and password" checked={enabled} onChange={setEnabled} />
        {enabled && (
          <>
            <TextField label="User name" value={username} onChange={setUsername} required wide />
            <TextField
              label="Password"
              type="password"
              autoComplete="new-password"
              value={password}
              onChange={setPassword}
              required={needsPassword}
              hint={needsPassword ? undefined : 'Leave blank to keep the current password.'}
              wide
            />
          </>
        )}
        <CheckField
          label={`Change the signature (now: ${shownSignature(signature)})`}
          checked={changesSignature}
          onChange={setChangesSignature}
        />
        {changesSignature && <SignatureFields draft={newSignature} onChange={setNewSignature} />}
        <ErrorHandlingField value={errorHandling} onChange={setErrorHandling} />
        <FormEnd submit="Save" disabled={modify.isPending} cancel={onClose} />
      </Form>
    </Dialog>
  );
}

const changedSignature = (signature: WebhookSignatureInput | undefined) =>
  signature ? { signature } : { signatureEnabled: false };
