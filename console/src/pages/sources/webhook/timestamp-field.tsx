import { countText } from '../../../format/format.js';
import { SelectField } from '../../../ui/field.js';
import { timeColumns, timeOfArrival, timestampOf, type WebhookDraft } from './webhook-draft.js';

interface TimestampFieldProps {
  readonly draft: WebhookDraft;
  readonly hasEvents: boolean;
  readonly onChange: (changes: Partial<WebhookDraft>) => void;
}

/** The one setting that every source has: it is proposed, and can be the time of arrival. */
export function TimestampField({ draft, hasEvents, onChange }: TimestampFieldProps) {
  const columns = timeColumns(draft.columns);
  const timestamp = timestampOf(draft);
  const missing = columns.find(({ name }) => name === timestamp)?.missing ?? 0;
  return (
    <>
      <SelectField
        label="Timestamp"
        value={timestamp}
        onChange={(name) => onChange({ timestamp: name })}
        options={[
          ...columns.map(({ name }) => ({ value: name, label: name })),
          { value: timeOfArrival, label: `${timeOfArrival} (time of arrival)` },
        ]}
        hint="Used for time ranges and time series. Every event must have it; all other columns are optional."
      />
      {hasEvents && columns.length === 0 && (
        <p className="note">
          No column of your events is a time, so Weir uses the time at which each event arrives. If a column
          is one, set its type to TIMESTAMP or DATE below.
        </p>
      )}
      {missing > 0 && (
        <p className="problem-text" role="status">
          {countText(missing, 'event')} of the sample {missing === 1 ? 'has' : 'have'} no {timestamp} and will
          be refused.
        </p>
      )}
    </>
  );
}
