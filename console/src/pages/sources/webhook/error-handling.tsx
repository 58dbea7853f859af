import type { ErrorHandling } from '@weir/client';
import { SelectField } from '../../../ui/field.js';

interface Handling {
  readonly label: string;
  readonly explanation: string;
}

export const errorHandlings: { readonly [handling in ErrorHandling]: Handling } = {
  REJECT_BATCH: {
    label: 'Reject the request',
    explanation: 'Nothing of the request is stored. The sender gets an error with the reasons.',
  },
  QUARANTINE: {
    label: 'Store the others, keep it in quarantine',
    explanation: 'The sender gets no error. You can correct the event or replay it later.',
  },
};

interface ErrorHandlingFieldProps {
  readonly value: ErrorHandling;
  readonly onChange: (handling: ErrorHandling) => void;
}

export function ErrorHandlingField({ value, onChange }: ErrorHandlingFieldProps) {
  return (
    <SelectField
      label="When an event is invalid"
      value={value}
      onChange={(handling) => onChange(handling as ErrorHandling)}
      options={Object.entries(errorHandlings).map(([handling, { label }]) => ({ value: handling, label }))}
      hint={errorHandlings[value].explanation}
      wide
    />
  );
}
