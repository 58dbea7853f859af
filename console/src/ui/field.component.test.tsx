import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { CheckField, SelectField, TextField } from './field.js';

const ignore = () => undefined;

it('has its label as its name, and its hint as its description', async () => {
  const screen = await render(
    <TextField label="Unique name" hint="Letters and digits." value="" onChange={ignore} />,
  );
  const field = screen.getByRole('textbox', { name: 'Unique name', exact: true });
  await expect.element(field).toHaveAccessibleDescription('Letters and digits.');
  await expect.element(field).toBeValid();
});

it('is invalid with a problem, which is announced and described after the hint', async () => {
  const field = (problem: string | undefined) => (
    <TextField label="Unique name" hint="Letters." problem={problem} value="1" onChange={ignore} />
  );
  const screen = await render(field('This name is taken.'));
  const input = screen.getByLabelText('Unique name');
  await expect.element(input).toBeInvalid();
  await expect.element(input).toHaveAccessibleDescription('Letters. This name is taken.');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This name is taken.');
  await screen.rerender(field(undefined));
  await expect.element(input).toBeValid();
  await expect.element(input).toHaveAccessibleDescription('Letters.');
});

it('has its own hint beside another field with the same label', async () => {
  const screen = await render(
    <>
      <TextField label="Path" hint="Of the first." value="" onChange={ignore} />
      <TextField label="Path" hint="Of the second." value="" onChange={ignore} />
    </>,
  );
  const fields = screen.getByRole('textbox', { name: 'Path' });
  await expect.element(fields.nth(0)).toHaveAccessibleDescription('Of the first.');
  await expect.element(fields.nth(1)).toHaveAccessibleDescription('Of the second.');
});

it('takes a time with seconds', async () => {
  const screen = await render(
    <TextField label="From" type="datetime-local" value="2026-03-01T05:00:07" onChange={ignore} />,
  );
  await expect.element(screen.getByLabelText('From')).toBeValid();
  await expect.element(screen.getByLabelText('From')).toHaveValue('2026-03-01T05:00:07');
});

it('reports the value of the chosen option, also an empty one', async () => {
  const onChange = vi.fn();
  const options = [
    { value: '', label: 'None' },
    { value: 'a', label: 'Option A' },
  ];
  const screen = await render(<SelectField label="Kind" value="a" onChange={onChange} options={options} />);
  await screen.getByLabelText('Kind').selectOptions('None');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('');
});

it('is ticked by a click on its text', async () => {
  const onChange = vi.fn();
  const screen = await render(<CheckField label="Keep invalid events" checked={false} onChange={onChange} />);
  await screen.getByText('Keep invalid events').click();
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
});
