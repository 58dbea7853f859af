import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { FailureBoundary } from './failure-boundary.js';

function View({ fails }: { fails: boolean }) {
  if (fails) throw new Error('The view has a mistake.');
  return <p>The view</p>;
}

const page = (path: string, fails: boolean) => (
  <>
    <nav>Navigation</nav>
    <FailureBoundary path={path}>
      <View fails={fails} />
    </FailureBoundary>
  </>
);

// React reports what a boundary catches as an error of the page.
const createRootOptions = { onCaughtError: () => undefined };

it('shows the error of a view, keeps the rest of the page, and offers to try again', async () => {
  const screen = await render(page('/explore', true), { createRootOptions });
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The view has a mistake.');
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect.element(screen.getByText('Navigation')).toBeVisible();
});

it('keeps the error on the same path, and shows the view of another one', async () => {
  const screen = await render(page('/explore', true), { createRootOptions });
  await screen.rerender(page('/explore', false));
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await screen.rerender(page('/sql', false));
  await expect.element(screen.getByText('The view')).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});
