import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DeleteDialog } from './delete-dialog.js';

async function openDialog({ error = null as Error | null, pending = false } = {}) {
  const onDelete = vi.fn();
  const onClose = vi.fn();
  const screen = await render(
    <DeleteDialog
      resource="Data Source"
      name="orders"
      error={error}
      pending={pending}
      onDelete={onDelete}
      onClose={onClose}
    >
      All its records go with it.
    </DeleteDialog>,
  );
  const field = screen.getByLabelText('Type orders to confirm');
  return { screen, field, onDelete, onClose };
}

it.each(['order', 'Orders', 'orders '])('does not delete when %j is typed', async (typed) => {
  const { screen, field, onDelete } = await openDialog();
  await field.fill(typed);
  await expect.element(screen.getByRole('button', { name: 'Delete Data Source' })).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(onDelete).not.toHaveBeenCalled();
});

it('deletes when the exact name is typed, by Enter', async () => {
  const { field, onDelete } = await openDialog();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('orders{Enter}');
  expect(onDelete).toHaveBeenCalledOnce();
});

it('does not delete a second time while it is deleting', async () => {
  const { screen, field, onDelete } = await openDialog({ pending: true });
  await field.fill('orders');
  await expect.element(screen.getByRole('button', { name: 'Deleting…' })).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(onDelete).not.toHaveBeenCalled();
});

it('shows why deleting failed, and can be tried again', async () => {
  const { screen, field, onDelete } = await openDialog({ error: new Error('A Metric uses it.') });
  await expect.element(screen.getByRole('alert')).toHaveTextContent('A Metric uses it.');
  await field.fill('orders');
  await screen.getByRole('button', { name: 'Delete Data Source' }).click();
  expect(onDelete).toHaveBeenCalledOnce();
});

it('deletes nothing when it is cancelled', async () => {
  const { screen, field, onDelete, onClose } = await openDialog();
  await field.fill('orders');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  expect(onDelete).not.toHaveBeenCalled();
});
