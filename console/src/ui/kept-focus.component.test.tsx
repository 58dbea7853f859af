import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useKeptFocus } from './kept-focus.js';

function List({ saved = Promise.resolve() }: { saved?: Promise<void> }) {
  useKeptFocus();
  const [items, setItems] = useState(['one', 'two']);
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    await saved;
    setPending(false);
  };
  return (
    <main>
      <h1 tabIndex={-1}>Items</h1>
      <button type="button" disabled={pending} onClick={save}>
        {pending ? 'Saving…' : 'Save'}
      </button>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <button type="button" onClick={() => setItems(items.filter((other) => other !== item))}>
              Remove {item}
            </button>
          </li>
        ))}
      </ul>
      <p>Nothing to click</p>
    </main>
  );
}

it('returns to a button that was disabled while a request ran', async () => {
  let finish = () => {};
  const saved = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const screen = await render(<List saved={saved} />);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('button', { name: 'Saving…' })).toBeDisabled();
  expect(document.activeElement).toBe(document.body);
  finish();
  await expect.element(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
});

it('goes to the next control of the list when its own is removed, and to the heading after the last', async () => {
  const screen = await render(<List />);
  await screen.getByRole('button', { name: 'Remove one' }).click();
  await expect.element(screen.getByRole('button', { name: 'Remove two' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'Items' })).toHaveFocus();
});

it('stays given up after a click on an empty part of the page', async () => {
  const screen = await render(<List />);
  const button = screen.getByRole('button', { name: 'Remove one' }).element() as HTMLElement;
  button.focus();
  await screen.getByText('Nothing to click').click();
  expect(document.activeElement).toBe(document.body);
  button.parentElement?.remove();
  // Changes of the page are reported before the next frame.
  await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(document.body);
});
