import { fromLocalText, toLocalText } from '../time-range/time-range.js';
import { Field, SelectField, TextField } from '../ui/field.js';
import type { ValueKind } from './filter-operators.js';

interface ValueFieldProps {
  readonly kind: ValueKind;
  readonly timeZone: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One value, with the control that fits its type. */
export function ValueField({ kind, timeZone, value, onChange }: ValueFieldProps) {
  switch (kind) {
    case 'boolean':
      return (
        <SelectField
          label="Value"
          value={value}
          onChange={onChange}
          options={['', 'true', 'false'].map((text) => ({ value: text, label: text || 'Choose …' }))}
        />
      );
    case 'instant':
      return (
        <TextField
          label={`Value (${timeZone})`}
          type="datetime-local"
          value={toLocalText(value, timeZone)}
          onChange={(local) => onChange(fromLocalText(local, timeZone))}
        />
      );
    case 'number':
    case 'text':
    case 'date':
      return (
        <Field label="Value">
          {(control) => (
            <input
              {...control}
              // Not a number control: it would round what does not fit into a double.
              type={kind === 'date' ? 'date' : 'text'}
              inputMode={kind === 'number' ? 'decimal' : undefined}
              autoComplete="off"
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      );
  }
}
