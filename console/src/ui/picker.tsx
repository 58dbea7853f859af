import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import type { Option } from './field.js';
import './picker.css';

interface PickerProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Option[];
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
}

/** A key of the library must not be empty, but a value may be. */
const keyOf = (value: string) => `=${value}`;

/** Chooses one of many options, which are found by typing a part of their names. */
export function Picker({ label, value, onChange, options, placeholder, autoFocus = false }: PickerProps) {
  return (
    <ComboBox
      className="field picker"
      menuTrigger="focus"
      defaultItems={options}
      selectedKey={options.some((option) => option.value === value) ? keyOf(value) : null}
      onSelectionChange={(key) => {
        if (key !== null) onChange(String(key).slice(1));
      }}
      autoFocus={autoFocus}
      allowsEmptyCollection
    >
      <Label>{label}</Label>
      <div className="picker-control">
        <Input placeholder={placeholder ?? 'Choose …'} onFocus={(event) => event.target.select()} />
        <Button className="picker-button">
          <span aria-hidden="true">▾</span>
        </Button>
      </div>
      <Popover className="popover picker-popover" offset={2}>
        <ListBox<Option>
          className="options"
          renderEmptyState={() => <span className="note">None has this name.</span>}
        >
          {(option) => (
            <ListBoxItem id={keyOf(option.value)} textValue={option.label} className="option">
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
