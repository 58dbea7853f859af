import { createMaterializedViewMutation } from '@weir/client';
import { useState } from 'react';
import { useChange } from '../../api/use-operation.js';
import { usePools } from '../../api/use-pools.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { announce } from '../../ui/announcer.js';
import { CheckField, Field, namedOptions, SelectField, TextField } from '../../ui/field.js';
import { Form, FormEnd } from '../../ui/form.js';
import { ListEnd } from '../../ui/list-end.js';
import { NameFields } from '../../ui/name-fields.js';
import { Page } from '../../ui/page.js';
import { Picker } from '../../ui/picker.js';
import { Answered } from '../../ui/states.js';
import { emptyView, inputOf, tableOptions, type ViewDraft } from './view-draft.js';

interface DraftProps {
  readonly draft: ViewDraft;
  readonly set: (changes: Partial<ViewDraft>) => void;
}

export function NewViewPage() {
  const [draft, setDraft] = useState(emptyView);
  const set = (changes: Partial<ViewDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const create = useChange(createMaterializedViewMutation, (result) => {
    announce(result.createMaterializedView?.notice ?? 'Materialized view created');
    navigate(href('/views/$id', { id: result.createMaterializedView?.materializedView.id ?? '' }));
  });
  const submit = () => {
    create.mutate({ input: inputOf(draft) });
  };
  return (
    <Page
      isForm
      title="New materialized view"
      lead="The SQL runs over each batch of new records, and the results are added to a Data Pool."
      crumb={{ label: 'Materialized views', to: href('/views') }}
    >
      <Form className="stack" error={create.error} onSubmit={submit}>
        <DefinitionPanel draft={draft} set={set} />
        <DestinationPanel draft={draft} set={set} />
        <FormEnd
          submit={create.isPending ? 'Creating…' : 'Create materialized view'}
          disabled={create.isPending}
          cancel={href('/views')}
        />
      </Form>
    </Page>
  );
}

function DefinitionPanel({ draft, set }: DraftProps) {
  return (
    <section className="panel stack">
      <h2>Definition</h2>
      <div className="two-columns">
        <NameFields named={draft} onChange={set} />
      </div>
      <Field
        label="SQL"
        name="sql"
        hint="A SELECT over one Data Pool, without joins, LIMIT, DISTINCT and now()."
        wide
      >
        {(control) => (
          <textarea
            {...control}
            className="mono"
            rows={7}
            value={draft.sql}
            required
            spellCheck={false}
            onChange={(event) => set({ sql: event.target.value })}
          />
        )}
      </Field>
      <CheckField
        label="Backfill: run it over the records that are there, too"
        checked={draft.backfill}
        onChange={(backfill) => set({ backfill })}
      />
    </section>
  );
}

function DestinationPanel({ draft, set }: DraftProps) {
  const pools = usePools();
  return (
    <section className="panel stack">
      <h2>Destination</h2>
      <Answered answer={pools} what="Data Pools">
        {({ dataPools }) => (
          <>
            <ListEnd list={dataPools} what="Data Pools" />
            <Picker
              label="Data Pool"
              value={draft.existing}
              onChange={(existing) => set({ existing })}
              options={[
                { value: '', label: "A new one with the view's name" },
                ...namedOptions(dataPools?.nodes),
              ]}
              hint="An existing Data Pool must have the columns of the results."
              wide
            />
          </>
        )}
      </Answered>
      {draft.existing === '' && <NewPoolFields draft={draft} set={set} />}
    </section>
  );
}

function NewPoolFields({ draft, set }: DraftProps) {
  return (
    <>
      <div className="two-columns">
        <TextField
          label="Timestamp"
          value={draft.timestamp}
          onChange={(timestamp) => set({ timestamp })}
          hint="A TIMESTAMP or DATE column of the results. By default the time when a result is stored."
          mono
          wide
        />
        <SelectField
          label="Results with the same key"
          value={draft.table}
          onChange={(table) =>
            set({ table: tableOptions.find(({ value }) => value === table)?.value ?? 'mergeTree' })
          }
          options={tableOptions}
          wide
        />
        {draft.table !== 'mergeTree' && (
          <TextField
            label="Key"
            value={draft.orderBy}
            onChange={(orderBy) => set({ orderBy })}
            hint="Columns of the results, separated by commas, that are not null."
            required
            mono
            wide
          />
        )}
      </div>
      <CheckField
        label="Access control: only Applications with an access policy, or with the scope admin, may read its records"
        checked={draft.accessControlEnabled}
        onChange={(accessControlEnabled) => set({ accessControlEnabled })}
      />
      <p className="note">If the Data Pool that the SQL reads has access control, the new one has it too.</p>
    </>
  );
}
