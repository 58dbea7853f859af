import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Picker } from './picker.js';

const options = [
  { value: 'id-1', label: 'orders' },
  { value: 'id-2', label: 'page visits' },
  { value: 'id-3', label: 'refunds' },
];

function ChosenPool({ onChange }: { onChange: (value: string) => void }) {
  const [value, setValue] = useState('');
  return (
    // Beside others, as on a page: its list is as wide as the field.
    <div className="row">
      <Picker
        label="Data Pool"
        value={value}
        options={options}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
    </div>
  );
}

it('finds an option by a part of its name with the keyboard, and reports its value', async () => {
  const onChange = vi.fn();
  const screen = await render(<ChosenPool onChange={onChange} />);
  const field = screen.getByRole('combobox', { name: 'Data Pool' });
  await expect.element(field).toBeEnabled();
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('VISIT');
  await expect.element(screen.getByRole('option', { name: 'page visits' })).toBeVisible();
  await expect.element(screen.getByRole('option', { name: 'orders' })).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(field).toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('page visits');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('id-2');
});
