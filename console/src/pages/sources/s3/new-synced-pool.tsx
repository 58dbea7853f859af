import { createDataPoolV2Mutation, type SyncInterval } from '@weir/client';
import { useState } from 'react';
import { useChange } from '../../../api/use-operation.js';
import { href } from '../../../routing/href.js';
import { navigate } from '../../../routing/navigate.js';
import { announce } from '../../../ui/announcer.js';
import { SelectField, TextField } from '../../../ui/field.js';
import { Form, FormEnd } from '../../../ui/form.js';
import { Picker } from '../../../ui/picker.js';
import { intervalOptions, type ShownS3Source } from './s3-source.js';

/** Creates a Data Pool that the files of a table fill. */
export function NewSyncedPool({ source }: { source: ShownS3Source }) {
  const { tables } = source.connectionSettings;
  const [draft, setDraft] = useState({
    uniqueName: '',
    table: tables[0]?.name ?? '',
    timestamp: '',
    uniqueId: '',
    interval: 'EVERY_1_HOUR' as SyncInterval,
  });
  const set = (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes }));
  const create = useChange(createDataPoolV2Mutation, (result) => {
    announce('Data Pool created');
    navigate(href('/pools/$id/$tab', { id: result.createDataPoolV2?.dataPool.id ?? '', tab: 'syncs' }));
  });
  const submit = () => {
    const { uniqueName, table, timestamp, uniqueId, interval } = draft;
    create.mutate({
      input: {
        uniqueName,
        table,
        dataSource: source.id,
        syncing: { interval },
        ...(timestamp !== '' && { timestamp: { columnName: timestamp } }),
        ...(uniqueId !== '' && { uniqueId: { columnName: uniqueId } }),
      },
    });
  };
  return (
    <Form className="stack" error={create.error} onSubmit={submit}>
      <h3>New Data Pool</h3>
      <div className="two-columns">
        <Picker
          label="Table"
          value={draft.table}
          onChange={(table) => set({ table })}
          options={tables.map(({ name }) => ({ value: name, label: name }))}
          required
          wide
        />
        <TextField
          label="Data Pool name"
          name="uniqueName"
          value={draft.uniqueName}
          onChange={(uniqueName) => set({ uniqueName })}
          required
          wide
        />
        <TextField
          label="Timestamp column"
          name="timestamp"
          value={draft.timestamp}
          onChange={(timestamp) => set({ timestamp })}
          hint="Leave blank for the time when a record was loaded."
          wide
        />
        <TextField
          label="Unique ID column"
          name="uniqueId"
          value={draft.uniqueId}
          onChange={(uniqueId) => set({ uniqueId })}
          hint="Later records with the same value replace earlier ones. Leave blank to keep all."
          wide
        />
        <SelectField
          label="Look for new files"
          value={draft.interval}
          onChange={(interval) => set({ interval: interval as SyncInterval })}
          options={intervalOptions}
          wide
        />
      </div>
      <FormEnd submit={create.isPending ? 'Creating…' : 'Create Data Pool'} disabled={create.isPending} />
    </Form>
  );
}
