import { WeirError } from '@weir/client';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { TextField } from './field.js';
import { Form, FormFailure } from './form.js';

const refusal = (field: string | undefined, message: string) =>
  new WeirError('BAD_REQUEST', message, { details: { field } });

function NameForm({
  error = null,
  onSubmit = () => undefined,
}: {
  error?: Error | null;
  onSubmit?: () => void;
}) {
  return (
    <Form error={error} onSubmit={onSubmit}>
      <TextField label="Unique name" name="uniqueName" value="orders" onChange={() => undefined} />
      <details>
        <summary>More</summary>
        <TextField label="Region" name="settings.region" value="" onChange={() => undefined} />
      </details>
      <FormFailure />
      <button type="submit">Save</button>
    </Form>
  );
}

it('is submitted without leaving the page', async () => {
  const onSubmit = vi.fn();
  const screen = await render(<NameForm onSubmit={onSubmit} />);
  await screen.getByRole('button', { name: 'Save' }).click();
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith();
});

it('shows what is refused at its field, which gets the focus', async () => {
  const screen = await render(<NameForm />);
  await screen.rerender(<NameForm error={refusal('uniqueName', 'uniqueName: it is too long')} />);
  const field = screen.getByRole('textbox', { name: 'Unique name' });
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription('it is too long');
  await expect.element(field).toBeInvalid();
  await expect.element(screen.getByText('The request is not valid')).not.toBeInTheDocument();
  await screen.rerender(<NameForm error={null} />);
  await expect.element(field).toBeValid();
  await expect.element(screen.getByText('it is too long')).not.toBeInTheDocument();
});

it('opens the part in which the field is', async () => {
  const screen = await render(<NameForm />);
  const error = refusal('settings.region', 'settings.region, line 1, column 2: not a region');
  await screen.rerender(<NameForm error={error} />);
  await expect.element(screen.getByText('line 1, column 2: not a region')).toBeVisible();
});

it.each([
  ['of another field', refusal('columns[0]', 'columns[0]: there is no such type')],
  ['of none', refusal(undefined, 'Records cannot be deleted now')],
  ['of the network', new Error('fetch failed')],
])('shows what is refused %s below the fields', async (_what, error) => {
  const screen = await render(<NameForm error={error} />);
  await expect.element(screen.getByRole('alert')).toHaveTextContent(error.message);
});
