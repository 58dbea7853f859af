import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Pager } from './pager.js';

async function renderPager(page: { hasPrevious: boolean; hasNext: boolean; isEmpty?: boolean }) {
  const onMove = vi.fn();
  const screen = await render(
    <Pager
      pageInfo={{
        startCursor: page.isEmpty ? null : 'start',
        endCursor: page.isEmpty ? null : 'end',
        hasPreviousPage: page.hasPrevious,
        hasNextPage: page.hasNext,
      }}
      onMove={onMove}
    />,
  );
  const button = (name: string) => screen.getByRole('button', { name });
  return { screen, button, onMove };
}

it('is not shown when there is only one page', async () => {
  const { screen } = await renderPager({ hasPrevious: false, hasNext: false });
  await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument();
});

it('leads only forward from the first page', async () => {
  const { button, onMove } = await renderPager({ hasPrevious: false, hasNext: true });
  await expect.element(button('First')).toBeDisabled();
  await expect.element(button('Previous')).toBeDisabled();
  await button('Next').click();
  expect(onMove).toHaveBeenCalledExactlyOnceWith({ after: 'end' });
});

it('leads only back from the last page', async () => {
  const { button, onMove } = await renderPager({ hasPrevious: true, hasNext: false });
  await expect.element(button('Next')).toBeDisabled();
  await button('Previous').click();
  await button('First').click();
  expect(onMove.mock.calls).toEqual([[{ before: 'start' }], [{}]]);
});

it('leads to the first page from one whose records are all gone', async () => {
  const { button, onMove } = await renderPager({ hasPrevious: true, hasNext: false, isEmpty: true });
  await expect.element(button('Previous')).toBeDisabled();
  await button('First').click();
  expect(onMove).toHaveBeenCalledExactlyOnceWith({});
});
