import { dataSourcesQuery, type WebhookPreset, webhookPresets } from '@weir/client';
import { useState } from 'react';
import { usePools } from '../../../api/use-pools.js';
import { useWholeList } from '../../../api/use-whole-list.js';
import { countText } from '../../../format/format.js';
import { SelectField, TextField } from '../../../ui/field.js';
import { Form, FormFailure } from '../../../ui/form.js';
import { ColumnEditor, withInferred } from '../column-editor.js';
import { proposedName } from '../proposed-name.js';
import { sampleTexts } from '../sample.js';
import { firstView } from './first-view.js';
import { noSample, type Sample } from './read-sample.js';
import { SamplePanel } from './sample-panel.js';
import { SettingsFields } from './settings-fields.js';
import { TimestampField } from './timestamp-field.js';
import type { Creation } from './use-creation.js';
import {
  canSend,
  emptyDraft,
  inputOf,
  presetChanges,
  timestampOf,
  uniqueIdOf,
  type WebhookDraft,
} from './webhook-draft.js';

interface WebhookFormProps {
  readonly creation: Creation;
  /** Called when someone has begun to fill it in. */
  readonly onBegin: (() => void) | undefined;
}

/** Everything for a new webhook. Only events are needed: the rest is proposed, and can be changed. */
export function WebhookForm({ creation: { create, start }, onBegin }: WebhookFormProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const [sample, setSample] = useState(noSample);
  /** The suggested name while someone is in its field: it must not change under their cursor. */
  const [shownName, setShownName] = useState<string>();
  const taken = useTakenNames();
  const set = (changes: Partial<WebhookDraft>) => {
    onBegin?.();
    setDraft((before) => ({ ...before, ...changes }));
  };
  const takeSample = (next: Sample) => {
    onBegin?.();
    setSample(next);
    // Columns stay while someone corrects a mistake.
    if (!next.problem)
      setDraft((before) => ({ ...before, columns: withInferred(before.columns, next.columns) }));
  };
  const hasEvents = sample.events.length > 0;
  const uniqueName =
    draft.uniqueName ?? shownName ?? (hasEvents ? proposedName(sample.events, sample.fileName, taken) : '');
  const timestamp = timestampOf(draft);
  const sendsSample = hasEvents && canSend(draft);
  const submit = () => {
    start(
      inputOf(draft, uniqueName),
      sendsSample ? sampleTexts(sample.text) : undefined,
      firstView(draft.columns, timestamp),
    );
  };
  return (
    <Form className="stack" error={create.error} onSubmit={submit}>
      <p className="note">
        Paste events as your system sends them, and see a chart of them. Weir suggests the name and the
        columns, and also stores every event as it is.
      </p>
      <section className="panel two-columns">
        <TextField
          label="Unique name"
          name="uniqueName"
          value={uniqueName}
          onChange={(name) => set({ uniqueName: name })}
          onFocusChange={(isFocused) => setShownName(isFocused ? uniqueName : undefined)}
          hint="Of the Data Source, its Data Pool, and its table in SQL."
          wide
        />
        <SelectField
          label="Who sends the events"
          value={draft.preset}
          onChange={(preset) => set(presetChanges(preset as WebhookPreset | ''))}
          options={[
            { value: '', label: 'Another system' },
            ...Object.entries(webhookPresets).map(([value, { label }]) => ({ value, label })),
          ]}
          hint="For a sender that Weir knows, the columns and the signature are filled in."
          wide
        />
      </section>
      <SamplePanel sample={sample} onSample={takeSample} />
      <section className="panel stack">
        <h2>Columns</h2>
        {draft.columns.length > 0 ? (
          <TimestampField draft={draft} hasEvents={hasEvents} onChange={set} />
        ) : (
          <p className="note">
            They appear here as soon as there is an event. Without columns, you can still query its paths.
          </p>
        )}
        <ColumnEditor
          columns={draft.columns}
          required={[timestamp, uniqueIdOf(draft)]}
          onChange={(columns) => set({ columns })}
        />
      </section>
      {/* A required field in a closed part could not be reached. */}
      <details className="panel" open={!canSend(draft) || undefined}>
        <summary>More settings</summary>
        <SettingsFields draft={draft} onChange={set} />
      </details>
      <FormFailure />
      {hasEvents && !canSend(draft) && (
        <p className="note">
          The sample is not sent, because requests must be signed, and only the sender can do that.
        </p>
      )}
      <div className="row form-actions">
        <button type="submit" className="primary" disabled={create.isPending || sample.problem !== undefined}>
          {buttonText(create.isPending, sendsSample ? sample.events.length : 0)}
        </button>
      </div>
    </Form>
  );
}

function buttonText(isPending: boolean, events: number): string {
  if (isPending) return 'Creating…';
  return events > 0 ? `Create and send ${countText(events, 'event')}` : 'Create webhook source';
}

/** Of Data Sources and Data Pools: a webhook's Data Pool gets the same name. */
function useTakenNames(): readonly string[] {
  const sources = useWholeList(dataSourcesQuery, 'dataSources').data?.dataSources?.nodes ?? [];
  const pools = usePools().data?.dataPools?.nodes ?? [];
  return [...sources, ...pools].map(({ uniqueName }) => uniqueName);
}
