import {
  type CreateWebhookDataSourceInput,
  columnRules,
  createWebhookDataSourceMutation,
  type ErrorHandling,
  type WebhookPreset,
  webhookPresets,
} from '@weir/client';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../../api/use-operation.js';
import { isTimestampType } from '../../../format/column-rules.js';
import { countText } from '../../../format/format.js';
import { href, navigate } from '../../../routing/location.js';
import { announce } from '../../../ui/announcer.js';
import { CheckField, Field, SelectField, TextField } from '../../../ui/field.js';
import { Page } from '../../../ui/page.js';
import { Failure } from '../../../ui/states.js';
import { ColumnEditor, type EditedColumn, nextKey } from '../column-editor.js';
import { inferColumns, parseSample } from '../infer-columns.js';
import { ErrorHandlingField } from './error-handling.js';
import { noSignature, type SignatureDraft, SignatureFields, signatureInput } from './signature-fields.js';
import { sampleText } from './webhook.js';

const receivedAt = columnRules.defaultTimestamp;

interface Draft {
  readonly uniqueName: string;
  readonly description: string;
  readonly columns: readonly EditedColumn[];
  readonly timestamp: string;
  readonly uniqueId: string;
  readonly username: string;
  readonly password: string;
  readonly signature: SignatureDraft;
  readonly errorHandling: ErrorHandling;
  readonly accessControlEnabled: boolean;
}

const emptyDraft: Draft = {
  uniqueName: '',
  description: '',
  columns: [],
  timestamp: receivedAt,
  uniqueId: '',
  username: '',
  password: '',
  signature: noSignature,
  errorHandling: 'REJECT_BATCH',
  accessControlEnabled: false,
};

export function NewWebhookPage() {
  const [draft, setDraft] = useState(emptyDraft);
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const create = useChange(createWebhookDataSourceMutation, (result) => {
    announce('Webhook source created');
    navigate(href(`/sources/${result.createWebhookDataSource?.dataSource.id}`));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ input: inputOf(draft) });
  };
  return (
    <Page
      title="New webhook source"
      lead="Paste an event as your system sends it. Weir suggests columns, and also stores the whole event."
      crumb={{ label: 'Data Sources', to: '#/sources' }}
    >
      <form className="stack" onSubmit={submit}>
        <SenderPanel onSender={set} />
        <SamplePanel onColumns={(columns) => set({ columns, timestamp: proposedTimestamp(columns) })} />
        <section className="panel stack">
          <h2>Columns</h2>
          {draft.columns.length === 0 && (
            <p className="note">
              No columns yet. Weir stores the whole event in any case, and you can query its paths.
            </p>
          )}
          <ColumnEditor columns={draft.columns} onChange={(columns) => set({ columns })} />
        </section>
        <SettingsPanel draft={draft} set={set} />
        {create.isError && <Failure error={create.error} />}
        <div className="row">
          <button type="submit" className="primary" disabled={create.isPending}>
            {create.isPending ? 'Creating…' : 'Create webhook source'}
          </button>
          <a className="button" href="#/sources">
            Cancel
          </a>
        </div>
      </form>
    </Page>
  );
}

/** Fills in what is known of a sender. All of it can be changed below. */
function SenderPanel({ onSender }: { onSender: (changes: Partial<Draft>) => void }) {
  const [preset, setPreset] = useState<WebhookPreset | ''>('');
  const choose = (chosen: WebhookPreset | '') => {
    setPreset(chosen);
    const { columns, timestamp, uniqueId, signature } = emptyDraft;
    onSender(chosen === '' ? { columns, timestamp, uniqueId, signature } : draftOf(chosen));
  };
  return (
    <section className="panel stack">
      <h2>Sender</h2>
      <SelectField
        label="Who sends the events"
        value={preset}
        onChange={(value) => choose(value as WebhookPreset | '')}
        options={[
          { value: '', label: 'Another system: start from a sample event' },
          ...Object.entries(webhookPresets).map(([value, { label }]) => ({ value, label })),
        ]}
        hint="For a sender that Weir knows, the columns and the signature are filled in."
        wide
      />
    </section>
  );
}

function draftOf(preset: WebhookPreset): Partial<Draft> {
  const { columns, timestamp = receivedAt, uniqueId = '', scheme } = webhookPresets[preset];
  return {
    columns: columns.map((column) => ({ ...column, key: nextKey(), chosen: true, example: '' })),
    timestamp,
    uniqueId,
    signature: { ...noSignature, scheme },
  };
}

