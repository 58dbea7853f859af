import { WeirError } from '@weir/client';
import { type ComponentProps, createContext, useContext, useLayoutEffect, useRef, useState } from 'react';
import { Failure } from './states.js';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** Why the service refused what was submitted. */
  readonly error?: Error | null;
  readonly onSubmit: () => void;
}

interface Refusal {
  readonly error: Error;
  /** The field that it is about, if the form has it. */
  readonly field: string | undefined;
}

const RefusalContext = createContext<Refusal | undefined>(undefined);

/** What the service refuses is shown at the field that it is about, which gets the focus, or else where `FormFailure` is. */
export function Form({ error, onSubmit, ...others }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [field, setField] = useState<string>();
  useLayoutEffect(() => {
    const refused = error instanceof WeirError ? error.details['field'] : undefined;
    const control = typeof refused === 'string' ? form.current?.elements.namedItem(refused) : undefined;
    setField(control instanceof HTMLElement ? String(refused) : undefined);
    if (!(control instanceof HTMLElement)) return;
    const closed = control.closest('details');
    if (closed) closed.open = true;
    control.focus();
  }, [error]);
  return (
    <RefusalContext value={error ? { error, field } : undefined}>
      <form
        {...others}
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      />
    </RefusalContext>
  );
}

/** The refusal that none of the form's fields shows. */
export function FormFailure() {
  const refusal = useContext(RefusalContext);
  return refusal && refusal.field === undefined && <Failure error={refusal.error} />;
}

/** Why the service refused the field of this name, without the name. */
export function useRefusal(name: string | undefined): string | undefined {
  const refusal = useContext(RefusalContext);
  if (name === undefined || refusal?.field !== name) return undefined;
  const { message } = refusal.error;
  const isNamed = message.startsWith(`${name}: `) || message.startsWith(`${name}, `);
  return isNamed ? message.slice(name.length + 2) : message;
}

interface FormEndProps {
  readonly submit: string;
  readonly disabled: boolean;
  /** The page to go to instead, or how to close the dialog. */
  readonly cancel?: string | (() => void);
}

/** The refusal that none of the fields shows, and the buttons. In a dialog, the one that submits is the last. */
export function FormEnd({ submit, disabled, cancel }: FormEndProps) {
  const isDialog = typeof cancel === 'function';
  return (
    <>
      <FormFailure />
      <div className={isDialog ? 'row row-end' : 'row'}>
        {isDialog && (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        )}
        <button type="submit" className="primary" disabled={disabled}>
          {submit}
        </button>
        {typeof cancel === 'string' && (
          <a className="button" href={cancel}>
            Cancel
          </a>
        )}
      </div>
    </>
  );
}
