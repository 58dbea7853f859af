import { afterEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Announcer } from './announcer.js';
import { Copyable } from './copyable.js';

const secret = `weir_${'0123456789'.repeat(40)}\n  second line`;

const renderSecret = () =>
  render(
    <>
      <div style={{ width: 300 }}>
        <Copyable text={secret} what="Secret" />
      </div>
      <Announcer />
    </>,
  );

afterEach(() => {
  vi.restoreAllMocks();
});

// Browsers of other tests share the clipboard, so these tests look at what is written to it.
it('copies the whole text, also what is scrolled out of sight, and says so', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await renderSecret();
  await screen.getByRole('button', { name: 'Copy Secret' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Secret copied');
  await expect.element(screen.getByRole('button', { name: 'Copied Secret' })).toBeVisible();
  expect(write).toHaveBeenCalledExactlyOnceWith(secret);
});

it('says that the browser blocked copying, and does not claim to have copied', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  const screen = await renderSecret();
  await screen.getByRole('button', { name: 'Copy Secret' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('The browser blocked copying.');
  await expect.element(screen.getByRole('button', { name: 'Copy Secret' })).toBeVisible();
});

it('scrolls by keyboard to what does not fit', async () => {
  const screen = await renderSecret();
  await userEvent.keyboard('{Tab}');
  const text = screen.getByRole('region', { name: 'Secret' });
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.poll(() => text.element().scrollLeft).toBeGreaterThan(0);
});
