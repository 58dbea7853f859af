import { columnRules } from '@weir/client';
import type { TypeFields } from '../../format/column-rules.js';

const { precisionMax, precisionDefault, scaleDefault } = columnRules.decimal;

interface DecimalSizeInputsProps {
  /** What the type is of, in the labels. */
  readonly of: string;
  readonly declared: TypeFields;
  readonly disabled?: boolean;
  readonly onChange: (size: Pick<TypeFields, 'precision' | 'scale'>) => void;
}

/** How many digits a DECIMAL has, and how many of them are after the point. Nothing for other types. */
export function DecimalSizeInputs({ of, declared, disabled = false, onChange }: DecimalSizeInputsProps) {
  if (declared.type !== 'DECIMAL') return null;
  const { precision, scale } = declared;
  const input = (field: 'precision' | 'scale', label: string, least: number, most: number, usual: number) => (
    <input
      type="number"
      aria-label={`${label} of ${of}`}
      title={label}
      min={least}
      max={most}
      placeholder={String(usual)}
      value={declared[field] ?? ''}
      disabled={disabled}
      onChange={({ target }) => onChange({ [field]: target.value === '' ? undefined : Number(target.value) })}
    />
  );
  return (
    <span className="decimal-size">
      {input('precision', 'Precision', 1, precisionMax, precisionDefault)}
      {input('scale', 'Scale', 0, precision ?? precisionDefault, scale ?? scaleDefault)}
    </span>
  );
}
