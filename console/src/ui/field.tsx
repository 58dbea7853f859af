import { type ReactNode, useId } from 'react';
import { useRefusal } from './form.js';
import { type Option, Select } from './select.js';
import './field.css';

export interface FieldControl {
  readonly id: string;
  readonly name: string | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldProps {
  readonly label: string;
  /** Its path in the input of the mutation, for what the service refuses. */
  readonly name?: string | undefined;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly wide?: boolean;
  readonly children: (control: FieldControl) => ReactNode;
}

/** A labelled control with its hint and error, linked for screen readers. */
export function Field({ label, name, hint, problem: known, wide = false, children }: FieldProps) {
  const id = useId();
  const refusal = useRefusal(name);
  const problem = known ?? refusal;
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className={wide ? 'field field-wide' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-describedby': described || undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      {hint && (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {problem && (
        <div className="problem-text" id={`${id}-problem`} role="alert">
          {problem}
        </div>
      )}
    </div>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** With whether someone is in the field now. */
  readonly onFocusChange?: (isFocused: boolean) => void;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly placeholder?: string;
  readonly type?: 'text' | 'password' | 'number' | 'datetime-local';
  readonly required?: boolean;
  readonly wide?: boolean;
  readonly mono?: boolean;
  readonly autoComplete?: string;
}

export function TextField(props: TextFieldProps) {
  const { label, name, value, onChange, hint, problem, wide, type = 'text' } = props;
  return (
    <Field label={label} name={name} hint={hint} problem={problem} wide={wide ?? false}>
      {(control) => (
        <input
          {...control}
          type={type}
          value={value}
          required={props.required}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete ?? 'off'}
          className={props.mono ? 'mono' : undefined}
          spellCheck={props.mono ? false : undefined}
          step={type === 'datetime-local' ? 1 : undefined}
          onChange={(event) => onChange(event.target.value)}
          onFocus={() => props.onFocusChange?.(true)}
          onBlur={() => props.onFocusChange?.(false)}
        />
      )}
    </Field>
  );
}

/** What has a name, as options. */
export const namedOptions = (
  named: readonly { readonly id: string; readonly uniqueName: string }[] = [],
): readonly Option[] => named.map(({ id, uniqueName }) => ({ value: id, label: uniqueName }));

export interface SelectFieldProps {
  readonly label: string;
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Option[];
  readonly hint?: ReactNode;
  readonly wide?: boolean;
  readonly required?: boolean;
}

export function SelectField(props: SelectFieldProps) {
  const { label, name, value, onChange, options, hint, wide, required } = props;
  return (
    <Field label={label} name={name} hint={hint} wide={wide ?? false}>
      {(control) => (
        <Select {...control} value={value} required={required} options={options} onChange={onChange} />
      )}
    </Field>
  );
}

export function CheckField({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="check">
      <input id={id} type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
