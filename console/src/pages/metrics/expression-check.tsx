import { validateExpressionQuery } from '@weir/client';
import { useDebounced } from '../../api/use-debounced.js';
import { useOperation } from '../../api/use-operation.js';
import { useMay } from '../../session/permissions.js';
import { Field } from '../../ui/field.js';

interface CheckedFieldProps {
  readonly label: string;
  readonly name?: string;
  readonly dataPool: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  /** Turns the text into an aggregate expression, which the service can check. */
  readonly expressionOf?: (text: string) => string;
  readonly required?: boolean;
}

/** An SQL input that the service checks while the user types. */
export function CheckedField(props: CheckedFieldProps) {
  const {
    label,
    name,
    dataPool,
    value,
    onChange,
    placeholder,
    expressionOf = same,
    required = false,
  } = props;
  const rested = useDebounced(value);
  const may = useMay();
  const shouldCheck = may('administer') && dataPool !== '' && rested.trim() !== '';
  const answer = useOperation(
    validateExpressionQuery,
    { dataPool, expression: expressionOf(rested) },
    { enabled: shouldCheck },
  );
  const result = shouldCheck && rested === value ? answer.data?.dataPool?.validateExpression : undefined;
  return (
    <Field
      label={label}
      name={name}
      problem={result && !result.valid ? (result.reason ?? 'This expression is not valid.') : undefined}
      hint={
        <span role="status" className={result?.valid ? 'good-text' : undefined}>
          {result?.valid ? 'Valid' : shouldCheck && !result ? 'Checking…' : `For example ${placeholder}`}
        </span>
      }
    >
      {(control) => (
        <textarea
          {...control}
          rows={2}
          value={value}
          required={required}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

const same = (text: string) => text;

/** A condition is checked inside an aggregate that counts where it holds. */
export const filterAsExpression = (filter: string) => `SUM(CASE WHEN (${filter}) THEN 1 ELSE 0 END)`;
