import { lazy, Suspense } from 'react';
import type { ComboBoxProps } from './combo-box.js';
import { Field } from './field.js';
import './combo-box.css';

/** The component library is large, so no page waits for it. */
const ComboBox = lazy(() => import('./combo-box.js'));

/** Chooses one of many options, which are found by typing a part of their names. */
export function Picker(props: ComboBoxProps) {
  return (
    <Suspense fallback={<Unready {...props} />}>
      <ComboBox {...props} />
    </Suspense>
  );
}

/** Of the same size, so that nothing moves. */
function Unready({ label, value, options, placeholder, hint, wide }: ComboBoxProps) {
  const chosen = options.find((option) => option.value === value)?.label ?? '';
  return (
    <Field label={label} hint={hint} wide={wide ?? false}>
      {(control) => (
        <div className="combo-box-control">
          <input {...control} value={chosen} placeholder={placeholder} disabled />
        </div>
      )}
    </Field>
  );
}
