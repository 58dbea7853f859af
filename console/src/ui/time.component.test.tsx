import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { setPreferences } from '../preferences/preferences.js';
import { Time } from './time.js';

afterEach(() => setPreferences({ timeZone: 'UTC' }));

it('follows the chosen time zone, and names it', async () => {
  const screen = await render(<Time value="2026-03-01T20:30:00Z" />);
  const time = screen.getByRole('time');
  await expect.element(time).toHaveTextContent('2026-03-01 20:30:00 UTC');
  setPreferences({ timeZone: 'Asia/Tokyo' });
  await expect.element(time).toHaveTextContent('2026-03-02 05:30:00 Asia/Tokyo');
  await expect.element(time).toHaveAttribute('datetime', '2026-03-01T20:30:00Z');
});

it.each([null, undefined, ''])('shows a dash in place of %j', async (value) => {
  const screen = await render(<Time value={value} />);
  await expect.element(screen.locator).toHaveTextContent(/^—$/);
});
