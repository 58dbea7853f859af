import { useState } from 'react';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { loadedLater } from './loaded-later.js';

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Clicked {count}
    </button>
  );
}

/** What is in the document whenever it changes. */
function texts(element: HTMLElement): string[] {
  const seen: string[] = [];
  new MutationObserver(() => seen.push(element.textContent ?? '')).observe(element, {
    childList: true,
    subtree: true,
  });
  return seen;
}

const load = async () => ({ default: Counter });

it('shows the fallback until the script is there, and keeps its state afterwards', async () => {
  const Later = loadedLater(load, 'Loading…');
  const container = document.body.appendChild(document.createElement('div'));
  const seen = texts(container);
  const screen = await render(<Later />, { container });
  await screen.getByRole('button', { name: 'Clicked 0' }).click();
  expect(seen[0]).toBe('Loading…');
  await screen.rerender(<Later />);
  await expect.element(screen.getByRole('button', { name: 'Clicked 1' })).toBeVisible();
});

it('is shown at once when it was preloaded', async () => {
  const Later = loadedLater(load, 'Loading…');
  await Later.preloadScript();
  const container = document.body.appendChild(document.createElement('div'));
  const seen = texts(container);
  const screen = await render(<Later />, { container });
  await expect.element(screen.getByRole('button', { name: 'Clicked 0' })).toBeVisible();
  expect(seen[0]).toBe('Clicked 0');
});
