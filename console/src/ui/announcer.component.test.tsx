import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Announcer, announce } from './announcer.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it('shows a message to all, and takes it away after a while', async () => {
  const screen = await render(<Announcer />);
  const status = screen.getByRole('status');
  await expect.element(status).toBeEmptyDOMElement();
  announce('Filter removed');
  await expect.element(status).toHaveTextContent('Filter removed');
  vi.advanceTimersByTime(60_000);
  await expect.element(status).toBeEmptyDOMElement();
});

it('leaves a newer message its whole time', async () => {
  const screen = await render(<Announcer />);
  const status = screen.getByRole('status');
  announce('first');
  vi.advanceTimersByTime(3_900);
  announce('second');
  vi.advanceTimersByTime(3_900);
  await expect.element(status).toHaveTextContent(/^second$/);
});

it('says the same twice, for screen readers to read it again', async () => {
  const screen = await render(<Announcer />);
  const status = screen.getByRole('status');
  announce('Saved');
  await expect.element(status).toHaveTextContent('Saved');
  const first = status.element().firstElementChild;
  announce('Saved');
  await expect.poll(() => status.element().firstElementChild).not.toBe(first);
  await expect.element(status).toHaveTextContent(/^Saved$/);
});
