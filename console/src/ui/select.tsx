import { type ComponentProps, useState } from 'react';
import './select.css';

export interface Option {
  readonly value: string;
  readonly label: string;
}

/**
 * More options than this get into the page when someone is about to choose. Otherwise most elements of every page would be time zones,
 * which took longer to draw than all else.
 */
const optionsShownMax = 100;

interface SelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}

export function Select({ value, options, onChange, ...attributes }: SelectProps) {
  const [isUsed, setIsUsed] = useState(false);
  const use = () => setIsUsed(true);
  const isLong = options.length > optionsShownMax;
  const shown = isLong && !isUsed ? options.filter((option) => option.value === value) : options;
  return (
    <select
      {...attributes}
      className={isLong ? 'long-select' : undefined}
      value={value}
      // Both come before the browser opens the list.
      onPointerDown={use}
      onFocus={use}
      onChange={(event) => onChange(event.target.value)}
    >
      {shown.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
