import { deleteDataPoolMutation, modifyDataPoolMutation, retryDataPoolSetupMutation } from '@weir/client';
import { useState } from 'react';
import { useChange } from '../../api/use-operation.js';
import { columnsOf, type WholePool } from '../../api/use-pools.js';
import { isTimestampType } from '../../format/column-rules.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { announce } from '../../ui/announcer.js';
import { changedFields } from '../../ui/changed-fields.js';
import { DeleteDialog } from '../../ui/delete-dialog.js';
import { CheckField, SelectField, TextField } from '../../ui/field.js';
import { Form, FormEnd } from '../../ui/form.js';
import { NameFields, namedOf } from '../../ui/name-fields.js';
import { Failure } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { AccessChangeDialog } from '../policies/access-change-dialog.js';

export function SettingsTab({ pool }: { pool: WholePool }) {
  return (
    <div className="stack">
      {pool.status === 'SETUP_FAILED' && <RetryPanel pool={pool} />}
      <SettingsForm pool={pool} />
      <section className="panel">
        <h2>About</h2>
        <dl className="facts">
          <dt>ID</dt>
          <dd className="mono">{pool.id}</dd>
          <dt>Data Source</dt>
          <dd>
            <a href={href('/sources/$id', { id: pool.dataSource.id })}>{pool.dataSource.uniqueName}</a>
          </dd>
          <dt>Retention</dt>
          <dd>{pool.retention?.description ?? 'Records are kept permanently.'}</dd>
          <dt>Created</dt>
          <dd>
            <Time value={pool.createdAt} />
          </dd>
        </dl>
      </section>
      <DeletePanel pool={pool} />
    </div>
  );
}

function SettingsForm({ pool }: { pool: WholePool }) {
  const [named, setNamed] = useState(() => namedOf(pool));
  const [timestamp, setTimestamp] = useState(pool.timestamp?.columnName ?? '');
  const [accessControlEnabled, setAccessControl] = useState(pool.accessControlEnabled);
  const [retention, setRetention] = useState(String(pool.dataRetentionInDays ?? ''));
  const [isAsking, setIsAsking] = useState(false);
  const modify = useChange(modifyDataPoolMutation, () => {
    setIsAsking(false);
    announce('Saved');
  });
  const save = () => {
    modify.mutate({
      input: {
        idOrUniqueName: { id: pool.id },
        ...changedFields(
          {
            ...namedOf(pool),
            timestamp: { columnName: pool.timestamp?.columnName ?? '' },
            accessControlEnabled: pool.accessControlEnabled,
            dataRetentionInDays: pool.dataRetentionInDays ?? 0,
          },
          {
            ...named,
            timestamp: { columnName: timestamp },
            accessControlEnabled,
            dataRetentionInDays: Number(retention),
          },
        ),
      },
    });
  };
  const submit = () => {
    if (accessControlEnabled === pool.accessControlEnabled) save();
    else setIsAsking(true);
  };
  const timestamps = columnsOf(pool).filter(({ type }) => isTimestampType(type));
  return (
    <Form className="panel form" error={isAsking ? null : modify.error} onSubmit={submit}>
      <h2>Settings</h2>
      <NameFields named={named} onChange={setNamed} />
      <SelectField
        label="Default timestamp"
        name="timestamp"
        value={timestamp}
        onChange={setTimestamp}
        options={timestamps.map(({ columnName }) => ({ value: columnName, label: columnName }))}
        wide
      />
      <TextField
        label="Keep records for (days)"
        name="dataRetentionInDays"
        type="number"
        value={retention}
        onChange={setRetention}
        hint="Leave blank to keep records permanently, unless the table's ttl removes them."
      />
      <CheckField
        label="Access control: only Applications with an access policy, or with the scope admin, may read its records"
        checked={accessControlEnabled}
        onChange={setAccessControl}
      />
      <FormEnd submit="Save" disabled={modify.isPending} />
      {isAsking && (
        <AccessChangeDialog
          title={accessControlEnabled ? 'Turn access control on?' : 'Turn access control off?'}
          confirm={accessControlEnabled ? 'Turn it on' : 'Turn it off'}
          change={{ dataPool: pool.id, accessControlEnabled }}
          error={modify.error}
          pending={modify.isPending}
          onConfirm={save}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Form>
  );
}

function RetryPanel({ pool }: { pool: WholePool }) {
  const retry = useChange(retryDataPoolSetupMutation);
  return (
    <section className="panel stack">
      <h2>Setup failed</h2>
      {retry.isError && <Failure error={retry.error} />}
      <div>
        <button type="button" disabled={retry.isPending} onClick={() => retry.mutate({ id: pool.id })}>
          Set up again
        </button>
      </div>
    </section>
  );
}

function DeletePanel({ pool }: { pool: WholePool }) {
  const [open, setOpen] = useState(false);
  const remove = useChange(deleteDataPoolMutation, () => {
    announce(`Data Pool ${pool.uniqueName} deleted`);
    navigate(href('/pools'));
  });
  return (
    <section className="panel row">
      <button type="button" className="danger" onClick={() => setOpen(true)}>
        Delete this Data Pool
      </button>
      <span className="note">Also deletes all its records and Metrics.</span>
      {open && (
        <DeleteDialog
          resource="Data Pool"
          name={pool.uniqueName}
          error={remove.error}
          pending={remove.isPending}
          onDelete={() => remove.mutate({ id: pool.id, cascade: true })}
          onClose={() => setOpen(false)}
        >
          This also deletes all its records and Metrics, and cannot be undone.
        </DeleteDialog>
      )}
    </section>
  );
}
