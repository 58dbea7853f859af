import { modifyS3DataSourceMutation } from '@weir/client';
import { useState } from 'react';
import { useChange } from '../../../api/use-operation.js';
import { announce } from '../../../ui/announcer.js';
import { changedFields } from '../../../ui/changed-fields.js';
import { Dialog } from '../../../ui/dialog.js';
import { Form, FormEnd } from '../../../ui/form.js';
import { NameFields, namedOf } from '../../../ui/name-fields.js';
import type { ShownSource } from '../shown-source.js';
import { ConnectionFields, emptyConnection } from './connection-fields.js';
import { isS3, type ShownS3Source } from './s3-source.js';

export function EditS3Dialog({ source, onClose }: { source: ShownSource; onClose: () => void }) {
  return isS3(source) && <EditDialog source={source} onClose={onClose} />;
}

function EditDialog({ source, onClose }: { source: ShownS3Source; onClose: () => void }) {
  const { bucket, region, awsAccessKeyId, ...settings } = source.connectionSettings;
  const stored = { ...emptyConnection, bucket, region, awsAccessKeyId, endpoint: settings.endpoint ?? '' };
  const [named, setNamed] = useState(() => namedOf(source));
  const [connection, setConnection] = useState(stored);
  const modify = useChange(modifyS3DataSourceMutation, () => {
    announce('Saved');
    onClose();
  });
  const submit = () => {
    modify.mutate({
      input: {
        idOrUniqueName: { id: source.id },
        ...changedFields(namedOf(source), named),
        connectionSettings: changedFields(stored, connection),
      },
    });
  };
  return (
    <Dialog title={`Edit ${source.uniqueName}`} onClose={onClose}>
      <Form className="stack" error={modify.error} onSubmit={submit}>
        <NameFields named={named} onChange={setNamed} />
        <ConnectionFields
          draft={connection}
          onChange={(changes) => setConnection((before) => ({ ...before, ...changes }))}
          hasSecret
        />
        <FormEnd submit="Save" disabled={modify.isPending} cancel={onClose} />
      </Form>
    </Dialog>
  );
}
