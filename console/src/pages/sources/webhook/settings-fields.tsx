import { CheckField, TextField } from '../../../ui/field.js';
import { Picker } from '../../../ui/picker.js';
import { ErrorHandlingField } from './error-handling.js';
import { SignatureFields } from './signature-fields.js';
import { namedColumns, uniqueIdOf, type WebhookDraft } from './webhook-draft.js';

interface SettingsFieldsProps {
  readonly draft: WebhookDraft;
  readonly onChange: (changes: Partial<WebhookDraft>) => void;
}

/** What most new webhooks leave as it is. */
export function SettingsFields({ draft, onChange }: SettingsFieldsProps) {
  return (
    <div className="stack">
      <div className="two-columns">
        <TextField
          label="Description"
          name="description"
          value={draft.description}
          onChange={(description) => onChange({ description })}
          wide
        />
        <Picker
          label="Unique ID"
          value={uniqueIdOf(draft)}
          onChange={(uniqueId) => onChange({ uniqueId })}
          options={[
            { value: '', label: 'None: every event is a new record' },
            ...namedColumns(draft.columns).map(({ name }) => ({
              value: name,
              label: `${name}: later events replace earlier ones`,
            })),
          ]}
          hint="Every event must then have it."
          wide
        />
        <TextField
          label="Basic auth user name"
          value={draft.username}
          onChange={(username) => onChange({ username })}
          hint="Leave both blank to accept events without credentials."
          wide
        />
        <TextField
          label="Basic auth password"
          type="password"
          autoComplete="new-password"
          value={draft.password}
          onChange={(password) => onChange({ password })}
          wide
        />
        <SignatureFields draft={draft.signature} onChange={(signature) => onChange({ signature })} />
        <ErrorHandlingField
          value={draft.errorHandling}
          onChange={(errorHandling) => onChange({ errorHandling })}
        />
      </div>
      <CheckField
        label="Access control: only Applications with an access policy, or with the scope admin, may read its records"
        checked={draft.accessControlEnabled}
        onChange={(accessControlEnabled) => onChange({ accessControlEnabled })}
      />
    </div>
  );
}
