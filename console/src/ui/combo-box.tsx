import { useContext, useEffect, useRef } from 'react';
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria';
import {
  Button,
  ComboBox as ComboBoxOfLibrary,
  ComboBoxStateContext,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import type { SelectFieldProps } from './field.js';
import type { Option } from './select.js';
import './popover.css';

export interface ComboBoxProps extends SelectFieldProps {
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
}

/** A key of the library must not be empty, but a value may be. */
const keyOf = (value: string) => `=${value}`;

export default function ComboBox(props: ComboBoxProps) {
  const { label, value, onChange, options, hint, wide, required, autoFocus } = props;
  const field = useRef<HTMLDivElement>(null);
  return (
    // In a modal dialog the list must be a part of it: the browser hides what is outside.
    <PortalProvider getContainer={() => field.current?.closest('dialog') ?? document.body}>
      <ComboBoxOfLibrary
        ref={field}
        className={wide ? 'field field-wide' : 'field'}
        defaultItems={options}
        selectedKey={options.some((option) => option.value === value) ? keyOf(value) : null}
        onSelectionChange={(key) => {
          if (key !== null) onChange(String(key).slice(1));
        }}
        // Only where it has the focus because someone asked for it: the list hides everything else from screen readers.
        menuTrigger={autoFocus ? 'focus' : 'input'}
        isRequired={required ?? false}
        allowsEmptyCollection
      >
        <Label>{label}</Label>
        <Control placeholder={props.placeholder ?? 'Choose …'} autoFocus={autoFocus ?? false} />
        {hint && (
          <Text slot="description" className="hint">
            {hint}
          </Text>
        )}
        <FieldError className="problem-text" />
        <Popover className="popover combo-box-popover" offset={2}>
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
      </ComboBoxOfLibrary>
    </PortalProvider>
  );
}

function Control({ placeholder, autoFocus }: { placeholder: string; autoFocus: boolean }) {
  const list = useContext(ComboBoxStateContext);
  const input = useRef<HTMLInputElement>(null);
  // The library would wait for a transition after a button that was pressed with the keyboard, and focus the dialog instead.
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  return (
    <div
      className="combo-box-control"
      onKeyDownCapture={(event) => {
        // Escape closes the list, and not also the dialog around it.
        if (event.key === 'Escape' && list?.isOpen) event.preventDefault();
      }}
    >
      <Input
        ref={input}
        placeholder={placeholder}
        onFocus={(event) => event.target.select()}
        // Like a select.
        onClick={() => list?.open(null, 'manual')}
      />
      <Button className="combo-box-button">
        <span aria-hidden="true">▾</span>
      </Button>
    </div>
  );
}
