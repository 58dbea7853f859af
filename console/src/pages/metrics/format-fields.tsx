import type { MetricFormatInput, MetricFormatPartsFragment, MetricFormatStyle } from '@weir/client';
import { formatValue } from '@weir/client';
import { SelectField, TextField } from '../../ui/field.js';

/** A format as it is typed. An empty style is none. */
export interface FormatDraft {
  readonly style: MetricFormatStyle | '';
  readonly decimals: string;
  readonly currency: string;
  readonly unit: string;
}

export const formatDraft = (format?: MetricFormatPartsFragment | null): FormatDraft => ({
  style: format?.style ?? '',
  decimals: format?.decimals == null ? '' : String(format.decimals),
  currency: format?.currency ?? '',
  unit: format?.unit ?? '',
});

/** Only what the style uses; undefined for none. */
export function formatInput({ style, decimals, currency, unit }: FormatDraft): MetricFormatInput | undefined {
  if (style === '') return undefined;
  return {
    style,
    ...(decimals.trim() !== '' && { decimals: Number(decimals) }),
    ...(style === 'CURRENCY' && { currency: currency.trim().toUpperCase() }),
    ...(style === 'NUMBER' && unit.trim() !== '' && { unit: unit.trim() }),
    ...(style === 'DURATION' && { unit: unit || 's' }),
  };
}

const styles = [
  { value: '', label: 'Plain number' },
  { value: 'NUMBER', label: 'Number with a unit' },
  { value: 'CURRENCY', label: 'Money' },
  { value: 'PERCENT', label: 'Percent' },
  { value: 'BYTES', label: 'Bytes' },
  { value: 'DURATION', label: 'Duration' },
];

const durations = [
  { value: 's', label: 'Seconds' },
  { value: 'ms', label: 'Milliseconds' },
  { value: 'min', label: 'Minutes' },
  { value: 'h', label: 'Hours' },
  { value: 'd', label: 'Days' },
];

const sample = '1234.5678';

interface FormatFieldsProps {
  readonly draft: FormatDraft;
  readonly set: (draft: FormatDraft) => void;
  /** Whether it can have none. Once it has a format, only another one replaces it. */
  readonly optional?: boolean;
}

/** How the values of a Metric are shown, with an example. */
export function FormatFields({ draft, set, optional = true }: FormatFieldsProps) {
  const change = (changes: Partial<FormatDraft>) => set({ ...draft, ...changes });
  return (
    <>
      <SelectField
        label="Shown as"
        value={draft.style}
        onChange={(style) => set({ ...formatDraft(), style: style as FormatDraft['style'] })}
        options={optional ? styles : styles.slice(1)}
        hint={`1234.5678 is shown as ${example(draft)}`}
        wide
      />
      {draft.style === 'CURRENCY' && (
        <TextField
          label="Currency"
          name="format.currency"
          value={draft.currency}
          onChange={(currency) => change({ currency })}
          placeholder="CHF"
          required
        />
      )}
      {draft.style === 'NUMBER' && (
        <TextField
          label="Unit"
          name="format.unit"
          value={draft.unit}
          onChange={(unit) => change({ unit })}
          placeholder="km"
        />
      )}
      {draft.style === 'DURATION' && (
        <SelectField
          label="Measured in"
          name="format.unit"
          value={draft.unit || 's'}
          onChange={(unit) => change({ unit })}
          options={durations}
        />
      )}
      {draft.style !== '' && (
        <TextField
          label="Decimals"
          name="format.decimals"
          value={draft.decimals}
          onChange={(decimals) => change({ decimals })}
          placeholder="as usual"
        />
      )}
    </>
  );
}

/** Half-typed currencies and decimals are not shown yet. */
function example(draft: FormatDraft): string {
  try {
    return formatValue(sample, formatInput(draft));
  } catch {
    return '…';
  }
}