function SamplePanel({ onColumns }: { onColumns: (columns: readonly EditedColumn[]) => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const infer = (sample: string) => {
    try {
      const columns = inferColumns(parseSample(sample));
      onColumns(columns.map((column) => ({ ...column, key: nextKey() })));
      setProblem(undefined);
      announce(`${countText(columns.length, 'column')} found`);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <section className="panel stack">
      <h2>Sample event</h2>
      <Field
        label="One event, an array of events, or one event per line"
        hint="The sample stays in this page and is not stored."
        problem={problem}
      >
        {(control) => (
          <textarea
            {...control}
            rows={9}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="row">
        <button type="button" className="primary" disabled={text.trim() === ''} onClick={() => infer(text)}>
          Find columns
        </button>
        <button
          type="button"
          onClick={() => {
            setText(sampleText);
            infer(sampleText);
          }}
        >
          Use an example
        </button>
      </div>
    </section>
  );
}

interface SettingsPanelProps {
  readonly draft: Draft;
  readonly set: (changes: Partial<Draft>) => void;
}

function SettingsPanel({ draft, set }: SettingsPanelProps) {
  const required = requiredColumns(draft.columns);
  return (
    <section className="panel stack">
      <h2>Settings</h2>
      <div className="two-columns">
        <TextField
          label="Unique name"
          value={draft.uniqueName}
          onChange={(uniqueName) => set({ uniqueName })}
          hint="Also the Data Pool's name, and its table name in SQL."
          wide
        />
        <TextField
          label="Description"
          value={draft.description}
          onChange={(description) => set({ description })}
          wide
        />
        <SelectField
          label="Timestamp"
          value={draft.timestamp}
          onChange={(timestamp) => set({ timestamp })}
          options={[
            { value: receivedAt, label: `${receivedAt} (time of arrival)` },
            ...timestampsOf(draft.columns).map(({ name }) => ({ value: name, label: name })),
          ]}
          hint="Used for time ranges and time series."
          wide
        />
        <SelectField
          label="Unique ID"
          value={draft.uniqueId}
          onChange={(uniqueId) => set({ uniqueId })}
          options={[
            { value: '', label: 'None: every event is a new record' },
            ...required.map(({ name }) => ({
              value: name,
              label: `${name}: later events replace earlier ones`,
            })),
          ]}
          wide
        />
        <TextField
          label="Basic auth user name"
          value={draft.username}
          onChange={(username) => set({ username })}
          hint="Leave both blank to accept events without credentials."
          wide
        />
        <TextField
          label="Basic auth password"
          type="password"
          autoComplete="new-password"
          value={draft.password}
          onChange={(password) => set({ password })}
          wide
        />
        <SignatureFields draft={draft.signature} onChange={(signature) => set({ signature })} />
        <ErrorHandlingField
          value={draft.errorHandling}
          onChange={(errorHandling) => set({ errorHandling })}
        />
      </div>
      <CheckField
        label="Only Applications with an access policy may read its records"
        checked={draft.accessControlEnabled}
        onChange={(accessControlEnabled) => set({ accessControlEnabled })}
      />
    </section>
  );
}

const proposedTimestamp = (columns: readonly EditedColumn[]) =>
  timestampsOf(columns).find(({ type }) => type === 'TIMESTAMP')?.name ?? receivedAt;

/** A record must have its timestamp and its unique ID. */
const requiredColumns = (columns: readonly EditedColumn[]) =>
  columns.filter(({ chosen, name, nullable }) => chosen && name !== '' && !nullable);

const timestampsOf = (columns: readonly EditedColumn[]) =>
  requiredColumns(columns).filter(({ type }) => isTimestampType(type));

/** The shown selection: a column that is no longer offered is not sent either. */
const stillOffered = (name: string, columns: readonly EditedColumn[], otherwise: string) =>
  columns.some((column) => column.name === name) ? name : otherwise;

function inputOf(draft: Draft): CreateWebhookDataSourceInput {
  const columns = draft.columns
    .filter(({ chosen }) => chosen)
    .map(({ name, jsonProperty, type, nullable }) => ({
      name,
      type,
      nullable,
      ...(jsonProperty !== '' && { jsonProperty }),
    }));
  const { username, password } = draft;
  const signature = signatureInput(draft.signature);
  const uniqueId = stillOffered(draft.uniqueId, requiredColumns(draft.columns), '');
  return {
    ...(draft.uniqueName.trim() !== '' && { uniqueName: draft.uniqueName.trim() }),
    ...(draft.description !== '' && { description: draft.description }),
    connectionSettings: {
      columns,
      timestamp: stillOffered(draft.timestamp, timestampsOf(draft.columns), receivedAt),
      ...(uniqueId !== '' && { uniqueId }),
      ...((username !== '' || password !== '') && { basicAuth: { username, password } }),
      ...(signature && { signature }),
      errorHandling: draft.errorHandling,
      accessControlEnabled: draft.accessControlEnabled,
    },
  };
}
