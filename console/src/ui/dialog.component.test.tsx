import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Dialog } from './dialog.js';

function PageWithDialog({ lasting = false }: { lasting?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <button type="button">Behind</button>
      {isOpen && (
        <Dialog title="New secret" lasting={lasting} onClose={() => setIsOpen(false)}>
          <input aria-label="Name" />
          <button type="button" onClick={() => setIsOpen(false)}>
            I have saved it
          </button>
        </Dialog>
      )}
    </>
  );
}

async function openDialog(lasting = false) {
  const screen = await render(<PageWithDialog lasting={lasting} />);
  await screen.getByRole('button', { name: 'Open' }).click();
  const dialog = screen.getByRole('dialog', { name: 'New secret' });
  await expect.element(dialog).toBeVisible();
  return { screen, dialog };
}

it('takes the focus, and Tab never leads behind it', async () => {
  const { screen, dialog } = await openDialog();
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  const visited = new Set<string>();
  for (let step = 0; step < 6; step += 1) {
    await userEvent.keyboard('{Tab}');
    visited.add(document.activeElement?.textContent ?? '');
  }
  expect(visited).toContain('I have saved it');
  expect(visited).not.toContain('Open');
  expect(visited).not.toContain('Behind');
  await expect.element(screen.getByRole('button', { name: 'Behind' })).not.toHaveFocus();
});

it('closes with Escape, and gives the focus back', async () => {
  const { screen, dialog } = await openDialog();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

it('gives the focus back when its own button closes it', async () => {
  const { screen, dialog } = await openDialog();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

it('stays when it is lasting, however often Escape is pressed', async () => {
  const { dialog } = await openDialog(true);
  for (let press = 0; press < 3; press += 1) await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});
