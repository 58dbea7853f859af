import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { IntakeNotice } from './intake-notice.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  [200, { engine: 'ok', catalog: 'ok', intake: 'disk full' }],
  [503, { engine: 'disk full', catalog: 'ok', intake: 'disk full' }],
])('says that the disk is full while /readyz does, with status %s', async (status, parts) => {
  const fetched = vi.spyOn(window, 'fetch');
  const says = (shown: object, code: number) =>
    fetched.mockImplementation(async () => Response.json({ parts: shown }, { status: code }));
  says(parts, status);
  const screen = await render(<IntakeNotice />);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('No events are stored');
  says({ engine: 'ok', catalog: 'ok', intake: 'ok' }, 200);
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});
